import { type Kysely, sql } from 'kysely'

/** Which API key wrote a comment or saved a version, by its name then. Null: none, or one from before this migration. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table document_comments add column key_name text`.execute(db)
  await sql`alter table plan_comments add column key_name text`.execute(db)
  await sql`alter table document_versions add column key_name text`.execute(db)
}
