import { type Kysely, sql } from 'kysely'

/** Finds the rows of an uploaded export by query, as keywords, topics and planned pages ask for them. */
export async function up(db: Kysely<unknown>) {
  await sql`create index site_upload_rows_query on site_upload_rows (workspace_id, site_id, upload_id, dimension, lower(query))
    where query is not null`.execute(db)
}
