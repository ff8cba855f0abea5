import { type Kysely, sql } from 'kysely'

/** Rank tracking: trackers with leases and a month's spending, their keywords as last checked, runs, and every check. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table rank_trackers (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      id uuid not null,
      created_by uuid references users (id) on delete set null,
      domain text not null,
      competitors text[] not null,
      country text not null,
      language text not null,
      device text not null check (device in ('desktop', 'mobile')),
      depth integer not null check (depth between 10 and 100),
      frequency text not null check (frequency in ('daily', 'weekly')),
      source text not null check (source in ('dataforseo', 'serpapi', 'serper', 'searxng')),
      status text not null default 'active' check (status in ('active', 'paused')),
      max_cost_usd numeric,
      spent_month date not null default date_trunc('month', now() at time zone 'utc')::date,
      spent_usd numeric not null default 0 check (spent_usd >= 0),
      next_run_at timestamptz,
      take_at timestamptz,
      by_hand boolean not null default false,
      running boolean not null default false,
      attempt integer not null default 0,
      tries integer not null default 0,
      run_count integer not null default 0,
      last_run_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`create unique index rank_trackers_id on rank_trackers (id)`.execute(db)
  await sql`create index rank_trackers_due on rank_trackers (take_at) where take_at is not null`.execute(db)
  await sql`
    create table rank_keywords (
      workspace_id uuid not null,
      tracker_id uuid not null,
      no integer not null,
      text text not null,
      position integer,
      reason text check (reason in ('not_in_depth', 'failed', 'skipped', 'budget')),
      failure jsonb,
      url text,
      previous integer,
      previous_url text,
      previous_at timestamptz,
      best integer,
      features text[] not null default '{}',
      ai_present boolean,
      ai_cited boolean,
      competitors jsonb not null default '[]',
      checked_at timestamptz,
      serp_at timestamptz,
      primary key (workspace_id, tracker_id, no),
      foreign key (workspace_id, tracker_id) references rank_trackers (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create table rank_runs (
      workspace_id uuid not null,
      tracker_id uuid not null,
      no integer not null,
      by_hand boolean not null,
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      total integer not null,
      measured integer not null default 0,
      gaps integer not null default 0,
      ranked integer not null default 0,
      top10 integer not null default 0,
      average real,
      spent_usd numeric not null default 0 check (spent_usd >= 0),
      primary key (workspace_id, tracker_id, no),
      foreign key (workspace_id, tracker_id) references rank_trackers (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create table rank_checks (
      workspace_id uuid not null,
      tracker_id uuid not null,
      keyword_no integer not null,
      run_no integer not null,
      at timestamptz not null default now(),
      state text not null check (state in ('asking', 'done')),
      position integer,
      reason text check (reason in ('not_in_depth', 'failed', 'skipped', 'budget')),
      url text,
      serp_at timestamptz,
      primary key (workspace_id, tracker_id, keyword_no, run_no),
      foreign key (workspace_id, tracker_id, keyword_no) references rank_keywords (workspace_id, tracker_id, no)
        on delete cascade
    )`.execute(db)
  await sql`create index rank_checks_run on rank_checks (workspace_id, tracker_id, run_no)`.execute(db)
}
