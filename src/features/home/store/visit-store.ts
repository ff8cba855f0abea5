import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

/** A visit ends when nobody looked for this long: reloading the page doesn't clear what's new. */
const visitGapHours = 4

/** Records that a member looks at a workspace. Returns when their visit before this one ended; null during the first. */
export async function recordVisit(db: Db, workspaceId: string, userId: string): Promise<Date | null> {
  const { rows } = await sql<{ previous_at: Date | null }>`
    insert into workspace_visits as v (workspace_id, user_id, previous_at) values (${workspaceId}, ${userId}, null)
    on conflict (workspace_id, user_id) do update set seen_at = now(),
      previous_at = case when v.seen_at < now() - ${visitGapHours} * interval '1 hour' then v.seen_at else v.previous_at end
    returning previous_at`.execute(db)
  return rows[0]?.previous_at ?? null
}

export const findVisits = (db: Db, userId: string) =>
  db
    .selectFrom('workspace_visits')
    .select(['workspace_id', 'previous_at', 'seen_at'])
    .where('user_id', '=', userId)
    .orderBy('workspace_id')
    .execute()
