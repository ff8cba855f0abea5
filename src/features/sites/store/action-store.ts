import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { Outcome } from '../rules/outcomes/measure-outcome.ts'
import type { SiteActionsTable } from './tables.ts'
import './tables.ts'

export type ActionRow = Omit<SiteActionsTable, 'workspace_id' | 'site_id' | 'created_at' | 'created_by'>

const columns = sql`id, action, page, title, day::text as day, document_id, verdict, before, after, change, low, high, controls,
  controls_change, measured_at`

/** The latest 200. */
export async function findActions(db: Db, { workspaceId, id }: ResourceRef): Promise<ActionRow[]> {
  const { rows } = await sql<ActionRow>`
    select ${columns} from site_actions where workspace_id = ${workspaceId} and site_id = ${id}
    order by day desc, id desc limit 200`.execute(db)
  return rows
}

export type NewAction = Pick<SiteActionsTable, 'action' | 'page' | 'title' | 'day' | 'document_id' | 'created_by'>

/** The same action on a page on the same day is one. */
export async function insertAction(db: Db, { workspaceId, id }: ResourceRef, action: NewAction): Promise<ActionRow> {
  const { rows } = await sql<ActionRow>`
    insert into site_actions (workspace_id, site_id, id, action, page, title, day, document_id, created_by)
    values (${workspaceId}, ${id}, ${randomUUIDv7()}, ${action.action}, ${action.page}, ${action.title}, ${action.day}::date,
      ${action.document_id}, ${action.created_by})
    on conflict (workspace_id, site_id, page, action, day) do update set title = coalesce(excluded.title, site_actions.title),
      document_id = coalesce(excluded.document_id, site_actions.document_id)
    returning ${columns}`.execute(db)
  return rows[0]!
}

/** Actions whose 28 days are complete and that weren’t measured. */
export async function findUnmeasured(db: Db, { workspaceId, id }: ResourceRef, lastDay: string): Promise<ActionRow[]> {
  const { rows } = await sql<ActionRow>`
    select ${columns} from site_actions
    where workspace_id = ${workspaceId} and site_id = ${id} and verdict is null and day + 27 <= ${lastDay}::date
    order by day limit 500`.execute(db)
  return rows
}

/** Pages that somebody worked on in these days. */
export async function findTouchedPages(
  db: Db,
  { workspaceId, id }: ResourceRef,
  { from, to }: { from: string; to: string },
): Promise<Set<string>> {
  const { rows } = await sql<{ page: string }>`
    select distinct page from site_actions
    where workspace_id = ${workspaceId} and site_id = ${id} and day between ${from}::date and ${to}::date`.execute(db)
  return new Set(rows.map(({ page }) => page))
}

export async function saveOutcome(
  db: Db,
  { workspaceId, id }: ResourceRef,
  actionId: string,
  { verdict, before, after, change, interval, controls }: Outcome,
) {
  await sql`
    update site_actions set verdict = ${verdict}, before = ${before}, after = ${after}, change = ${change},
      low = ${interval?.low ?? null}, high = ${interval?.high ?? null}, controls = ${controls.pages},
      controls_change = ${controls.change}, measured_at = now()
    where workspace_id = ${workspaceId} and site_id = ${id} and id = ${actionId} and verdict is null`.execute(db)
}
