import { type Kysely, sql } from 'kysely'

/** What a shared or emailed report is called for its readers; null: by its own name. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table shares add column title text`.execute(db)
  await sql`alter table report_mailings add column title text`.execute(db)
}
