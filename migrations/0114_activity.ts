import { type Kysely, sql } from 'kysely'

/** Who did what in a workspace, as far as no other table keeps it, and indexes to read the rest by time. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table activity_entries (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      id uuid not null,
      at timestamptz not null default now(),
      kind text not null,
      subject text not null check (subject in ('document', 'plan', 'post')),
      document_id uuid,
      plan_id uuid,
      post_id uuid,
      title text not null,
      actor_kind text not null check (actor_kind in ('member', 'guest', 'api', 'earshot')),
      actor_id uuid references users (id) on delete set null,
      actor_name text not null,
      owner_id uuid references users (id) on delete set null,
      due_on date,
      version integer,
      state text,
      text text,
      destination text,
      url text,
      primary key (workspace_id, id),
      foreign key (workspace_id, document_id) references documents (workspace_id, id) on delete cascade,
      foreign key (workspace_id, plan_id) references content_plans (workspace_id, id) on delete cascade
    )`.execute(db)
  const indexes = [
    sql`create index activity_entries_recent on activity_entries (workspace_id, at)`,
    sql`create index activity_entries_document on activity_entries (workspace_id, document_id, at) where document_id is not null`,
    sql`create index activity_entries_plan on activity_entries (workspace_id, plan_id) where plan_id is not null`,
    sql`create index activity_entries_actor on activity_entries (actor_id) where actor_id is not null`,
    sql`create index activity_entries_owner on activity_entries (owner_id) where owner_id is not null`,
    // What the other tables keep, by time.
    sql`create index document_versions_recent on document_versions (workspace_id, at)`,
    sql`create index document_versions_hours on document_versions (workspace_id, document_id, at)`,
    sql`create index document_comments_recent on document_comments (workspace_id, created_at)`,
    sql`create index document_proposals_recent on document_proposals (workspace_id, created_at)`,
    sql`create index document_suggestions_decided on document_suggestions (workspace_id, decided_at) where decided_at is not null`,
    sql`create index document_reviews_recent on document_reviews (workspace_id, at)`,
    sql`create index plan_comments_recent on plan_comments (workspace_id, created_at)`,
    sql`create index content_plans_created on content_plans (workspace_id, created_at)`,
    sql`create index reports_finished on reports (workspace_id, finished_at) where finished_at is not null`,
  ]
  for (const index of indexes) await index.execute(db)
  // Which versions an API key saved.
  await sql`alter table document_versions add column with_key boolean not null default false`.execute(db)
}
