import { type Kysely, sql } from 'kysely'

/**
 * Questions left in a vendor's queue. Each is written down with its tag before it is posted, together with the money set aside for
 * it: whoever takes over a report collects what was posted, and posts nothing twice.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table report_tasks (
      workspace_id uuid not null,
      report_id uuid not null,
      tag uuid not null,
      source text not null,
      term text not null,
      task_id text,
      created_at timestamptz not null default now(),
      primary key (workspace_id, report_id, tag),
      foreign key (workspace_id, report_id) references reports on delete cascade
    )`.execute(db)
}
