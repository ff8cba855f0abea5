import { type Kysely, sql } from 'kysely'

/** How an import was read, the file itself to read it differently, and the numbers of each search engine apart. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table imports
      add column unread jsonb not null default '[]',
      add column unread_total integer not null default 0,
      add column reading jsonb`.execute(db)
  await sql`
    create table import_files (
      workspace_id uuid not null,
      import_id uuid not null,
      content bytea not null,
      primary key (workspace_id, import_id),
      foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete cascade
    )`.execute(db)
  // Compressed already.
  await sql`alter table import_files alter column content set storage external`.execute(db)
  await sql`alter table report_rows add column performances jsonb`.execute(db)
}
