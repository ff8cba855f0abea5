import { CompiledQuery, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/database.ts'
import './tables.ts'

/** The inbox: a first-in, first-out queue of received batches in the database. */

export type InboxRow = { id: number; messages: number; receivedMs: number; body: Buffer }

const insertText = 'insert into event_inbox (messages, body) values ($1, $2)'

/** Resolves after the commit. */
export async function insertInboxRow(db: Db, { messages, body }: { messages: number; body: Buffer }) {
  await db.executeQuery(CompiledQuery.raw(insertText, [messages, body]))
}

/** Asynchronous commit for this transaction. */
export async function commitLazily(tx: Tx) {
  await sql`set local synchronous_commit = off`.execute(tx)
}

/** Locks the oldest rows that no other process holds, about `maxMessages`, until the transaction ends. */
export async function lockInboxRows(tx: Tx, maxMessages: number): Promise<InboxRow[]> {
  const { rows: free } = await sql<{ id: number; messages: number }>`
    select id, messages from event_inbox where not set_aside order by id limit 100 for update skip locked`.execute(tx)
  const ids: number[] = []
  let messages = 0
  for (const row of free) {
    if (ids.length > 0 && messages + row.messages > maxMessages) break
    ids.push(row.id)
    messages += row.messages
  }
  if (ids.length === 0) return []
  const { rows } = await sql<InboxRow>`
    select id, messages, (extract(epoch from received_at) * 1000)::float8 as "receivedMs", body
    from event_inbox where id = any(${ids}) order by id`.execute(tx)
  return rows
}

export async function deleteInboxRows(tx: Tx, ids: number[]) {
  await sql`delete from event_inbox where id = any(${ids})`.execute(tx)
}

export async function setInboxRowAside(tx: Tx, id: number) {
  await sql`update event_inbox set set_aside = true where id = ${id}`.execute(tx)
}

/** Messages that can't be stored, kept for inspection. */
export async function insertSetAside(
  tx: Tx,
  { messages, body, receivedMs }: { messages: number; body: Buffer; receivedMs: number },
) {
  await sql`insert into event_inbox (received_at, messages, body, set_aside)
    values (to_timestamp(${receivedMs}::float8 / 1000), ${messages}, ${body}, true)`.execute(tx)
}

/** Size of the queue, up to a row if given. Reads no bodies. `lastId` is null when it's empty. */
export async function measureInbox(db: Db, upTo: number | null = null) {
  const { rows } = await sql<{ messages: number; bytes: number; lastId: number | null }>`
    select coalesce(sum(messages), 0)::bigint as messages, coalesce(sum(octet_length(body)), 0)::bigint as bytes,
      max(id) as "lastId"
    from event_inbox where not set_aside and (${upTo}::bigint is null or id <= ${upTo}::bigint)`.execute(db)
  return rows[0]!
}

export async function deleteSetAside(db: Db, retentionMonths: number) {
  await sql`delete from event_inbox where set_aside and received_at < now() - make_interval(months => ${retentionMonths}::int)`.execute(
    db,
  )
}
