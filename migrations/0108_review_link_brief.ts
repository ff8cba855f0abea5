import { type Kysely, sql } from 'kysely'

/** Whether guests of a review link see the document's brief. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table review_links add column shows_brief boolean not null default false`.execute(db)
}
