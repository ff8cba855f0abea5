import { type Selectable, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { GoogleConnectionsTable } from './tables.ts'
import './tables.ts'

export type ConnectionRow = Selectable<GoogleConnectionsTable>

/** A member's connection. */
export type MemberRef = { workspaceId: string; userId: string }

export const findConnection = (db: Db, { workspaceId, userId }: MemberRef): Promise<ConnectionRow | undefined> =>
  db
    .selectFrom('google_connections')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

/** Those of a person, in all their workspaces. */
export const findConnectionsOfUser = (db: Db, userId: string): Promise<ConnectionRow[]> =>
  db
    .selectFrom('google_connections')
    .selectAll()
    .where('user_id', '=', userId)
    .where('sealed_token', 'is not', null)
    .orderBy('connected_at')
    .execute()

/** A consent that was asked for. An existing connection stays until it's given. */
export async function savePending(
  db: Db,
  { workspaceId, userId }: MemberRef,
  { stateHash, sealedPending }: { stateHash: Buffer; sealedPending: string },
): Promise<void> {
  await sql`
    insert into google_connections (workspace_id, user_id, state_hash, sealed_pending, pending_until)
    values (${workspaceId}, ${userId}, ${stateHash}, ${sealedPending}, now() + interval '15 minutes')
    on conflict (workspace_id, user_id) do update set state_hash = excluded.state_hash,
      sealed_pending = excluded.sealed_pending, pending_until = excluded.pending_until`.execute(db)
}

/** Takes the consent that this person asked for, once, in time. */
export async function takePending(
  db: Db,
  { workspaceIds, userId }: { workspaceIds: string[]; userId: string },
  stateHash: Buffer,
): Promise<{ workspace_id: string; sealed_pending: string } | null> {
  if (workspaceIds.length === 0) return null
  const { rows } = await sql<{ workspace_id: string; sealed_pending: string }>`
    update google_connections set state_hash = null
    where workspace_id = any(${workspaceIds}::uuid[]) and user_id = ${userId} and state_hash = ${stateHash}
      and pending_until > now()
    returning workspace_id, sealed_pending`.execute(db)
  return rows[0] ?? null
}

/** False if the person isn't a member any more. */
export async function saveConnected(tx: Db, { workspaceId, userId }: MemberRef, sealedToken: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update google_connections set sealed_token = ${sealedToken}, connected_at = now(), sealed_pending = null,
      pending_until = null
    where workspace_id = ${workspaceId} and user_id = ${userId}`.execute(tx)
  return numAffectedRows === 1n
}

export const deleteConnection = (tx: Db, { workspaceId, userId }: MemberRef): Promise<ConnectionRow | undefined> =>
  tx
    .deleteFrom('google_connections')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()

/** Only while it has the token that Google refused: another one may have been given since. */
export async function deleteRefused(tx: Db, { workspaceId, userId }: MemberRef, sealedToken: string): Promise<void> {
  await tx
    .deleteFrom('google_connections')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .where('sealed_token', '=', sealedToken)
    .execute()
}
