import { type Kysely, sql } from 'kysely'

/** Public addresses of posts that search engines haven't been told of yet. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table index_now_urls (
      host text not null,
      url text not null,
      queued_at timestamptz not null default now(),
      due_at timestamptz not null default now(),
      attempts integer not null default 0,
      primary key (host, url)
    )`.execute(db)
  await sql`create index index_now_urls_due on index_now_urls (due_at)`.execute(db)
}
