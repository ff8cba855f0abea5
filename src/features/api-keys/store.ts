import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '#kit/endpoint.ts'
import type { Db } from '#platform/database.ts'
import '#features/auth/tables.ts'
import '#features/workspaces/tables.ts'

export type NewKey = {
  tokenHash: Buffer
  userId: string
  /** Id of the session that creates the key. */
  madeWith: string
  workspaceId: string
  name: string
  scopes: Scope[]
  last4: string
}

/** Returns the new key's id, or undefined if the user left the workspace or the session ended in the meantime. */
export async function insertKey(tx: Db, key: NewKey): Promise<string | undefined> {
  // Waits for a concurrent password reset or sign-out, so that the session check below sees its result.
  await tx.selectFrom('users').select('id').where('id', '=', key.userId).forShare().execute()
  const session = await tx.selectFrom('access_tokens').select('id').where('id', '=', key.madeWith).executeTakeFirst()
  if (!session) return undefined
  const member = await tx
    .selectFrom('members')
    .select('id')
    .where('workspace_id', '=', key.workspaceId)
    .where('user_id', '=', key.userId)
    .forKeyShare()
    .executeTakeFirst()
  if (!member) return undefined
  const id = randomUUIDv7()
  await tx
    .insertInto('access_tokens')
    .values({
      id,
      kind: 'key',
      token_hash: key.tokenHash,
      user_id: key.userId,
      workspace_id: key.workspaceId,
      name: key.name,
      scopes: key.scopes,
      last4: key.last4,
    })
    .execute()
  return id
}

export type KeyRow = {
  id: string
  name: string
  scopes: Scope[]
  last4: string
  created_at: Date
  last_used_at: Date
  made_by: string
  active: boolean
}

/** Returns a workspace's keys, newest first, or only the one with `id`. */
export async function findKeys(db: Db, workspaceId: string, id: string | null = null): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select t.id, t.name, t.scopes, coalesce(t.last4, '') as last4, t.created_at, t.last_used_at, u.email as made_by,
      not u.disabled and exists (select 1 from members m where m.user_id = u.id and m.workspace_id = t.workspace_id) as active
    from access_tokens t join users u on u.id = t.user_id
    where t.kind = 'key' and t.workspace_id = ${workspaceId} and (${id}::uuid is null or t.id = ${id}::uuid)
    order by t.created_at desc, t.id desc`.execute(db)
  return rows
}

/** Returns the workspace of a key if it's one of `workspaceIds`, otherwise null. */
export async function findKeyWorkspace(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const row = await db
    .selectFrom('access_tokens')
    .select('workspace_id')
    .where('kind', '=', 'key')
    .where('id', '=', id)
    .where('workspace_id', 'in', workspaceIds)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

/** Returns the deleted key's name, or undefined if there was no such key. */
export async function deleteKey(db: Db, workspaceId: string, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('access_tokens')
    .where('kind', '=', 'key')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst()
  return row ? (row.name ?? '') : undefined
}
