import { type Kysely, sql } from 'kysely'

/** How many of a report's rows are template phrases, for lists, which don't read overviews. Null: as its overview says. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table reports add column idea_count integer`.execute(db)
}
