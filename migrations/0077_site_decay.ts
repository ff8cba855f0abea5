import { type Kysely, sql } from 'kysely'

/** My site: pages that lose clicks, and what became of pages after somebody worked on them. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table site_decays (
      workspace_id uuid not null,
      site_id uuid not null,
      id uuid not null,
      page text not null,
      against text not null check (against in ('before', 'year')),
      change real not null,
      low real not null,
      high real not null,
      clicks real not null,
      clicks_before real not null,
      demand real not null,
      position real not null,
      ctr real not null,
      seasonal real,
      queries jsonb not null default '[]',
      since date not null,
      last_day date not null,
      state text not null default 'open' check (state in ('open', 'refreshing', 'resolved', 'dismissed')),
      draft_id uuid,
      found_at timestamptz not null default now(),
      changed_at timestamptz not null default now(),
      primary key (workspace_id, site_id, id),
      foreign key (workspace_id, site_id) references sites (workspace_id, id) on delete cascade,
      foreign key (workspace_id, draft_id) references documents (workspace_id, id) on delete set null (draft_id)
    )`.execute(db)
  await sql`create unique index site_decays_id on site_decays (id)`.execute(db)
  // A page decays once at a time.
  await sql`create unique index site_decays_page on site_decays (workspace_id, site_id, page) where state <> 'resolved'`.execute(
    db,
  )
  await sql`
    create table site_actions (
      workspace_id uuid not null,
      site_id uuid not null,
      id uuid not null,
      action text not null check (action in ('published', 'refreshed', 'linked', 'retitled')),
      page text not null,
      title text,
      day date not null,
      document_id uuid,
      verdict text check (verdict in ('gained', 'lost', 'unclear')),
      before real,
      after real,
      change real,
      low real,
      high real,
      controls integer,
      controls_change real,
      measured_at timestamptz,
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, site_id, id),
      foreign key (workspace_id, site_id) references sites (workspace_id, id) on delete cascade,
      foreign key (workspace_id, document_id) references documents (workspace_id, id) on delete set null (document_id)
    )`.execute(db)
  await sql`create unique index site_actions_once on site_actions (workspace_id, site_id, page, action, day)`.execute(
    db,
  )
}
