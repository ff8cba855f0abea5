import { type Kysely, sql } from 'kysely'

/** Data feeds show rank trackers too. A workspace has at most 100 feeds, so checking them again takes no time. */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table data_feeds
      drop constraint data_feeds_kind_check,
      add constraint data_feeds_kind_check check (kind in ('report', 'list', 'listener', 'plan', 'tracker'))`.execute(
    db,
  )
}
