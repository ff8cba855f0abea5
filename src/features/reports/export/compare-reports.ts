import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import { getHead } from '../get-report.ts'
import type { ReadReport } from '../report-reader.ts'
import { compareRuns } from '../rules/compare-reports.ts'
import { keywordKeyIn } from '../rules/keywords/normalize-keyword.ts'
import { findRows } from '../store/row-read-store.ts'

const maxRows = 100_000

/** @throws AppError not_found; invalid_input when the queries differ */
export async function compareReports(db: Database, read: ReadReport, a: ResourceRef, b: ResourceRef) {
  const [headA, headB] = await Promise.all([getHead(db, a), getHead(db, b)])
  if (keywordKeyIn(headA.query, headA.language) !== keywordKeyIn(headB.query, headA.language)) {
    throw new AppError(
      'invalid_input',
      `b must be a report of the same query as a: “${headA.query}”, not “${headB.query}”.`,
      { field: 'b', reason: 'different_queries', params: { a: headA.query, b: headB.query } },
    )
  }
  const [rowsA, rowsB] = await read([a, b], (from) =>
    Promise.all([a, b].map((ref) => findRows(from, ref, { section: 'keywords', limit: maxRows }))),
  )
  return {
    a: headA,
    b: headB,
    ...compareRuns({ ...headA, rows: rowsA! }, { ...headB, rows: rowsB! }),
  }
}
