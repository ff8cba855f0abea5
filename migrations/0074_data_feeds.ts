import { type Kysely, sql } from 'kysely'

/** Addresses at which spreadsheets and dashboards read a table of a workspace. The token in them isn't stored. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table data_feeds (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      id uuid not null unique,
      kind text not null check (kind in ('report', 'list', 'listener', 'plan')),
      source_id uuid not null,
      section text not null default '',
      title text not null,
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      last_read_at timestamptz,
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`create unique index data_feeds_once on data_feeds (workspace_id, kind, source_id, section)`.execute(db)
}
