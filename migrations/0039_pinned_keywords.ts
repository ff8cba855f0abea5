import { type Kysely, sql } from 'kysely'

/** Keywords that people moved to a topic. Without an index each topic of a big report was looked for among all its keywords. */
export async function up(db: Kysely<unknown>) {
  await sql`create index report_rows_pinned on report_rows (workspace_id, report_id, cluster_id) where topic_pinned`.execute(
    db,
  )
}
