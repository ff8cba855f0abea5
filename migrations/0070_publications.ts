import { type Kysely, sql } from 'kysely'

/** Sites that posts are published on, a document's post on each, and the images uploaded there. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table destinations (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      id uuid not null,
      kind text not null check (kind in ('wordpress', 'ghost', 'shopify', 'webflow', 'webhook', 'blog')),
      url text not null,
      sealed_credentials text,
      defaults jsonb not null default '{}',
      can jsonb,
      found jsonb not null default '{}',
      keeps_scripts boolean not null default false,
      collections jsonb,
      checked_at timestamptz,
      error text,
      failure jsonb,
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`create unique index destinations_id on destinations (id)`.execute(db)
  await sql`create unique index destinations_blog on destinations (workspace_id) where kind = 'blog'`.execute(db)
  await sql`
    create table publications (
      workspace_id uuid not null,
      id uuid not null,
      destination_id uuid not null,
      document_id uuid,
      remote_id text,
      url text,
      state text not null check (state in ('draft', 'scheduled', 'published', 'unpublished', 'failed')),
      title text not null,
      slug text not null,
      fields jsonb not null default '{}',
      version integer,
      sent jsonb,
      remote_hash text,
      remote_changed boolean not null default false,
      remote_checked_at timestamptz,
      publish_at timestamptz,
      published_at timestamptz,
      attempt jsonb,
      lease_until timestamptz,
      scheduled jsonb,
      error text,
      failure jsonb,
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, id),
      foreign key (workspace_id, destination_id) references destinations (workspace_id, id) on delete cascade,
      foreign key (workspace_id, document_id) references documents (workspace_id, id) on delete set null (document_id)
    )`.execute(db)
  await sql`create unique index publications_id on publications (id)`.execute(db)
  await sql`create unique index publications_once on publications (workspace_id, document_id, destination_id)`.execute(
    db,
  )
  await sql`create index publications_list on publications (workspace_id, updated_at desc, id desc)`.execute(db)
  await sql`create index publications_destination on publications (workspace_id, destination_id)`.execute(db)
  await sql`create index publications_open on publications (lease_until) where lease_until is not null`.execute(db)
  await sql`
    create table publication_images (
      workspace_id uuid not null,
      destination_id uuid not null,
      image_id uuid not null,
      remote_id text,
      url text not null,
      uploaded_at timestamptz not null default now(),
      primary key (workspace_id, destination_id, image_id),
      foreign key (workspace_id, destination_id) references destinations (workspace_id, id) on delete cascade
    )`.execute(db)
}
