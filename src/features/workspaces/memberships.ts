import type { Role } from '#kit/endpoint.ts'
import type { Db } from '#platform/database/database.ts'
import { deleteMember, insertMember, updateMemberRole, updateOwner } from './store/member-store.ts'

/** Changes of who is in a workspace, in the caller's transaction. The caller has locked the workspace and checked who may. */

/** Does nothing for somebody who is in already. `id`: of the new membership, by default a new one. */
export const joinWorkspace = (tx: Db, workspaceId: string, member: { id?: string; userId: string; role: Role }) =>
  insertMember(tx, workspaceId, member)

export const changeMemberRole = (tx: Db, workspaceId: string, userId: string, role: Role) =>
  updateMemberRole(tx, workspaceId, userId, role)

export const removeMember = (tx: Db, workspaceId: string, userId: string) => deleteMember(tx, workspaceId, userId)

/** The former owner stays as admin. */
export async function transferOwnership(tx: Db, workspaceId: string, { from, to }: { from: string; to: string }) {
  await updateOwner(tx, workspaceId, to)
  await updateMemberRole(tx, workspaceId, from, 'admin')
  await updateMemberRole(tx, workspaceId, to, 'owner')
}
