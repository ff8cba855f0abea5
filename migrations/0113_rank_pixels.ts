import { type Kysely, sql } from 'kysely'

/** Rank trackers may measure where a result is on the page, in pixels from its top. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table rank_trackers add column pixels boolean not null default false`.execute(db)
  await sql`alter table rank_keywords add column pixels integer`.execute(db)
  await sql`alter table rank_checks add column pixels integer`.execute(db)
}
