import { type Kysely, sql } from 'kysely'

/** Members who are mentioned in comments, and what waits for a person's next digest email. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table document_comments add column mentions jsonb not null default '[]'`.execute(db)
  await sql`alter table plan_comments add column mentions jsonb not null default '[]'`.execute(db)
  await sql`
    create table digest_comments (
      user_id uuid not null references users (id) on delete cascade,
      run_id uuid not null,
      item_id uuid not null,
      workspace_id uuid not null references workspaces (id) on delete cascade,
      kind text not null check (kind in ('document_comment', 'document_review', 'plan_comment')),
      mentioned boolean not null,
      digest_id uuid,
      created_at timestamptz not null default now(),
      primary key (user_id, kind, item_id)
    )`.execute(db)
  await sql`create index digest_comments_workspace on digest_comments (workspace_id)`.execute(db)
  await sql`create index digest_comments_of on digest_comments (digest_id) where digest_id is not null`.execute(db)
}
