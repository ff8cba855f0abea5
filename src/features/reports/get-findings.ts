import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Finding, RowFilter } from './contract.ts'
import { getHead } from './get-report.ts'
import type { ReadReport } from './report-reader.ts'
import { getUnanswered } from './rules/answered.ts'
import { type Counted, getFindings, suggestedRows } from './rules/findings.ts'
import { findBestPages } from './store/finding-store.ts'
import { findRows } from './store/row-read-store.ts'
import { isListReport } from './store/writing-sources-store.ts'

/** The questions looked for in the headings of ranking pages: those people search most. */
const maxQuestions = 30
const maxExamples = 3

type FindingsDependencies = {
  db: Database
  read: ReadReport
  countMatching(ref: ResourceRef, filter: RowFilter): Promise<Counted>
}

export function createReportFindings({ db, read, countMatching }: FindingsDependencies) {
  return {
    /** A report's findings, counted from its visible rows. @throws AppError not_found */
    async findings(ref: ResourceRef): Promise<{ items: Finding[] }> {
      const count = (filter: RowFilter) => countMatching(ref, filter)
      const all = await count(suggestedRows)
      if (all.rows === 0) return { items: [] }
      const [findings, unanswered] = await Promise.all([getFindings(all.rows, count), findUnanswered(ref)])
      return { items: [...(unanswered ? [unanswered] : []), ...findings] }
    },
  }

  async function findUnanswered(ref: ResourceRef): Promise<Finding | null> {
    const [head, isList] = await Promise.all([getHead(db, ref), isListReport(db, ref)])
    if (isList) return null
    const [questions, best] = await read(ref, (from) =>
      Promise.all([
        findRows(from, ref, { section: 'questions', visible: true, limit: maxQuestions }),
        findBestPages(from, ref),
      ]),
    )
    const pages = best.flatMap(({ fetched, headings }) => (fetched === 'ok' ? [{ headings: headings ?? [] }] : []))
    const found = getUnanswered(questions, pages, { seed: head.query, language: head.language })
    if (!found || found.length === 0) return null
    return {
      kind: 'unanswered',
      rows: found.length,
      of: questions.length,
      unknown: 0,
      searches: null,
      filter: {},
      pages: pages.length,
      examples: found.slice(0, maxExamples).map(({ _id, text }) => ({ _id, text })),
    }
  }
}
