import { type Kysely, sql } from 'kysely'

/** How this installation fares: what was found, what was told about it, and which workers are alive. */
export async function up(db: Kysely<unknown>) {
  // Counts of looks: of a minute, then of an hour, then of a day. Coarser rows take the place of finer ones.
  await sql`
    create table status_samples (
      component text not null,
      grain text not null,
      at timestamptz not null,
      up integer not null default 0,
      degraded integer not null default 0,
      down integer not null default 0,
      primary key (component, grain, at)
    )`.execute(db)
  await sql`create index status_samples_at on status_samples (at)`.execute(db)
  // What came of asking others, by minute, summed over the processes that asked.
  await sql`
    create table status_outcomes (
      component text not null,
      at timestamptz not null,
      good integer not null,
      bad integer not null,
      primary key (at, component)
    )`.execute(db)
  await sql`
    create table worker_beats (
      id uuid primary key,
      started_at timestamptz not null default now(),
      at timestamptz not null default now()
    )`.execute(db)
  await sql`
    create table incidents (
      id uuid primary key,
      kind text not null,
      title text not null,
      started_at timestamptz not null default now(),
      resolved_at timestamptz
    )`.execute(db)
  await sql`create index incidents_recent on incidents (started_at desc, id desc)`.execute(db)
  // The open one of this kind is the switch itself.
  await sql`
    create unique index incidents_maintenance on incidents (kind)
    where kind = 'maintenance' and resolved_at is null`.execute(db)
  await sql`
    create table incident_updates (
      incident_id uuid not null references incidents on delete cascade,
      id uuid not null,
      at timestamptz not null default now(),
      message text not null,
      primary key (incident_id, id)
    )`.execute(db)
}
