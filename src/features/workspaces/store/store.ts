import { type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import '#features/auth/store/tables.ts'
import './tables.ts'

export async function insertWorkspace(db: Db, workspace: { id: string; ownerId: string; name: string; color: string }) {
  await db
    .insertInto('workspaces')
    .values({ id: workspace.id, owner_id: workspace.ownerId, name: workspace.name, color: workspace.color })
    .execute()
}

export function findWorkspace(db: Db, id: string) {
  return db.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Locks the workspace, so that concurrent changes of its members wait for the transaction. */
export function lockWorkspace(tx: Db, id: string) {
  return tx.selectFrom('workspaces').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Locks the user, so that concurrent counts of their workspaces wait for the transaction. */
export async function lockUser(tx: Db, userId: string) {
  // FOR NO KEY UPDATE: inserts that reference the user, such as a new session, don't wait.
  await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}

/** Counts the workspaces a user owns and those they are a member of. */
export async function countUserWorkspaces(db: Db, userId: string): Promise<{ owned: number; joined: number }> {
  const { rows } = await sql<{ owned: number; joined: number }>`
    select (select count(*) from workspaces where owner_id = ${userId}) as owned,
      (select count(*) from members where user_id = ${userId}) as joined`.execute(db)
  return rows[0]!
}

/** Counts what deleting the workspace would delete. */
export async function countContents(db: Db, id: string) {
  const { rows } = await sql<{ members: number; reports: number; documents: number; imports: number; keys: number }>`
    select (select count(*) from members where workspace_id = ${id}) as members,
      (select count(*) from reports where workspace_id = ${id}) as reports,
      (select count(*) from documents where workspace_id = ${id}) as documents,
      (select count(*) from imports where workspace_id = ${id}) as imports,
      (select count(*) from access_tokens where workspace_id = ${id} and kind = 'key') as keys`.execute(db)
  return rows[0]!
}

export async function updateWorkspace(
  db: Db,
  id: string,
  change: { name?: string; color?: string; require_approval?: boolean },
) {
  await db.updateTable('workspaces').set(change).where('id', '=', id).execute()
}

/** Deletes the workspace and its content. Returns the ids of its members. */
export async function deleteWorkspace(db: Db, id: string): Promise<string[]> {
  const people = await db.selectFrom('members').select('user_id').where('workspace_id', '=', id).execute()
  await db.deleteFrom('workspaces').where('id', '=', id).execute()
  return people.map(({ user_id }) => user_id)
}

/** Of these users, those who are in no workspace at all. */
export function findWithoutWorkspace(db: Db, userIds: string[]) {
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.first_name'])
    .where('u.id', 'in', userIds)
    .where(sql<SqlBool>`not exists (select 1 from members m where m.user_id = u.id)`)
    .execute()
}
