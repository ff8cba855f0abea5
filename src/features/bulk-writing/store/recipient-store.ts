import type { Db } from '#platform/database/database.ts'
import '#features/auth/store/tables.ts'
import '#features/workspaces/store/tables.ts'

/** A member with a confirmed address, and their workspace. Null if they left it. */
export async function findRecipient(db: Db, workspaceId: string, userId: string) {
  const row = await db
    .selectFrom('members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
    .select(['u.email', 'u.staff', 'w.name as workspace', 'w.color'])
    .where('m.workspace_id', '=', workspaceId)
    .where('m.user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}
