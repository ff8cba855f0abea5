import { type Kysely, sql } from 'kysely'

/** Search listeners with what they heard and when, and everything that tells people about it. */
export async function up(db: Kysely<unknown>) {
  // Rows change with every run: room on the page keeps most of those changes off the indexes.
  await sql`
    create table listeners (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      created_by uuid,
      keyword text not null,
      country text not null,
      language text not null,
      wanted_sources text[],
      frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
      include text[] not null default '{}',
      exclude text[] not null default '{}',
      notify_emails text[] not null default '{}',
      webhook text,
      sealed_secret text not null,
      rss boolean not null,
      feed_key uuid not null,
      status text not null check (status in ('active', 'paused')),
      next_run_at timestamptz,
      take_at timestamptz,
      by_hand boolean not null default false,
      running boolean not null default false,
      attempt integer not null default 0,
      tries integer not null default 0,
      run_count integer not null default 0,
      last_run_id uuid,
      last_run_at timestamptz,
      new_count integer not null default 0,
      heard_count integer not null default 0,
      failing integer not null default 0,
      volatility real,
      sparkline integer[] not null default '{}',
      heard jsonb not null default '{}',
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    ) with (fillfactor = 70)`.execute(db)
  await sql`create unique index listeners_id on listeners (id)`.execute(db)
  await sql`create unique index listeners_feed on listeners (feed_key)`.execute(db)
  await sql`create index listeners_due on listeners (take_at) where take_at is not null`.execute(db)
  await sql`create index listeners_recent on listeners (workspace_id, created_at desc, id)`.execute(db)
  await sql`
    create table listener_runs (
      workspace_id uuid not null,
      listener_id uuid not null,
      no integer not null,
      id uuid not null,
      by_hand boolean not null,
      started_at timestamptz not null,
      at timestamptz not null,
      added integer not null,
      removed integer not null,
      heard integer not null,
      sources jsonb not null,
      primary key (workspace_id, listener_id, no),
      foreign key (workspace_id, listener_id) references listeners on delete cascade
    )`.execute(db)
  await sql`create unique index listener_runs_id on listener_runs (id)`.execute(db)
  await sql`
    create table listener_items (
      workspace_id uuid not null,
      listener_id uuid not null,
      source text not null,
      key text not null,
      text text not null,
      type text not null,
      passes boolean not null,
      active boolean not null,
      first_run integer not null,
      first_seen timestamptz not null,
      seen_at timestamptz not null,
      primary key (workspace_id, listener_id, source, key),
      foreign key (workspace_id, listener_id) references listeners on delete cascade
    )`.execute(db)
  await sql`
    create table listener_changes (
      workspace_id uuid not null,
      listener_id uuid not null,
      run_no integer not null,
      source text not null,
      key text not null,
      kind text not null check (kind in ('added', 'returned', 'removed')),
      primary key (workspace_id, listener_id, run_no, source, key),
      foreign key (workspace_id, listener_id) references listeners on delete cascade
    )`.execute(db)
  await sql`
    create table notifications (
      user_id uuid not null references users on delete cascade,
      id uuid not null default gen_random_uuid(),
      workspace_id uuid not null references workspaces on delete cascade,
      kind text not null,
      run_id uuid not null,
      subject_id uuid not null,
      data jsonb not null,
      created_at timestamptz not null default now(),
      read_at timestamptz,
      primary key (user_id, id)
    )`.execute(db)
  await sql`create unique index notifications_once on notifications (user_id, run_id)`.execute(db)
  await sql`create index notifications_recent on notifications (user_id, created_at desc, id)`.execute(db)
  await sql`create index notifications_unread on notifications (user_id) where read_at is null`.execute(db)
  await sql`create index notifications_subject on notifications (workspace_id, subject_id)`.execute(db)
  await sql`
    create table digest_entries (
      email text not null,
      run_id uuid not null,
      workspace_id uuid not null references workspaces on delete cascade,
      listener_id uuid not null,
      digest_id uuid,
      created_at timestamptz not null default now(),
      primary key (email, run_id)
    )`.execute(db)
  await sql`create index digest_entries_of on digest_entries (digest_id) where digest_id is not null`.execute(db)
  await sql`
    create table digest_readers (
      email text primary key,
      due_at timestamptz,
      last_at timestamptz,
      declined boolean not null default false
    )`.execute(db)
  await sql`create index digest_readers_due on digest_readers (due_at) where due_at is not null`.execute(db)
  await sql`
    create table digests (
      id uuid primary key,
      email text not null,
      state text not null check (state in ('sending', 'sent', 'unclear', 'refused')),
      attempt integer not null default 1,
      retry_at timestamptz,
      error text,
      created_at timestamptz not null default now(),
      sent_at timestamptz
    )`.execute(db)
  await sql`create index digests_open on digests (created_at) where state = 'sending'`.execute(db)
  await sql`
    create table webhook_deliveries (
      workspace_id uuid not null,
      listener_id uuid not null,
      id uuid not null,
      run_id uuid not null,
      url text not null,
      state text not null check (state in ('waiting', 'sending', 'delivered', 'failed', 'unclear')),
      by_hand boolean not null default false,
      attempts integer not null default 0,
      next_at timestamptz,
      status integer,
      ms integer,
      error text,
      created_at timestamptz not null default now(),
      tried_at timestamptz,
      primary key (workspace_id, listener_id, id),
      foreign key (workspace_id, listener_id) references listeners on delete cascade
    )`.execute(db)
  await sql`create unique index webhook_deliveries_once on webhook_deliveries (run_id) where not by_hand`.execute(db)
  await sql`create index webhook_deliveries_due on webhook_deliveries (next_at) where next_at is not null`.execute(db)
  await sql`
    create index webhook_deliveries_recent
    on webhook_deliveries (workspace_id, listener_id, created_at desc, id)`.execute(db)
}
