import { type Kysely, sql } from 'kysely'

/** Links that open one document for people without an account. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table review_links (
      workspace_id uuid not null,
      document_id uuid not null,
      id uuid not null,
      may text not null check (may in ('read', 'comment', 'write')),
      password_hash text,
      expires_at timestamptz,
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, document_id),
      foreign key (workspace_id, document_id) references documents (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`create unique index review_links_id on review_links (id)`.execute(db)
}
