import { type Kysely, sql } from 'kysely'

/** The numbers a keyword had in the report it was added from. Keywords added before have none until they are added again. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table keyword_list_items add column numbers jsonb`.execute(db)
}
