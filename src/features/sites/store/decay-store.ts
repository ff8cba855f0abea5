import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import type { DecayState, LostQuery } from './tables.ts'
import './tables.ts'

export type DecayFigures = {
  page: string
  against: 'before' | 'year'
  change: number
  low: number
  high: number
  clicks: number
  clicks_before: number
  demand: number
  position: number
  ctr: number
  seasonal: number | null
  queries: LostQuery[]
  since: string
  last_day: string
}
export type DecayRow = DecayFigures & {
  id: string
  title: string | null
  state: DecayState
  draft_id: string | null
  found_at: Date
  changed_at: Date
}

const columns = sql`c.id, c.page, c.against, c.change, c.low, c.high, c.clicks, c.clicks_before, c.demand, c.position, c.ctr, c.seasonal,
  c.queries, c.since::text as since, c.last_day::text as last_day, c.state, c.draft_id, c.found_at, c.changed_at,
  (select p.title from site_pages p where p.workspace_id = c.workspace_id and p.site_id = c.site_id and p.url = c.page limit 1) as title`

const ofSite = ({ workspaceId, id }: ResourceRef) => sql`c.workspace_id = ${workspaceId} and c.site_id = ${id}`

/** Open ones first, then those with most lost clicks. Resolved ones of the last 90 days. */
export async function findDecayRows(db: Db, site: ResourceRef): Promise<DecayRow[]> {
  const { rows } = await sql<DecayRow>`
    select ${columns} from site_decays c
    where ${ofSite(site)} and (c.state <> 'resolved' or c.changed_at > now() - interval '90 days')
    order by array_position(array['open', 'refreshing', 'dismissed', 'resolved'], c.state), c.clicks - c.clicks_before, c.page
    limit 500`.execute(db)
  return rows
}

/** Decays found since a time, of all sites of a workspace. */
export async function findDecaysSince(db: Db, workspaceId: string, since: Date) {
  const { rows } = await sql<DecayRow & { site_id: string; url: string }>`
    select ${columns}, c.site_id, s.url from site_decays c
    join sites s on s.workspace_id = c.workspace_id and s.id = c.site_id
    where c.workspace_id = ${workspaceId} and c.state in ('open', 'refreshing') and c.found_at > ${since}
    order by c.clicks - c.clicks_before limit 50`.execute(db)
  return rows
}

export async function findDecayRow(
  db: Db,
  { workspaceId, id }: ResourceRef,
): Promise<(DecayRow & { site_id: string }) | null> {
  const { rows } = await sql<DecayRow & { site_id: string }>`
    select ${columns}, c.site_id from site_decays c where c.workspace_id = ${workspaceId} and c.id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function locateDecay(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const row = await db
    .selectFrom('site_decays')
    .select('workspace_id')
    .where('workspace_id', 'in', workspaceIds)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

/** Writes what an analysis found. Returns those that weren’t known. */
export async function saveDecays(
  tx: Tx,
  { workspaceId, id }: ResourceRef,
  found: readonly DecayFigures[],
): Promise<{ id: string; page: string }[]> {
  const rows = found.map((row) => ({ ...row, id: randomUUIDv7() }))
  const saved = await sql<{ id: string; page: string; inserted: boolean }>`
    insert into site_decays as c (workspace_id, site_id, id, page, against, change, low, high, clicks, clicks_before, demand, position, ctr,
      seasonal, queries, since, last_day)
    select ${workspaceId}, ${id}, r.* from jsonb_to_recordset(${JSON.stringify(
      rows.map(({ id: rowId, page, against, change, low, high, clicks, clicks_before, ...row }) => ({
        ...{ id: rowId, page, against, change, low, high, clicks, clicks_before },
        ...row,
      })),
    )}::jsonb) as r (id uuid, page text, against text, change real, low real, high real, clicks real, clicks_before real, demand real,
      position real, ctr real, seasonal real, queries jsonb, since date, last_day date)
    on conflict (workspace_id, site_id, page) where state <> 'resolved' do update set against = excluded.against,
      change = excluded.change, low = excluded.low, high = excluded.high, clicks = excluded.clicks,
      clicks_before = excluded.clicks_before, demand = excluded.demand, position = excluded.position, ctr = excluded.ctr,
      seasonal = excluded.seasonal, queries = excluded.queries, last_day = excluded.last_day
    returning id, page, xmax = 0 as inserted`.execute(tx)
  return saved.rows.filter(({ inserted }) => inserted)
}

/** Pages that are back: their decays are over. What was dismissed stays so for two windows, so that it doesn’t come back at once. */
export async function resolveDecays(tx: Tx, { workspaceId, id }: ResourceRef, pages: readonly string[]) {
  if (pages.length === 0) return
  await sql`
    update site_decays set state = 'resolved', changed_at = now()
    where workspace_id = ${workspaceId} and site_id = ${id} and page = any(${[...pages]}::text[])
      and (state in ('open', 'refreshing') or (state = 'dismissed' and changed_at < now() - interval '56 days'))`.execute(
    tx,
  )
}

export async function setDecayState(
  db: Db,
  { workspaceId, id }: ResourceRef,
  { state, draftId }: { state: DecayState; draftId?: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update site_decays set state = ${state}, draft_id = coalesce(${draftId ?? null}::uuid, draft_id), changed_at = now()
    where workspace_id = ${workspaceId} and id = ${id} and (state <> 'resolved' or ${state} = 'resolved')`.execute(db)
  return numAffectedRows === 1n
}
