import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import type { ReferralExport, ReferralRow } from '../rules/visits/read-referrals.ts'
import './visit-tables.ts'

/** Sessions from assistants, of the latest export of Google Analytics. */

export type ReferralRecord = Omit<ReferralExport, 'rows'> & { file_name: string; created_at: Date; rows: ReferralRow[] }

export async function findReferrals(db: Db, { workspaceId, id }: ResourceRef): Promise<ReferralRecord | null> {
  const { rows } = await sql<ReferralRecord>`
    select e.file_name, e.from_day::text as from, e.to_day::text as to, e.all_sessions, e.total, e.rejected, e.created_at,
      coalesce((select jsonb_agg(jsonb_build_object('assistant', r.assistant, 'source', r.source, 'page', r.page, 'sessions', r.sessions)
          order by r.no)
        from site_referral_rows r where r.workspace_id = e.workspace_id and r.site_id = e.site_id), '[]') as rows
    from site_referral_exports e where e.workspace_id = ${workspaceId} and e.site_id = ${id}`.execute(db)
  return rows[0] ?? null
}

export async function replaceReferrals(
  tx: Tx,
  site: ResourceRef,
  { fileName, userId, ...read }: ReferralExport & { fileName: string; userId: string },
) {
  const { workspaceId, id } = site
  await deleteReferrals(tx, site)
  await sql`
    insert into site_referral_exports (workspace_id, site_id, file_name, from_day, to_day, all_sessions, total, rejected, created_by)
    values (${workspaceId}, ${id}, ${fileName}, ${read.from}::date, ${read.to}::date, ${read.all_sessions}, ${read.total},
      ${read.rejected}, ${userId})`.execute(tx)
  const column = <T>(get: (row: ReferralRow) => T) => read.rows.map(get)
  await sql`
    insert into site_referral_rows (workspace_id, site_id, no, assistant, source, page, sessions)
    select ${workspaceId}, ${id}, r.no, r.assistant, r.source, r.page, r.sessions
    from unnest(${column(({ assistant }) => assistant)}::text[], ${column(({ source }) => source)}::text[],
      ${column(({ page }) => page)}::text[], ${column(({ sessions }) => sessions)}::integer[])
      with ordinality r(assistant, source, page, sessions, no)`.execute(tx)
}

export async function deleteReferrals(db: Db, { workspaceId, id }: ResourceRef) {
  await sql`delete from site_referral_exports where workspace_id = ${workspaceId} and site_id = ${id}`.execute(db)
}
