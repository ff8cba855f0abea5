import { type Kysely, sql } from 'kysely'

/** Which API key created a plan, ran a report or decided on a suggestion, by its name then. Null: none, or one from before this migration. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table content_plans add column key_name text`.execute(db)
  await sql`alter table reports add column key_name text`.execute(db)
  await sql`alter table document_suggestions add column key_name text`.execute(db)
}
