import { type Kysely, sql } from 'kysely'

/** Look-ups of trends and volumes, kept so that they can be opened again, and named lists of keywords. */
export async function up(db: Kysely<unknown>) {
  // The units stand with the look-up while it runs: should the process die, they go back by what stands here.
  await sql`
    create table lookups (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      kind text not null,
      status text not null,
      question jsonb not null,
      answer jsonb,
      provider text,
      known integer not null default 0,
      missing integer not null default 0,
      units integer not null,
      units_period timestamptz not null,
      payer_id uuid not null,
      cost_usd double precision not null default 0,
      created_by uuid,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`create unique index lookups_id on lookups (id)`.execute(db)
  await sql`create index lookups_recent on lookups (workspace_id, kind, created_at desc, id)`.execute(db)
  await sql`create index lookups_age on lookups (created_at)`.execute(db)
  await sql`create index lookups_running on lookups (created_at) where status = 'running'`.execute(db)

  await sql`
    create table keyword_lists (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      name text not null,
      item_count integer not null default 0,
      created_by uuid,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      removed_at timestamptz,
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`create unique index keyword_lists_id on keyword_lists (id)`.execute(db)
  await sql`create unique index keyword_lists_name on keyword_lists (workspace_id, lower(name)) where removed_at is null`.execute(
    db,
  )
  await sql`create index keyword_lists_removed on keyword_lists (removed_at) where removed_at is not null`.execute(db)
  await sql`
    create table keyword_list_items (
      workspace_id uuid not null,
      list_id uuid not null,
      key text not null,
      id uuid not null,
      text text not null,
      from_kind text not null,
      from_id uuid,
      from_label text,
      added_by uuid,
      added_at timestamptz not null default now(),
      primary key (workspace_id, list_id, key),
      foreign key (workspace_id, list_id) references keyword_lists on delete cascade
    )`.execute(db)
  // UUIDv7: newest first without a sort.
  await sql`create unique index keyword_list_items_order on keyword_list_items (workspace_id, list_id, id)`.execute(db)
}
