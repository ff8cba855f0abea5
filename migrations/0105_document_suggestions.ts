import { type Kysely, sql } from 'kysely'

/** What guests of review links suggest to change in documents: a text that they started from, and each change of it. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table document_proposals (
      workspace_id uuid not null,
      id uuid not null,
      document_id uuid not null,
      link_id uuid,
      base_version integer not null,
      base_md text not null,
      author_name text not null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id),
      foreign key (workspace_id, document_id) references documents (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create index document_proposals_of_document on document_proposals (workspace_id, document_id, created_at, id)`.execute(
    db,
  )
  await sql`
    create table document_suggestions (
      workspace_id uuid not null,
      id uuid not null,
      proposal_id uuid not null,
      start_at integer not null,
      end_at integer not null,
      before text not null,
      after text not null,
      state text not null default 'open' check (state in ('open', 'accepted', 'rejected')),
      decided_by uuid references users (id) on delete set null,
      decided_at timestamptz,
      primary key (workspace_id, id),
      foreign key (workspace_id, proposal_id) references document_proposals (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create index document_suggestions_of_proposal on document_suggestions (workspace_id, proposal_id, start_at)`.execute(
    db,
  )
  await sql`create index document_suggestions_decided_by on document_suggestions (decided_by)`.execute(db)
}
