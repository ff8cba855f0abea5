import { type Kysely, sql } from 'kysely'

/**
 * Posts of the installation's own blog (`workspace_id` null) and of workspaces' blogs, with every saved version and their
 * likes. A slug is taken once a blog; a document is published at most once a blog.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table posts (
      id uuid primary key,
      workspace_id uuid references workspaces on delete cascade,
      document_id uuid,
      slug text not null,
      title text not null,
      excerpt text not null,
      body_md text not null,
      words integer not null,
      cover text,
      tags text[] not null default '{}',
      lang text not null,
      status text not null,
      publish_at timestamptz,
      seo jsonb not null,
      sources jsonb not null default '[]',
      search tsvector not null,
      version integer not null default 1,
      likes integer not null default 0,
      created_by uuid,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      constraint posts_slug unique nulls not distinct (workspace_id, slug)
    )`.execute(db)
  await sql`
    create unique index posts_document on posts (workspace_id, document_id) nulls not distinct
    where document_id is not null`.execute(db)
  await sql`create index posts_recent on posts (workspace_id, publish_at desc, id)`.execute(db)
  await sql`create index posts_search on posts using gin (search)`.execute(db)
  await sql`
    create table post_versions (
      post_id uuid not null references posts on delete cascade,
      version integer not null,
      content jsonb not null,
      by uuid,
      at timestamptz not null default now(),
      primary key (post_id, version)
    )`.execute(db)
  await sql`
    create table post_likes (
      post_id uuid not null references posts on delete cascade,
      visitor text not null,
      at timestamptz not null default now(),
      primary key (post_id, visitor)
    )`.execute(db)
}
