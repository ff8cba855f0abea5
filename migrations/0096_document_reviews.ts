import { type Kysely, sql } from 'kysely'

/** Where a document is between draft and approval, and who said so of which version. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table document_reviews (
      workspace_id uuid not null,
      document_id uuid not null,
      state text not null check (state in ('draft', 'review', 'changes', 'approved')),
      version integer not null,
      by_kind text not null check (by_kind in ('member', 'guest')),
      by_id uuid references users (id) on delete set null,
      by_name text not null,
      note text not null,
      at timestamptz not null default now(),
      primary key (workspace_id, document_id),
      foreign key (workspace_id, document_id) references documents (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`create index document_reviews_by on document_reviews (by_id)`.execute(db)
}
