import { type Kysely, sql } from 'kysely'

/** Documents with every version, what each generation cost, brand voices and a workspace's own model. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table documents (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      created_by uuid,
      template text not null,
      title text not null,
      status text not null,
      briefing jsonb not null,
      report_id uuid,
      brand_voice_id uuid,
      model text,
      content_md text not null default '',
      word_count integer not null default 0,
      outline jsonb not null default '[]',
      citations jsonb not null default '[]',
      score jsonb,
      provenance jsonb,
      error text,
      version integer not null default 1,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`create unique index documents_id on documents (id)`.execute(db)
  await sql`create index documents_recent on documents (workspace_id, updated_at desc, id)`.execute(db)
  await sql`
    create table document_versions (
      workspace_id uuid not null,
      document_id uuid not null,
      version integer not null,
      title text not null,
      content_md text not null,
      word_count integer not null,
      outline jsonb not null,
      citations jsonb not null,
      cause text not null,
      by uuid,
      at timestamptz not null default now(),
      primary key (workspace_id, document_id, version),
      foreign key (workspace_id, document_id) references documents on delete cascade
    )`.execute(db)
  await sql`
    create table generations (
      workspace_id uuid not null,
      document_id uuid not null,
      id uuid not null,
      kind text not null,
      status text not null,
      provider text not null,
      model text not null,
      prompt_version text not null,
      input_tokens integer,
      output_tokens integer,
      output text,
      progress real not null default 0,
      characters integer not null default 0,
      error text,
      payer_id uuid not null,
      units integer not null,
      units_period timestamptz not null,
      units_returned boolean not null default false,
      leased_until timestamptz,
      started_by uuid,
      started_at timestamptz not null default now(),
      ended_at timestamptz,
      primary key (workspace_id, document_id, id),
      foreign key (workspace_id, document_id) references documents on delete cascade
    )`.execute(db)
  // One writer a document: a second generation of the text itself is refused while the first is at work.
  await sql`
    create unique index generations_writer on generations (workspace_id, document_id)
    where status = 'running' and kind in ('document', 'section', 'continue')`.execute(db)
  await sql`create index generations_leases on generations (leased_until) where status = 'running'`.execute(db)
  await sql`
    create table brand_voices (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      name text not null,
      samples jsonb not null,
      traits jsonb not null,
      word_count integer not null,
      created_by uuid,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`
    create table workspace_models (
      workspace_id uuid primary key references workspaces on delete cascade,
      provider text not null,
      model text not null,
      base_url text,
      sealed_key text,
      key_hint text,
      updated_by uuid,
      updated_at timestamptz not null default now()
    )`.execute(db)
}
