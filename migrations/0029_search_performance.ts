import { type Kysely, sql } from 'kysely'

/**
 * Clicks, CTR and average position of an imported Search Console export, beside the impressions a row had already, and the
 * date these four speak of. `position` is a row's place in its report, so the vendor's is called `average_position`.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table report_rows
      add column clicks bigint,
      add column ctr double precision,
      add column average_position double precision,
      add column performance_as_of timestamptz`.execute(db)
}
