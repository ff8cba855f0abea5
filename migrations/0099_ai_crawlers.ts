import { type Kysely, sql } from 'kysely'

/** What the robots.txt of a crawl says to AI crawlers. Null: an earlier crawl. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table site_crawls add column ai_crawlers jsonb`.execute(db)
}
