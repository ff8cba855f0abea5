import { sql } from 'kysely'
import type { Database, Tx } from '#platform/database/database.ts'
import type { MessageType } from '../contract.ts'
import './tables.ts'

/** Queries of the Events screen. Each is bounded by an index and a limit, by daily counts, or by a statement timeout. */

export type EventRow = {
  id: string
  received_at: Date
  at: Date
  message_id: string
  type: MessageType
  event: string | null
  uid: string | null
  alias: string
  group_id: string | null
  traits: Record<string, unknown> | null
  properties: Record<string, unknown> | null
  address: string
  path: string
  query: string
  host: string
  origin: string
  referrer: string
}
type Page = { page: number; limit: number }

const maxMs = 8000
/** Substring search covers this many of the newest events. */
const searched = 100_000
/** Exact matches of a name, user or alias have no age limit, but this many results. */
const maxExact = 10_000

/** Runs a read-only transaction with a statement timeout (PostgreSQL error 57014). */
export function runReadQuery<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`set local statement_timeout = ${sql.lit(maxMs)}`.execute(tx)
      return work(tx)
    })
}

export async function findNewest(tx: Tx, { page, limit }: Page) {
  const { rows: items } = await sql<EventRow>`
    select * from events order by received_at desc, at desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(
    tx,
  )
  const { rows } = await sql<{ total: number }>`select coalesce(sum(count), 0) as total from event_counts`.execute(tx)
  return { items, total: rows[0]!.total }
}

/** The expression of the index. */
const isPerson = sql`coalesce(uid, alias)`

export async function findMatching(tx: Tx, q: string, { page, limit }: Page) {
  const like = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const exact = (what: ReturnType<typeof sql>) => sql`
    (select id, received_at, at from events where ${what} = ${q} order by received_at desc limit ${maxExact})`
  const matches = sql`
    with newest as (
      select id, received_at, at, event, uid, alias, path from events order by received_at desc limit ${searched}
    ), matches as (
      select id, received_at, at from newest
      where event ilike ${like} or uid ilike ${like} or alias ilike ${like} or path ilike ${like}
      union ${exact(sql`event`)} union ${exact(isPerson)}
    )`
  const { rows: items } = await sql<EventRow>`${matches}, picked as (
      select * from matches order by received_at desc, at desc, id desc limit ${limit} offset ${(page - 1) * limit}
    )
    select e.* from picked p join events e on e.received_at = p.received_at and e.id = p.id
    order by e.received_at desc, e.at desc, e.id desc`.execute(tx)
  const { rows } = await sql<{ total: number }>`${matches} select count(*) as total from matches`.execute(tx)
  return { items, total: rows[0]!.total }
}

const sinceDay = (days: number) => sql<string>`((now() at time zone 'utc')::date - ${days - 1}::int)`

export async function findDays(tx: Tx, days: number) {
  const { rows } = await sql<{ day: string; count: number }>`
    select d::date as day, coalesce((select sum(count) from event_counts c where c.day = d::date), 0) as count
    from generate_series(${sinceDay(days)}::timestamp, (now() at time zone 'utc')::date::timestamp, interval '1 day') d
    order by d`.execute(tx)
  return rows
}

/** Page views are counted separately, by path. */
export async function findTopNames(tx: Tx, days: number) {
  const { rows } = await sql<{ type: MessageType; name: string; total: number; counts: Record<string, number> }>`
    with per_day as (
      select type, name, day, sum(count) as count from event_counts
      where day >= ${sinceDay(days)} and type <> 'page' group by type, name, day
    )
    select type, name, sum(count) as total, jsonb_object_agg(day, count) as counts
    from per_day group by type, name order by total desc, type, name limit 20`.execute(tx)
  return rows
}

export async function findTopPages(tx: Tx, days: number) {
  const { rows } = await sql<{ path: string; views: number }>`
    select name as path, sum(count) as views from event_counts
    where day >= ${sinceDay(days)} and type = 'page' group by name order by views desc, name limit 20`.execute(tx)
  return rows
}

/**
 * People per funnel step. A person is a user id; events before sign-in count for the user their browser was last identified as within
 * the period, otherwise for the browser's alias. A step counts from the earliest time of the previous one.
 */
export async function countFunnel(tx: Tx, steps: string[], days: number): Promise<number[]> {
  const since = sql`(${sinceDay(days)}::timestamp at time zone 'utc')`
  const done = steps.map((step, at) =>
    at === 0
      ? sql`step_0 as (select person, min(at) as at from done where event = ${step} group by person)`
      : sql`${sql.ref(`step_${at}`)} as (
          select d.person, min(d.at) as at from done d join ${sql.table(`step_${at - 1}`)} s on s.person = d.person
          where d.event = ${step} and ${step === steps[at - 1] ? sql`d.at > s.at` : sql`d.at >= s.at`} group by d.person)`,
  )
  const { rows } = await sql<Record<string, number>>`
    with known as materialized (
      select distinct on (alias) alias, uid from events
      where type = 'identify' and uid is not null and received_at >= ${since} order by alias, received_at desc, at desc
    ), done as materialized (
      select coalesce('u' || e.uid, 'u' || k.uid, 'a' || e.alias) as person, e.event, e.at
      from events e left join known k on e.uid is null and k.alias = e.alias
      where e.event = any(${[...new Set(steps)]}) and e.received_at >= ${since}
    ), ${sql.join(done)}
    select ${sql.join(steps.map((_, at) => sql`(select count(*) from ${sql.table(`step_${at}`)}) as ${sql.ref(`people_${at}`)}`))}`.execute(
    tx,
  )
  return steps.map((_, at) => rows[0]![`people_${at}`]!)
}

/** Events of a user id, including those of their browsers before sign-in; or of an anonymous browser's alias. */
export async function findPerson(tx: Tx, person: string, { page, limit }: Page) {
  const { rows: known } = await sql<{ alias: string }>`
    select distinct alias from (
      select alias from events where ${isPerson} = ${person} order by received_at desc limit ${maxExact}
    ) newest order by alias limit 20`.execute(tx)
  const aliases = known.map(({ alias }) => alias)
  const theirs = sql`
    with theirs as (
      select id, received_at, at from events where ${isPerson} = any(${[...new Set([person, ...aliases])]})
      order by received_at desc limit ${maxExact}
    )`
  const { rows: items } = await sql<EventRow>`${theirs}, picked as (
      select * from theirs order by at desc, received_at desc, id desc limit ${limit} offset ${(page - 1) * limit}
    )
    select e.* from picked p join events e on e.received_at = p.received_at and e.id = p.id
    order by e.at desc, e.received_at desc, e.id desc`.execute(tx)
  const { rows } = await sql<{ total: number }>`${theirs} select count(*) as total from theirs`.execute(tx)
  return { aliases, items, total: rows[0]!.total }
}
