import { type Kysely, sql } from 'kysely'

/**
 * What browsers report of their use: one row a message, in monthly partitions by the time it arrived. The service makes the
 * partitions themselves, ahead of time. See docs/decisions on why `event_ids` stands beside them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table events (
      id uuid not null,
      received_at timestamptz not null,
      at timestamptz not null,
      message_id text not null,
      type text not null,
      event text,
      uid text,
      alias text not null,
      group_id text,
      traits jsonb,
      properties jsonb,
      address text not null,
      path text not null,
      query text not null,
      host text not null,
      origin text not null,
      referrer text not null
    ) partition by range (received_at)`.execute(db)
  await sql`create index events_received_at on events (received_at)`.execute(db)
  await sql`create index events_event on events (event, received_at) where event is not null`.execute(db)
  // Someone is their user id, or the alias of a browser nobody is known by yet: one index where two cost a third of the insert.
  await sql`create index events_person on events (coalesce(uid, alias), received_at)`.execute(db)
  await sql`create index events_identify on events (received_at) where type = 'identify'`.execute(db)
  // Every id that ever counted and is still kept; a month's are deleted with its partition, found by the BRIN index.
  await sql`create table event_ids (id uuid primary key, received_on date not null)`.execute(db)
  await sql`create index event_ids_received_on on event_ids using brin (received_on)`.execute(db)
  // Sums by day; several rows may hold parts of one sum until housekeeping adds them up.
  await sql`create table event_counts (day date not null, type text not null, name text not null, count bigint not null)`.execute(
    db,
  )
  await sql`create index event_counts_day on event_counts (day)`.execute(db)
  await sql`
    create table event_keys (
      single boolean primary key default true check (single),
      public_key text not null,
      workspace_id text not null
    )`.execute(db)
}
