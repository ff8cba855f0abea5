import { type Kysely, sql } from 'kysely'

/** Keywords of rank checks that wait in a vendor's queue. A worker that takes over a run collects them and posts none again. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table rank_tasks (
      workspace_id uuid not null,
      tracker_id uuid not null,
      run_no integer not null,
      keyword_no integer not null,
      tag uuid not null,
      task_id text,
      created_at timestamptz not null default now(),
      primary key (workspace_id, tracker_id, run_no, keyword_no),
      foreign key (workspace_id, tracker_id, keyword_no) references rank_keywords (workspace_id, tracker_id, no)
        on delete cascade
    )`.execute(db)
  await sql`create index rank_tasks_keyword on rank_tasks (workspace_id, tracker_id, keyword_no)`.execute(db)
}
