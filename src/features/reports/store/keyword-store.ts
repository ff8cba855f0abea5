import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { Row } from '../contract.ts'
import type { SightingSummary } from '../rules/keywords/popularity.ts'
import { presentRow, type RowRecord, rowOrder, rowSelection } from './row-read-store.ts'
import './tables.ts'

/** One keyword of a report, and what belongs to it. */

export type FoundKeyword = {
  row: Row
  hidden: boolean
  sightings: SightingSummary
  difficultyProvider: string | null
  cpcProvider: string | null
}

export async function findKeyword(db: Db, report: ResourceRef, rowId: string): Promise<FoundKeyword | null> {
  type Found = RowRecord & {
    hidden: boolean
    sightings: SightingSummary
    difficulty_provider: string | null
    cpc_provider: string | null
  }
  const { rows } = await sql<Found>`
    select ${rowSelection}, r.hidden, r.heard as sightings, r.difficulty_provider, r.cpc_provider from report_rows r
    where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.id = ${rowId}`.execute(db)
  const [found] = rows
  return found
    ? {
        row: presentRow(found),
        hidden: found.hidden,
        sightings: found.sightings,
        difficultyProvider: found.difficulty_provider,
        cpcProvider: found.cpc_provider,
      }
    : null
}

/** Providers of rows' difficulties, by row id. */
export async function findDifficultyProviders(
  db: Db,
  report: ResourceRef,
  rowIds: readonly string[],
): Promise<Map<string, string | null>> {
  if (rowIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; provider: string | null }>`
    select r.id, r.difficulty_provider as provider from report_rows r
    where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.id = any(${rowIds}::uuid[])`.execute(
    db,
  )
  return new Map(rows.map(({ id, provider }) => [id, provider]))
}

/** The visible rows found under a row, in the report's order, up to `limit`, and how many there are. */
export async function findChildren(db: Db, report: ResourceRef, rowId: string, limit: number) {
  const { rows } = await sql<RowRecord & { total: number }>`
    select ${rowSelection}, count(*) over ()::integer as total from report_rows r
    where r.workspace_id = ${report.workspaceId} and r.report_id = ${report.id} and r.parent_id = ${rowId}
      and not r.hidden
    order by ${rowOrder} limit ${limit}`.execute(db)
  return { rows: rows.map(presentRow), total: rows[0]?.total ?? 0 }
}

export type KeywordSerp = {
  source: string
  fetchedAt: string
  urls: string[]
  features: string[] | null
}

/** The search results of a query, by source. */
export async function findKeywordSerps(db: Db, report: ResourceRef, text: string): Promise<KeywordSerp[]> {
  const rows = await db
    .selectFrom('report_asks')
    .select(['source', 'fetched_at', 'urls', 'features'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where(sql<boolean>`lower(term) = lower(${text})`)
    .where('urls', 'is not', null)
    .orderBy('source')
    .execute()
  return rows.map(({ source, fetched_at, urls, features }) => ({
    source,
    fetchedAt: fetched_at.toISOString(),
    urls: urls ?? [],
    features,
  }))
}

/** Title and length of the report's pages, by URL. */
export async function findPageFacts(db: Db, report: ResourceRef, urls: readonly string[]) {
  if (urls.length === 0) return new Map<string, { title: string; words: number | null }>()
  const rows = await db
    .selectFrom('report_pages')
    .select(['url', 'title', 'words'])
    .where('workspace_id', '=', report.workspaceId)
    .where('report_id', '=', report.id)
    .where('url', 'in', [...urls])
    .execute()
  return new Map(rows.map(({ url, title, words }) => [url, { title, words }]))
}
