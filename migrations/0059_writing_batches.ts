import { type Kysely, sql } from 'kysely'

/** Bulk writing: batches, their items with leases, each request's money, and rate limits shared by workers. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table writing_batches (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      id uuid not null,
      name text not null,
      status text not null default 'queued'
        check (status in ('queued', 'running', 'paused', 'done', 'failed', 'cancelled')),
      reason text check (reason in ('budget', 'by_hand', 'model_changed', 'model_unavailable')),
      chain text[] not null,
      options jsonb not null,
      provider text not null,
      model text not null,
      model_key text not null,
      price jsonb,
      estimate jsonb not null,
      budget_nano bigint check (budget_nano > 0),
      spent_nano bigint not null default 0,
      reserved_nano bigint not null default 0 check (reserved_nano >= 0),
      input_tokens bigint not null default 0,
      output_tokens bigint not null default 0,
      overlap_pairs jsonb not null default '[]',
      error text,
      failure jsonb,
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`create unique index writing_batches_id on writing_batches (id)`.execute(db)
  await sql`create index writing_batches_list on writing_batches (workspace_id, created_at desc, id desc)`.execute(db)
  await sql`create index writing_batches_open on writing_batches (model_key) where status in ('queued', 'running')`.execute(
    db,
  )
  await sql`
    create table writing_batch_items (
      workspace_id uuid not null,
      batch_id uuid not null,
      id uuid not null,
      position integer not null,
      title text not null,
      plan_id uuid,
      plan_item_id uuid,
      input jsonb not null,
      document_id uuid,
      brief_id uuid,
      status text not null default 'queued' check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
      step text check (step in ('outline', 'brief', 'article', 'humanize', 'score')),
      generation_id uuid,
      document_version integer,
      sections_done integer not null default 0,
      sections integer,
      draft jsonb,
      words integer,
      score real,
      spent_nano bigint not null default 0,
      input_tokens bigint not null default 0,
      output_tokens bigint not null default 0,
      checks jsonb,
      error text,
      failure jsonb,
      payer_id uuid not null,
      units_period timestamptz not null,
      ai_held integer not null default 0 check (ai_held >= 0),
      humanizer_held integer not null default 0 check (humanizer_held >= 0),
      ai_used integer not null default 0,
      humanizer_used integer not null default 0,
      lease uuid,
      leased_until timestamptz,
      attempts integer not null default 0,
      run_after timestamptz,
      updated_at timestamptz not null default now(),
      finished_at timestamptz,
      primary key (workspace_id, batch_id, id),
      foreign key (workspace_id, batch_id) references writing_batches (workspace_id, id) on delete cascade,
      foreign key (workspace_id, document_id) references documents (workspace_id, id) on delete set null (document_id),
      foreign key (workspace_id, brief_id) references documents (workspace_id, id) on delete set null (brief_id)
    )`.execute(db)
  // A plan item is in one running batch only.
  await sql`create unique index writing_batch_items_open on writing_batch_items (workspace_id, plan_item_id)
    where plan_item_id is not null and status in ('queued', 'running')`.execute(db)
  await sql`create index writing_batch_items_work on writing_batch_items (leased_until, workspace_id, batch_id)
    where status in ('queued', 'running')`.execute(db)
  await sql`create index writing_batch_items_document on writing_batch_items (workspace_id, document_id)`.execute(db)
  await sql`create index writing_batch_items_brief on writing_batch_items (workspace_id, brief_id)`.execute(db)
  await sql`
    create table writing_batch_calls (
      workspace_id uuid not null,
      batch_id uuid not null,
      item_id uuid not null,
      id uuid not null,
      lease uuid not null,
      step text not null,
      state text not null default 'open' check (state in ('open', 'settled', 'lost')),
      reserved_nano bigint not null,
      cost_nano bigint,
      input_tokens integer,
      output_tokens integer,
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      primary key (workspace_id, batch_id, item_id, id),
      foreign key (workspace_id, batch_id, item_id) references writing_batch_items (workspace_id, batch_id, id) on delete cascade
    )`.execute(db)
  await sql`create index writing_batch_calls_open on writing_batch_calls (workspace_id, batch_id) where state = 'open'`.execute(
    db,
  )
  await sql`
    create table model_pacing (
      key text primary key,
      paused_until timestamptz not null default now(),
      strikes integer not null default 0,
      next_at timestamptz not null default now()
    )`.execute(db)
  // What a workspace pays for its own model, in US dollars for a million tokens.
  await sql`alter table workspace_models add column input_price double precision check (input_price >= 0),
    add column output_price double precision check (output_price >= 0)`.execute(db)
  // A generation that belongs to a batch lives without a reader: it has no lease of its own.
  await sql`alter table generations add column batch_item_id uuid`.execute(db)
}
