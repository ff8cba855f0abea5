import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Scope } from '#kit/endpoint.ts'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'
import '#features/workspaces/store/tables.ts'

export type TokenKind = 'session' | 'support' | 'key'

/** Tokens that meet every given condition. One of user and workspace is always given. */
export type TokenFilter = ({ userId: string } | { workspaceId: string; userId?: string }) & {
  id?: string
  kinds?: TokenKind[]
  exceptIds?: string[]
  /** Leaves out API keys created before. */
  keysSince?: Date | null
}

export type DeletedToken = { kind: TokenKind; name: string | null }

export async function deleteTokens(db: Db, filter: TokenFilter): Promise<DeletedToken[]> {
  const { id, kinds, exceptIds = [], keysSince } = filter
  const tokens = db.deleteFrom('access_tokens')
  let query =
    'workspaceId' in filter
      ? tokens.where('workspace_id', '=', filter.workspaceId)
      : tokens.where('user_id', '=', filter.userId)
  if (filter.userId !== undefined) query = query.where('user_id', '=', filter.userId)
  if (id !== undefined) query = query.where('id', '=', id)
  if (kinds) query = query.where('kind', 'in', kinds)
  if (exceptIds.length > 0) query = query.where('id', 'not in', exceptIds)
  if (keysSince) query = query.where((eb) => eb.or([eb('kind', '!=', 'key'), eb('created_at', '>=', keysSince)]))
  return query.returning(['kind', 'name']).execute()
}

/** Retention, across all accounts. */
export async function deleteExpiredTokens(db: Db) {
  await sql`delete from access_tokens where expires_at < now() - interval '1 day'`.execute(db)
  await sql`delete from one_time_tokens where expires_at < now() - interval '1 day'`.execute(db)
}

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
