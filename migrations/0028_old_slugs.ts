import { type Kysely, sql } from 'kysely'

/** Slugs that a post was public under before: its old addresses redirect to the present one. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table posts add column old_slugs text[] not null default '{}'`.execute(db)
}
