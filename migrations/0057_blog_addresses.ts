import { type Kysely, sql } from 'kysely'

/**
 * Readable addresses of workspaces' blogs: one current slug, and the earlier ones that redirect to it. No other workspace can take
 * either. Posts get an author and the alternative text of their cover.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table blog_addresses (
      workspace_id uuid not null references workspaces on delete cascade,
      slug text not null,
      retired_at timestamptz,
      created_at timestamptz not null default now(),
      primary key (workspace_id, slug),
      constraint blog_addresses_slug unique (slug)
    )`.execute(db)
  await sql`create unique index blog_addresses_current on blog_addresses (workspace_id) where retired_at is null`.execute(
    db,
  )
  await sql`alter table posts add column author jsonb, add column cover_alt text not null default ''`.execute(db)
}
