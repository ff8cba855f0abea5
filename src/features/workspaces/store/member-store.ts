import { randomUUIDv7 } from 'node:crypto'
import type { Role } from '#kit/endpoint.ts'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

export async function insertMember(
  db: Db,
  workspaceId: string,
  { id = randomUUIDv7(), userId, role }: { id?: string; userId: string; role: Role },
) {
  await db
    .insertInto('members')
    .values({ workspace_id: workspaceId, id, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doNothing())
    .execute()
}

export async function updateMemberRole(db: Db, workspaceId: string, userId: string, role: Role) {
  await db
    .updateTable('members')
    .set({ role })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute()
}

/** Waits for a key that is being created: that locks the member's row. */
export async function deleteMember(db: Db, workspaceId: string, userId: string) {
  await db.deleteFrom('members').where('workspace_id', '=', workspaceId).where('user_id', '=', userId).execute()
}

export async function updateOwner(db: Db, workspaceId: string, userId: string) {
  await db.updateTable('workspaces').set({ owner_id: userId }).where('id', '=', workspaceId).execute()
}
