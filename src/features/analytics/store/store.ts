import { hash } from 'node:crypto'
import { CompiledQuery, sql } from 'kysely'
import type { Db, Tx } from '#platform/database/database.ts'
import { textArray, timestampArray, uuidArray } from '#platform/database/postgres-array-parameters.ts'
import type { Message } from '../contract.ts'
import './tables.ts'

/** Storing events and counts. The inbox is in event-inbox-store.ts, queries in event-query-store.ts, partitions in partition-store.ts. */

/**
 * Inserts ids in order so that two writers with the same ids can't deadlock. `event_ids` deduplicates. Not a prepared statement, so the
 * planner sees the array sizes and picks a hash join.
 */
const insertText = `
  with given as (
    select * from unnest($1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
      $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[], $17::timestamptz[])
      as g(id, at, message_id, type, event, uid, alias, group_id, traits, properties, address, path, query, host, origin, referrer, received_at)
  ), fresh as (
    insert into event_ids (id, received_on) select id, (received_at at time zone 'utc')::date from given order by id
    on conflict do nothing returning id
  ), inserted as (
    insert into events (id, received_at, at, message_id, type, event, uid, alias, group_id, traits, properties,
      address, path, query, host, origin, referrer)
    select id, received_at, at, message_id, type, event, uid, alias, group_id, traits::jsonb, properties::jsonb,
      address, path, query, host, origin, referrer
    from given join fresh using (id)
    returning received_at, type, event, path
  )
  insert into event_counts (day, type, name, count)
  select (received_at at time zone 'utc')::date as day, type,
    case when type = 'page' then left(path, 500) when type in ('event', 'screen') then coalesce(event, '') else '' end as name,
    count(*)
  from inserted group by day, type, name`

/** A message with the values computed before storing. */
export type ReadyMessage = Message & {
  id: string
  atMs: number
  receivedMs: number
  traitsText: string | null
  propertiesText: string | null
}

export const readyMessage = (message: Message, receivedMs: number): ReadyMessage => ({
  ...message,
  id: toId(message.message_id),
  atMs: Date.parse(message.timestamp),
  receivedMs,
  traitsText: jsonText(message.traits),
  propertiesText: jsonText(message.properties),
})

/** Idempotent by message_id, in one statement. Of two messages with the same id the first one counts. */
export async function insertMessages(db: Db, messages: ReadyMessage[]) {
  const byId = new Map<string, ReadyMessage>()
  for (const message of messages) if (!byId.has(message.id)) byId.set(message.id, message)
  const all = [...byId.values()]
  const text = (
    field: 'message_id' | 'type' | 'event' | 'uid' | 'alias' | 'group_id' | 'traitsText' | 'propertiesText',
  ) => textArray(all.map((message) => message[field]))
  const locationField = (field: keyof Message['location']) => textArray(all.map((message) => message.location[field]))
  await db.executeQuery(
    CompiledQuery.raw(insertText, [
      uuidArray([...byId.keys()]),
      timestampArray(all.map(({ atMs }) => atMs)),
      text('message_id'),
      text('type'),
      text('event'),
      text('uid'),
      text('alias'),
      text('group_id'),
      text('traitsText'),
      text('propertiesText'),
      locationField('address'),
      locationField('path'),
      locationField('query'),
      locationField('host'),
      locationField('origin'),
      locationField('referrer'),
      timestampArray(all.map(({ receivedMs }) => receivedMs)),
    ]),
  )
}

/** As insertMessages, when PostgreSQL rejects a message: bisects until each rejected message is isolated. */
export async function insertInParts(
  tx: Tx,
  messages: ReadyMessage[],
  refused: (tx: Tx, message: ReadyMessage, error: unknown) => Promise<void>,
): Promise<void> {
  await sql`savepoint part`.execute(tx)
  try {
    await insertMessages(tx, messages)
    await sql`release savepoint part`.execute(tx)
  } catch (error) {
    await sql`rollback to savepoint part`.execute(tx)
    await sql`release savepoint part`.execute(tx)
    if (messages.length === 1) return refused(tx, messages[0]!, error)
    const middle = Math.ceil(messages.length / 2)
    await insertInParts(tx, messages.slice(0, middle), refused)
    await insertInParts(tx, messages.slice(middle), refused)
  }
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A UUID as it is; any other id as 128 bits of its SHA-256. */
const toId = (messageId: string) =>
  uuid.test(messageId) ? messageId.replaceAll('-', '').toLowerCase() : hash('sha256', messageId, 'hex').slice(0, 32)

/** jsonb allows neither U+0000 nor unpaired surrogates: both become U+FFFD. */
function jsonText(value: Record<string, unknown> | null | undefined): string | null {
  if (value === null || value === undefined) return null
  const text = JSON.stringify(value)
  if (!text.includes('\\u')) return text
  return text.replace(/\\(?:u0000|ud[89a-f][0-9a-f]{2}|.)/gi, (written) =>
    /^\\u(0000|d)/i.test(written) ? '\\ufffd' : written,
  )
}

/** Merges partial counts per day. Safe to run concurrently, since each row is deleted by only one process. */
export async function sumCounts(db: Db) {
  await sql`
    with parts as (
      delete from event_counts where day >= (now() at time zone 'utc')::date - 1 returning day, type, name, count
    )
    insert into event_counts (day, type, name, count) select day, type, name, sum(count) from parts group by day, type, name`.execute(
    db,
  )
}

export type EventKeys = { publicKey: string; workspaceId: string }

/** This server's keys. The first ones stored win. */
export async function insertOrReadKeys(db: Db, made: EventKeys): Promise<EventKeys> {
  await db
    .insertInto('event_keys')
    .values({ single: true, public_key: made.publicKey, workspace_id: made.workspaceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('event_keys').selectAll().executeTakeFirstOrThrow()
  return { publicKey: row.public_key, workspaceId: row.workspace_id }
}
