import { type Kysely, sql } from 'kysely'

/** Your own rank for the keywords of plans, from imported Search Console files. Null: unknown. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table plan_keywords add column own_position real check (own_position > 0)`.execute(db)
  await sql`alter table plan_items add column own_position real check (own_position > 0)`.execute(db)
}
