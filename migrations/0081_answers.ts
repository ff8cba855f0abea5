import { type Kysely, sql } from 'kysely'

/** AI answers: watches with leases and a budget, their periods, and every answer asked for. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table answer_watches (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      id uuid not null,
      created_by uuid references users (id) on delete set null,
      brand jsonb not null,
      competitors jsonb not null,
      prompts text[] not null,
      engines text[] not null,
      country text not null,
      language text not null,
      runs integer not null check (runs between 1 and 50),
      frequency text not null check (frequency in ('daily', 'weekly', 'monthly')),
      budget_usd numeric,
      spent_usd numeric not null default 0 check (spent_usd >= 0),
      status text not null default 'active' check (status in ('active', 'paused')),
      next_run_at timestamptz,
      take_at timestamptz,
      by_hand boolean not null default false,
      running boolean not null default false,
      attempt integer not null default 0,
      tries integer not null default 0,
      periods integer not null default 0,
      last_run_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`create unique index answer_watches_id on answer_watches (id)`.execute(db)
  await sql`create index answer_watches_due on answer_watches (take_at) where take_at is not null`.execute(db)
  await sql`
    create table answer_periods (
      workspace_id uuid not null,
      watch_id uuid not null,
      no integer not null,
      by_hand boolean not null,
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      spent_usd numeric not null default 0 check (spent_usd >= 0),
      primary key (workspace_id, watch_id, no),
      foreign key (workspace_id, watch_id) references answer_watches (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create table answer_runs (
      workspace_id uuid not null,
      watch_id uuid not null,
      id uuid not null,
      period integer not null,
      prompt_no integer not null,
      engine text not null,
      run_no integer not null,
      state text not null default 'open'
        check (state in ('open', 'asking', 'done', 'not_shown', 'failed', 'skipped', 'budget')),
      text text,
      citations jsonb not null default '[]',
      readings jsonb not null default '[]',
      model text,
      cost_usd numeric,
      failure jsonb,
      at timestamptz,
      primary key (workspace_id, watch_id, id),
      foreign key (workspace_id, watch_id, period) references answer_periods (workspace_id, watch_id, no) on delete cascade
    )`.execute(db)
  await sql`create unique index answer_runs_id on answer_runs (id)`.execute(db)
  await sql`
    create unique index answer_runs_once on answer_runs (workspace_id, watch_id, period, prompt_no, engine, run_no)`.execute(
    db,
  )
}
