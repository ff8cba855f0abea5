import { type Kysely, sql } from 'kysely'

/** The tables of an imported file that hold no keywords, or fewer than the one that was read: pages, countries, days. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table imports add column left_out jsonb not null default '[]'`.execute(db)
}
