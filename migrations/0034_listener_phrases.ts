import { type Kysely, sql } from 'kysely'

/**
 * Counts of listeners and their runs are of phrases, whichever sources suggest them; earlier versions counted a phrase once a
 * source. `counted_runs` says up to which run the counts are of phrases: a listener behind its `run_count` is counted again,
 * in steps, by a worker. A process of the version before raises `run_count` alone, which is noticed by the same comparison.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table listeners add column counted_runs integer not null default 0`.execute(db)
  await sql`create index listeners_uncounted on listeners (workspace_id, id) where counted_runs < run_count`.execute(db)
}
