import { type Kysely, sql } from 'kysely'

/** Why a page wasn't read gets a code, reason and params beside the phrase. Null where an earlier version stored the phrase alone. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table report_pages add column failure jsonb`.execute(db)
}
