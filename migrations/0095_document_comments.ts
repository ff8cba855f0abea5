import { type Kysely, sql } from 'kysely'

/** What members and guests say of documents. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table document_comments (
      workspace_id uuid not null,
      id uuid not null,
      document_id uuid not null,
      parent_id uuid,
      quote text not null,
      prefix text not null,
      suffix text not null,
      text text not null,
      author_kind text not null check (author_kind in ('member', 'guest')),
      author_id uuid references users (id) on delete set null,
      author_name text not null,
      resolved_at timestamptz,
      resolver_name text,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id),
      foreign key (workspace_id, document_id) references documents (workspace_id, id) on delete cascade,
      foreign key (workspace_id, parent_id) references document_comments (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create index document_comments_of_document on document_comments (workspace_id, document_id, created_at, id)`.execute(
    db,
  )
  await sql`create index document_comments_parent on document_comments (workspace_id, parent_id)`.execute(db)
  await sql`create index document_comments_author on document_comments (author_id)`.execute(db)
}
