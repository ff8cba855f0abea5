import { type Kysely, sql } from 'kysely'

/** People Also Ask questions of each request, how often each page uses a term, and excerpts of discussions. Null in rows of earlier versions. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table report_asks add column questions jsonb`.execute(db)
  await sql`alter table report_terms add column uses jsonb`.execute(db)
  await sql`alter table report_discussions add column excerpt text`.execute(db)
}
