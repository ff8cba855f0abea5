import { type Kysely, sql } from 'kysely'

/** The outline that members of a workspace collect for a report or one of its topics, or without a report for new documents. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table outlines (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      report_id uuid,
      cluster_id uuid,
      headings jsonb not null,
      version integer not null default 1,
      updated_by uuid,
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id),
      foreign key (workspace_id, report_id) references reports on delete cascade
    )`.execute(db)
  await sql`create unique index outlines_of on outlines (workspace_id, report_id, cluster_id) nulls not distinct`.execute(
    db,
  )
}
