import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { DocumentStatus } from '../contract.ts'
import { maxLiveBytes } from '../contract-live.ts'
import './tables.ts'

/** Stores live sessions of documents: the updates of their text, in order. Who has them open is in live-people-store. */

/** A document's version with its session, if it has one. */
export type LiveHead = {
  version: number
  status: DocumentStatus
  epoch: string | null
  seq: number
  savedSeq: number
}

export async function findLiveHead(db: Db, ref: ResourceRef): Promise<LiveHead | null> {
  const row = await db
    .selectFrom('documents as d')
    .leftJoin('document_live_sessions as s', (join) =>
      join.onRef('s.workspace_id', '=', 'd.workspace_id').onRef('s.document_id', '=', 'd.id'),
    )
    .select(['d.version', 'd.status', 's.epoch', 's.seq', 's.saved_seq'])
    .where('d.workspace_id', '=', ref.workspaceId)
    .where('d.id', '=', ref.id)
    .executeTakeFirst()
  if (!row) return null
  return { version: row.version, status: row.status, epoch: row.epoch, seq: row.seq ?? 0, savedSeq: row.saved_seq ?? 0 }
}

/** Updates in order, up to `seq`. */
export type LiveUpdates = { seq: number; updates: Buffer[]; version: number; savedSeq: number }

/**
 * Reads the updates of a session after `after`, from one snapshot. Those that were compacted come as their state. Null if it ended.
 */
export async function findLiveUpdates(
  db: Db,
  ref: ResourceRef,
  epoch: string | null,
  after: number,
): Promise<(LiveUpdates & { epoch: string }) | null> {
  const { rows } = await sql<{
    epoch: string
    seq: number
    version: number
    saved_seq: number
    state: Buffer | null
    updates: Buffer[] | null
  }>`
    select s.epoch, s.seq, s.version, s.saved_seq, case when s.state_seq > ${after} or ${after} < 0 then s.state end as state,
      (select array_agg(u.data order by u.seq) from document_live_updates u
        where u.workspace_id = s.workspace_id and u.document_id = s.document_id and u.seq > ${after}) as updates
    from document_live_sessions s
    where s.workspace_id = ${ref.workspaceId} and s.document_id = ${ref.id}
      and (${epoch}::uuid is null or s.epoch = ${epoch}::uuid)`.execute(db)
  const row = rows[0]
  if (!row) return null
  const updates = [...(row.state ? [row.state] : []), ...(row.updates ?? [])]
  return { epoch: row.epoch, seq: row.seq, version: row.version, savedSeq: row.saved_seq, updates }
}

/** Begins a session, unless there is one. The document is locked. */
export async function insertLiveSession(
  tx: Db,
  ref: ResourceRef,
  begun: { epoch: string; version: number; seed: Buffer },
) {
  await tx
    .insertInto('document_live_sessions')
    .values({
      workspace_id: ref.workspaceId,
      document_id: ref.id,
      epoch: begun.epoch,
      version: begun.version,
      state: begun.seed,
      bytes: begun.seed.length,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Appends updates in one statement and returns the number of the last, and how many aren't compacted. The session's row is locked
 * until they are stored, so that a reader of a number has all before it. Null if the session ended or has no room.
 */
export async function insertLiveUpdates(
  db: Db,
  ref: ResourceRef,
  epoch: string,
  updates: Buffer[],
): Promise<{ seq: number; uncompacted: number } | null> {
  const bytes = updates.reduce((sum, { length }) => sum + length, 0)
  const { rows } = await sql<{ seq: number; uncompacted: number }>`
    with session as (
      update document_live_sessions set seq = seq + ${updates.length}::integer, bytes = bytes + ${bytes}::integer, updated_at = now()
      where workspace_id = ${ref.workspaceId} and document_id = ${ref.id} and epoch = ${epoch}
        and bytes + ${bytes}::integer <= ${maxLiveBytes}::integer
      returning seq, state_seq
    ), added as (
      insert into document_live_updates (workspace_id, document_id, seq, data)
      select ${ref.workspaceId}, ${ref.id}, s.seq - ${updates.length}::integer + u.nth, u.data
      from session s, unnest(${updates}::bytea[]) with ordinality as u (data, nth)
    )
    select seq, seq - state_seq as uncompacted from session`.execute(db)
  return rows[0] ?? null
}

export type Compactable = { epoch: string; seq: number; stateSeq: number; state: Buffer; updates: Buffer[] }

export async function findCompactable(db: Db, ref: ResourceRef): Promise<Compactable | null> {
  const { rows } = await sql<{
    epoch: string
    seq: number
    state_seq: number
    state: Buffer
    updates: Buffer[] | null
  }>`
    select s.epoch, s.seq, s.state_seq, s.state,
      (select array_agg(u.data order by u.seq) from document_live_updates u
        where u.workspace_id = s.workspace_id and u.document_id = s.document_id) as updates
    from document_live_sessions s
    where s.workspace_id = ${ref.workspaceId} and s.document_id = ${ref.id}`.execute(db)
  const row = rows[0]
  return row
    ? { epoch: row.epoch, seq: row.seq, stateSeq: row.state_seq, state: row.state, updates: row.updates ?? [] }
    : null
}

/** Replaces the updates up to `seq` by one state. Does nothing if another process did it. */
export async function saveCompacted(db: Db, ref: ResourceRef, { epoch, seq, stateSeq }: Compactable, state: Buffer) {
  await sql`
    with session as (
      update document_live_sessions s set state = ${state}, state_seq = ${seq}, bytes = ${state.length}::integer + (
        select coalesce(sum(octet_length(u.data)), 0)::integer from document_live_updates u
        where u.workspace_id = s.workspace_id and u.document_id = s.document_id and u.seq > ${seq})
      where s.workspace_id = ${ref.workspaceId} and s.document_id = ${ref.id} and s.epoch = ${epoch}
        and s.state_seq = ${stateSeq}
      returning 1
    )
    delete from document_live_updates
    where workspace_id = ${ref.workspaceId} and document_id = ${ref.id} and seq <= ${seq}
      and exists (select from session)`.execute(db)
}

/** Notes that the session's text up to `seq` is in a version, which is saved in the same transaction. False if it ended. */
export async function noteLiveSave(
  tx: Db,
  ref: ResourceRef,
  live: { epoch: string; seq: number },
  version: { from: number; to: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('document_live_sessions')
    .set({ version: version.to, saved_seq: sql`greatest(saved_seq, least(seq, ${live.seq}::integer))` })
    .where('workspace_id', '=', ref.workspaceId)
    .where('document_id', '=', ref.id)
    .where('epoch', '=', live.epoch)
    .where('version', '=', version.from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Retention, across workspaces: ends sessions in which nothing changed for a day, and those with unsaved text after 30 days. */
export async function deleteQuietSessionsOfAllWorkspaces(db: Db) {
  await sql`
    delete from document_live_sessions
    where updated_at < now() - interval '30 days'
      or (updated_at < now() - interval '1 day' and saved_seq >= seq)`.execute(db)
}
