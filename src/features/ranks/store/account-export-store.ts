import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { TrackerRow } from './tracker-store.ts'
import './tables.ts'

export const findAllTrackers = (db: Db, workspaceId: string): Promise<TrackerRow[]> =>
  db.selectFrom('rank_trackers').selectAll().where('workspace_id', '=', workspaceId).orderBy('id').execute()

/** Keywords with all their checks, oldest first. */
export async function findExportedKeywords(db: Db, { workspaceId, id }: ResourceRef) {
  const { rows } = await sql<{ keyword: string; checks: object[] }>`
    select k.text as keyword, coalesce((
      select jsonb_agg(jsonb_build_object('at', c.at, 'position', c.position, 'pixels', c.pixels, 'url', c.url, 'reason', c.reason)
        order by c.run_no)
      from rank_checks c
      where c.workspace_id = k.workspace_id and c.tracker_id = k.tracker_id and c.keyword_no = k.no and c.state = 'done'
    ), '[]') as checks
    from rank_keywords k where k.workspace_id = ${workspaceId} and k.tracker_id = ${id} order by k.no`.execute(db)
  return rows
}
