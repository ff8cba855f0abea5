import { type Kysely, sql } from 'kysely'

/** What was humanized: the text, each sentence with what became of it, and the unit it took. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table humanizer_runs (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      document_id uuid,
      status text not null,
      text text not null,
      word_count integer not null,
      strength text not null,
      tone text,
      language text not null,
      frozen jsonb not null,
      voice_id uuid,
      provider text not null,
      model text not null,
      prompt_version text not null,
      input_tokens integer,
      output_tokens integer,
      reading_before jsonb,
      reading_after jsonb,
      sentences jsonb not null default '[]',
      changed integer not null default 0,
      facts jsonb,
      notice text,
      error text,
      payer_id uuid not null,
      units integer not null,
      units_period timestamptz not null,
      units_returned boolean not null default false,
      leased_until timestamptz,
      started_by uuid,
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`create unique index humanizer_runs_id on humanizer_runs (id)`.execute(db)
  await sql`create index humanizer_runs_recent on humanizer_runs (workspace_id, started_at desc, id desc)`.execute(db)
  await sql`create index humanizer_runs_leases on humanizer_runs (leased_until) where status = 'running'`.execute(db)
  // What is older than it may be kept is looked for across workspaces.
  await sql`create index humanizer_runs_age on humanizer_runs (started_at)`.execute(db)
}
