import { type Kysely, sql } from 'kysely'

/** Content plans: one item a page, each keyword in exactly one item, links between items, and what undoing needs. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table content_plans (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      id uuid not null,
      name text not null,
      source_kind text not null check (source_kind in ('report', 'list', 'import', 'file')),
      report_id uuid,
      list_id uuid,
      import_id uuid,
      source_label text not null,
      language text not null,
      version integer not null default 1,
      item_count integer not null default 0,
      keyword_count integer not null default 0,
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id),
      foreign key (workspace_id, report_id) references reports (workspace_id, id) on delete set null (report_id),
      foreign key (workspace_id, list_id) references keyword_lists (workspace_id, id) on delete set null (list_id),
      foreign key (workspace_id, import_id) references imports (workspace_id, id) on delete set null (import_id)
    )`.execute(db)
  await sql`create unique index content_plans_id on content_plans (id)`.execute(db)
  await sql`create index content_plans_list on content_plans (workspace_id, updated_at desc, id desc)`.execute(db)
  await sql`
    create table plan_items (
      workspace_id uuid not null,
      plan_id uuid not null,
      id uuid not null,
      title text not null,
      role text not null check (role in ('pillar', 'spoke')),
      parent_id uuid,
      intent text,
      url text,
      url_key text,
      state text not null default 'idea'
        check (state in ('idea', 'briefed', 'drafting', 'review', 'published', 'measured', 'dropped')),
      owner_id uuid references users (id) on delete set null,
      due_on date,
      document_id uuid,
      brief_id uuid,
      publication_id uuid,
      page_id uuid,
      position integer not null,
      keyword_count integer not null default 0,
      volume bigint,
      volume_known integer not null default 0,
      difficulty real,
      score real,
      history jsonb not null default '{}',
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, plan_id, id),
      foreign key (workspace_id, plan_id) references content_plans (workspace_id, id) on delete cascade,
      foreign key (workspace_id, document_id) references documents (workspace_id, id) on delete set null (document_id),
      foreign key (workspace_id, brief_id) references documents (workspace_id, id) on delete set null (brief_id),
      check (role = 'spoke' or parent_id is null),
      check (parent_id <> id)
    )`.execute(db)
  await sql`create unique index plan_items_url on plan_items (workspace_id, plan_id, url_key) where url_key is not null`.execute(
    db,
  )
  await sql`create index plan_items_state on plan_items (workspace_id, plan_id, state, score desc nulls last, id)`.execute(
    db,
  )
  await sql`create index plan_items_due on plan_items (workspace_id, due_on) where due_on is not null`.execute(db)
  await sql`create index plan_items_document on plan_items (workspace_id, document_id) where document_id is not null`.execute(
    db,
  )
  await sql`create index plan_items_brief on plan_items (workspace_id, brief_id) where brief_id is not null`.execute(db)
  await sql`
    create table plan_keywords (
      workspace_id uuid not null,
      plan_id uuid not null,
      key text not null,
      item_id uuid not null,
      text text not null,
      volume bigint,
      volume_provider text,
      volume_as_of timestamptz,
      difficulty real,
      intent text,
      from_source boolean not null default true,
      primary key (workspace_id, plan_id, key),
      foreign key (workspace_id, plan_id) references content_plans (workspace_id, id) on delete cascade,
      foreign key (workspace_id, plan_id, item_id) references plan_items (workspace_id, plan_id, id) deferrable initially deferred
    )`.execute(db)
  await sql`create index plan_keywords_item on plan_keywords (workspace_id, plan_id, item_id)`.execute(db)
  await sql`
    create table plan_links (
      workspace_id uuid not null,
      plan_id uuid not null,
      from_id uuid not null,
      to_id uuid not null,
      anchor text not null,
      state text not null default 'proposed' check (state in ('proposed', 'set')),
      primary key (workspace_id, plan_id, from_id, to_id),
      foreign key (workspace_id, plan_id, from_id) references plan_items (workspace_id, plan_id, id) on delete cascade,
      foreign key (workspace_id, plan_id, to_id) references plan_items (workspace_id, plan_id, id) on delete cascade,
      check (from_id <> to_id)
    )`.execute(db)
  await sql`create index plan_links_to on plan_links (workspace_id, plan_id, to_id)`.execute(db)
  await sql`
    create table plan_changes (
      workspace_id uuid not null,
      plan_id uuid not null,
      version integer not null,
      before jsonb not null,
      changed_by uuid references users (id) on delete set null,
      at timestamptz not null default now(),
      primary key (workspace_id, plan_id, version),
      foreign key (workspace_id, plan_id) references content_plans (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create table plan_weights (
      workspace_id uuid primary key references workspaces (id) on delete cascade,
      weights jsonb not null,
      updated_at timestamptz not null default now()
    )`.execute(db)
}
