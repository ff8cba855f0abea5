import { type Kysely, sql } from 'kysely'

/** Search Console exports that were uploaded for a site. Figures of queries and pages are totals of the export’s whole period. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table site_uploads (
      workspace_id uuid not null,
      site_id uuid not null,
      id uuid not null,
      import_id uuid,
      file_name text not null,
      digest text not null,
      from_day date,
      to_day date,
      period_from text check (period_from in ('days', 'file')),
      filters jsonb not null default '[]',
      days integer not null,
      queries integer not null,
      pages integer not null,
      pairs integer not null,
      accepted integer not null,
      rejected jsonb not null default '[]',
      rejected_total integer not null,
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, site_id, id),
      foreign key (workspace_id, site_id) references sites (workspace_id, id) on delete cascade,
      foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete set null (import_id)
    )`.execute(db)
  await sql`create unique index site_uploads_id on site_uploads (id)`.execute(db)
  // The same export is stored once.
  await sql`create unique index site_uploads_once on site_uploads (workspace_id, site_id, digest)`.execute(db)
  await sql`create index site_uploads_import on site_uploads (workspace_id, import_id) where import_id is not null`.execute(
    db,
  )
  await sql`
    create table site_upload_rows (
      workspace_id uuid not null,
      site_id uuid not null,
      upload_id uuid not null,
      dimension text not null check (dimension in ('date', 'query', 'page', 'query_page')),
      no integer not null,
      day date,
      query text,
      page text,
      clicks integer not null,
      impressions integer not null,
      position real not null,
      primary key (workspace_id, site_id, upload_id, dimension, no),
      foreign key (workspace_id, site_id, upload_id) references site_uploads (workspace_id, site_id, id) on delete cascade
    )`.execute(db)
}
