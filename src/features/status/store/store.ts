import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { IncidentKind } from '../contract.ts'
import '#features/listeners/store/tables.ts'
import '#features/notifications/store/tables.ts'
import type { Grain } from './tables.ts'

/** Status samples, outcomes, heartbeats and incidents. Server-wide, not per workspace. */

export type FoundStatus = 'up' | 'degraded' | 'down'
export type Sample = { component: string; at: Date; status: FoundStatus }

/** Idempotent: one sample per component and minute. */
export async function insertSamples(db: Db, samples: Sample[]) {
  if (samples.length === 0) return
  await db
    .insertInto('status_samples')
    .values(
      samples.map(({ component, at, status }) => ({
        component,
        grain: 'minute' as const,
        at: sql<Date>`date_trunc('minute', ${at}::timestamptz, 'UTC')`,
        up: status === 'up' ? 1 : 0,
        degraded: status === 'degraded' ? 1 : 0,
        down: status === 'down' ? 1 : 0,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Whether any process stored samples for this minute. */
export async function isSampled(db: Db, at: Date): Promise<boolean> {
  const found = await db
    .selectFrom('status_samples')
    .select('component')
    .where('at', '=', sql<Date>`date_trunc('minute', ${at}::timestamptz, 'UTC')`)
    .where('grain', '=', 'minute')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Aggregates rows older than `olderThanHours` into the next grain. One statement, so nothing is lost or counted twice. */
export async function aggregateSamples(db: Db, from: Grain, to: Grain, olderThanHours: number) {
  await sql`
    with removed as (
      delete from status_samples
      where grain = ${from}
        and at < date_trunc(${to}, now() - make_interval(hours => ${olderThanHours}), 'UTC')
      returning component, at, up, degraded, down
    )
    insert into status_samples as stored (component, grain, at, up, degraded, down)
    select component, ${to}, date_trunc(${to}, at, 'UTC'), sum(up), sum(degraded), sum(down) from removed group by 1, 3
    on conflict (component, grain, at) do update
    set up = stored.up + excluded.up, degraded = stored.degraded + excluded.degraded, down = stored.down + excluded.down`.execute(
    db,
  )
}

export async function deleteOldSamples(db: Db, retentionDays: number) {
  await sql`delete from status_samples where at < now() - make_interval(days => ${retentionDays})`.execute(db)
  await sql`delete from status_outcomes where at < now() - interval '1 day'`.execute(db)
  await sql`delete from worker_beats where at < now() - interval '1 day'`.execute(db)
}

export type DayCounts = { component: string; day: string; up: number; degraded: number; down: number }

/** Sample counts by UTC day, from all grains. */
export async function findDays(db: Db, days: number): Promise<DayCounts[]> {
  const { rows } = await sql<DayCounts>`
    select component, to_char(at at time zone 'UTC', 'YYYY-MM-DD') as day,
      sum(up)::int as up, sum(degraded)::int as degraded, sum(down)::int as down
    from status_samples
    where at >= date_trunc('day', now(), 'UTC') - make_interval(days => ${days - 1})
    group by 1, 2`.execute(db)
  return rows
}

export type Outcomes = { component: string; good: number; bad: number }

export async function addOutcomes(db: Db, outcomes: Outcomes[]) {
  if (outcomes.length === 0) return
  // In order: two processes that add at once wait for each other instead of blocking each other.
  const ordered = outcomes.toSorted((a, b) => a.component.localeCompare(b.component))
  await sql`
    insert into status_outcomes as kept (component, at, good, bad)
    select component, date_trunc('minute', now(), 'UTC'), good, bad
    from unnest(${ordered.map((one) => one.component)}::text[], ${ordered.map((one) => one.good)}::int[],
      ${ordered.map((one) => one.bad)}::int[]) as told (component, good, bad)
    on conflict (at, component) do update set good = kept.good + excluded.good, bad = kept.bad + excluded.bad`.execute(
    db,
  )
}

/** Outcomes of the calls in the last `minutes`. */
export async function findOutcomes(db: Db, minutes: number): Promise<Outcomes[]> {
  const { rows } = await sql<Outcomes>`
    select component, sum(good)::int as good, sum(bad)::int as bad from status_outcomes
    where at > now() - make_interval(mins => ${minutes}) group by component order by component`.execute(db)
  return rows
}

export async function saveHeartbeat(db: Db, workerId: string) {
  await sql`
    insert into worker_beats (id) values (${workerId})
    on conflict (id) do update set at = now()`.execute(db)
}

export async function deleteHeartbeat(db: Db, workerId: string) {
  await db.deleteFrom('worker_beats').where('id', '=', workerId).execute()
}

export type QueueFacts = {
  /** Workers heard of lately. */
  workers: number
  /** How long the job that waits longest could have been at work; null when none waits. */
  waited_seconds: number | null
  /** How long the listener that waits longest is due. */
  listener_seconds: number | null
  /** How long the mail that waits longest is due. */
  mail_seconds: number | null
}

/** All that waits and who works, in one query; each part by an index. */
export async function findQueueFacts(db: Db, aliveSeconds: number): Promise<QueueFacts> {
  const { rows } = await sql<QueueFacts>`
    select
      (select count(*)::int from worker_beats where at > now() - make_interval(secs => ${aliveSeconds})) as workers,
      (select extract(epoch from now() - min(start_after))::float8 from pgboss.job
        where state in ('created', 'retry') and start_after <= now() and name not like '\\_\\_pgboss%') as waited_seconds,
      (select extract(epoch from now() - min(take_at))::float8 from listeners where take_at <= now()) as listener_seconds,
      (select extract(epoch from now() - min(due_at))::float8 from digest_readers where due_at <= now()) as mail_seconds
  `.execute(db)
  return rows[0]!
}

type IncidentRow = {
  id: string
  kind: IncidentKind
  title: string
  started_at: Date
  resolved_at: Date | null
  updates: { _id: string; at: string; message: string }[]
}

const incidentRows = (where: ReturnType<typeof sql<boolean>>, limit: number) => sql<IncidentRow>`
  select i.*, coalesce((select jsonb_agg(jsonb_build_object(
      '_id', u.id, 'at', to_char(u.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'message', u.message)
      order by u.at desc, u.id desc)
    from incident_updates u where u.incident_id = i.id), '[]') as updates
  from incidents i where ${where}
  order by i.resolved_at is null desc, i.started_at desc, i.id desc limit ${limit}`

/** The open ones first, then the newest. */
export async function findIncidents(db: Db, days: number, limit: number): Promise<IncidentRow[]> {
  const where = sql<boolean>`i.resolved_at is null or i.started_at > now() - make_interval(days => ${days})`
  return (await incidentRows(where, limit).execute(db)).rows
}

export async function findIncident(db: Db, id: string): Promise<IncidentRow | undefined> {
  return (await incidentRows(sql<boolean>`i.id = ${id}`, 1).execute(db)).rows[0]
}

/** The current maintenance, or null. `message` is its latest message. */
export async function findMaintenance(db: Db): Promise<{ id: string; since: Date; message: string } | null> {
  const { rows } = await sql<{ id: string; since: Date; message: string }>`
    select i.id, i.started_at as since, coalesce((select message from incident_updates u
      where u.incident_id = i.id order by u.at desc, u.id desc limit 1), '') as message
    from incidents i where i.kind = 'maintenance' and i.resolved_at is null`.execute(db)
  return rows[0] ?? null
}

/** False when maintenance is on already. */
export async function insertIncident(tx: Db, incident: { id: string; kind: IncidentKind; title: string }) {
  const made = await tx
    .insertInto('incidents')
    .values({ ...incident, resolved_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

export async function insertUpdate(tx: Db, incidentId: string, message: string) {
  await tx.insertInto('incident_updates').values({ incident_id: incidentId, id: randomUUIDv7(), message }).execute()
}

/** False when there is none. What is resolved already keeps its time. */
export async function updateIncident(tx: Db, id: string, change: { title?: string; resolved?: boolean }) {
  const { rows } = await sql`
    update incidents set title = coalesce(${change.title ?? null}, title),
      resolved_at = case ${change.resolved ?? null}::boolean
        when true then coalesce(resolved_at, now()) when false then null else resolved_at end
    where id = ${id} returning id`.execute(tx)
  return rows.length > 0
}

/** The title; undefined when there is none. */
export const deleteIncident = (tx: Db, id: string) =>
  tx.deleteFrom('incidents').where('id', '=', id).returning('title').executeTakeFirst()
