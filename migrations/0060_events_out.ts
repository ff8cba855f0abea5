import { type Kysely, sql } from 'kysely'

/** Events for other tools: who gets them, what happened, and what became of each request. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table event_endpoints (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      id uuid not null,
      kind text not null check (kind in ('webhook', 'slack', 'teams')),
      sealed_url text not null,
      shown_url text not null,
      sealed_secret text,
      events text[] not null,
      active boolean not null default true,
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`
    create table outgoing_events (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      id uuid not null,
      type text not null,
      subject text not null,
      data jsonb not null,
      at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`create unique index outgoing_events_once on outgoing_events (workspace_id, type, subject)`.execute(db)
  await sql`create index outgoing_events_old on outgoing_events (at)`.execute(db)
  await sql`
    create table event_deliveries (
      workspace_id uuid not null,
      endpoint_id uuid not null,
      id uuid not null,
      event_id uuid not null,
      url text not null,
      state text not null check (state in ('waiting', 'sending', 'delivered', 'failed', 'unclear')),
      by_hand boolean not null default false,
      attempts integer not null default 0,
      next_at timestamptz,
      status integer,
      ms integer,
      error text,
      failure jsonb,
      created_at timestamptz not null default now(),
      tried_at timestamptz,
      primary key (workspace_id, endpoint_id, id),
      foreign key (workspace_id, endpoint_id) references event_endpoints (workspace_id, id) on delete cascade,
      foreign key (workspace_id, event_id) references outgoing_events (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create unique index event_deliveries_once on event_deliveries (workspace_id, endpoint_id, event_id)
    where not by_hand`.execute(db)
  await sql`create index event_deliveries_due on event_deliveries (next_at) where next_at is not null`.execute(db)
  await sql`
    create index event_deliveries_sending on event_deliveries (workspace_id, endpoint_id) where state = 'sending'`.execute(
    db,
  )
  await sql`
    create index event_deliveries_recent on event_deliveries (workspace_id, endpoint_id, created_at desc, id)`.execute(
    db,
  )
  await sql`create index event_deliveries_id on event_deliveries (workspace_id, id)`.execute(db)
  await sql`create index event_deliveries_event on event_deliveries (workspace_id, event_id)`.execute(db)
}
