import { type Kysely, sql } from 'kysely'

/** Saved filters of keyword tables, keywords that people hid in a report, and who measured a keyword's difficulty and CPC. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table keyword_views (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      name text not null,
      filter jsonb not null,
      sort text,
      columns text[],
      created_by uuid references users on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`create unique index keyword_views_name on keyword_views (workspace_id, lower(name))`.execute(db)
  await sql`
    alter table report_rows
      add column hidden boolean not null default false,
      add column difficulty_provider text,
      add column cpc_provider text`.execute(db)
  await sql`alter table reports add column hidden_rows integer not null default 0`.execute(db)
}
