import type { Role } from '#kit/endpoint.ts'
import type { Db } from '#platform/database.ts'
import './tables.ts'

export async function insertWorkspace(db: Db, workspace: { id: string; ownerId: string; name: string; color: string }) {
  await db
    .insertInto('workspaces')
    .values({ id: workspace.id, owner_id: workspace.ownerId, name: workspace.name, color: workspace.color })
    .execute()
}

export async function insertMember(db: Db, workspaceId: string, userId: string, role: Role) {
  await db.insertInto('members').values({ workspace_id: workspaceId, user_id: userId, role }).execute()
}
