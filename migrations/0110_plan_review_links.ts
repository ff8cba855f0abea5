import { type Kysely, sql } from 'kysely'

/** Links that open one content plan for people without an account, and comments on its items. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table plan_review_links (
      workspace_id uuid not null,
      plan_id uuid not null,
      id uuid not null,
      may text not null check (may in ('read', 'comment')),
      password_hash text,
      expires_at timestamptz,
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, plan_id),
      foreign key (workspace_id, plan_id) references content_plans (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`create unique index plan_review_links_id on plan_review_links (id)`.execute(db)
  await sql`create index plan_review_links_creator on plan_review_links (created_by)`.execute(db)
  await sql`
    create table plan_comments (
      workspace_id uuid not null,
      id uuid not null,
      plan_id uuid not null,
      item_id uuid,
      item_title text not null,
      parent_id uuid,
      text text not null,
      author_kind text not null check (author_kind in ('member', 'guest')),
      author_id uuid references users (id) on delete set null,
      author_name text not null,
      resolved_at timestamptz,
      resolver_name text,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id),
      foreign key (workspace_id, plan_id) references content_plans (workspace_id, id) on delete cascade,
      foreign key (workspace_id, plan_id, item_id) references plan_items (workspace_id, plan_id, id)
        on delete set null (item_id),
      foreign key (workspace_id, parent_id) references plan_comments (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create index plan_comments_of_plan on plan_comments (workspace_id, plan_id, created_at, id)`.execute(db)
  await sql`create index plan_comments_of_item on plan_comments (workspace_id, plan_id, item_id)`.execute(db)
  await sql`create index plan_comments_parent on plan_comments (workspace_id, parent_id)`.execute(db)
  await sql`create index plan_comments_author on plan_comments (author_id)`.execute(db)
}
