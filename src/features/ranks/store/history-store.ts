import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { GapReason } from '../contract.ts'
import type { KeywordRow, RunRow } from './check-store.ts'
import './tables.ts'

export type KeywordSort = 'keyword' | '-keyword' | 'position' | '-position' | 'change' | '-change'
export type Period = { from: Date; to: Date }

const orders: Record<KeywordSort, ReturnType<typeof sql>> = {
  keyword: sql`lower(text)`,
  '-keyword': sql`lower(text) desc`,
  position: sql`position nulls last, lower(text)`,
  '-position': sql`position desc nulls last, lower(text)`,
  change: sql`previous - position nulls last, lower(text)`,
  '-change': sql`previous - position desc nulls last, lower(text)`,
}

export async function findKeywords(
  db: Db,
  { workspaceId, id }: ResourceRef,
  { page, limit, sort, q }: { page: number; limit: number; sort: KeywordSort; q: string },
): Promise<{ items: KeywordRow[]; total: number }> {
  const matching = sql`
    from rank_keywords where workspace_id = ${workspaceId} and tracker_id = ${id}
      and (${q} = '' or strpos(lower(text), lower(${q})) > 0)`
  const [items, count] = await Promise.all([
    sql<KeywordRow>`select * ${matching} order by ${orders[sort]}, no limit ${limit} offset ${(page - 1) * limit}`.execute(
      db,
    ),
    sql<{ total: number }>`select count(*)::int as total ${matching}`.execute(db),
  ])
  return { items: items.rows, total: count.rows[0]!.total }
}

export type StandingRow = Pick<
  KeywordRow,
  'no' | 'text' | 'position' | 'reason' | 'url' | 'previous' | 'previous_url' | 'previous_at' | 'competitors'
>

/** Every keyword as it was last checked: for share of voice and movers. */
export async function findStandings(db: Db, { workspaceId, id }: ResourceRef): Promise<StandingRow[]> {
  const { rows } = await sql<StandingRow>`
    select no, text, position, reason, url, previous, previous_url, previous_at, competitors from rank_keywords
    where workspace_id = ${workspaceId} and tracker_id = ${id} order by no`.execute(db)
  return rows
}

export type PointRow = {
  no: number
  at: Date
  position: number | null
  pixels: number | null
  url: string | null
  reason: GapReason | null
}

/** Checks of some keywords in a period, oldest first. */
export async function findPoints(
  db: Db,
  { workspaceId, id }: ResourceRef,
  { from, to }: Period,
  nos: number[],
): Promise<PointRow[]> {
  if (nos.length === 0) return []
  const { rows } = await sql<PointRow>`
    select keyword_no as no, at, position, pixels, url, reason from rank_checks
    where workspace_id = ${workspaceId} and tracker_id = ${id} and keyword_no = any(${nos}::int[]) and state = 'done'
      and at between ${from} and ${to}
    order by run_no`.execute(db)
  return rows
}

const maxRuns = 400

/** Finished runs of a period, oldest first. */
export async function findRuns(db: Db, { workspaceId, id }: ResourceRef, { from, to }: Period): Promise<RunRow[]> {
  const { rows } = await sql<RunRow>`
    select * from rank_runs
    where workspace_id = ${workspaceId} and tracker_id = ${id} and finished_at between ${from} and ${to}
    order by no desc limit ${maxRuns}`.execute(db)
  return rows.reverse()
}
