import { type Kysely, sql } from 'kysely'

/** Visits of AI crawlers from server logs, and of people from assistants. IP addresses aren’t stored. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table site_visit_logs (
      workspace_id uuid not null,
      site_id uuid not null,
      id uuid not null,
      file_name text not null,
      digest text not null,
      from_day date,
      to_day date,
      lines bigint not null,
      visits integer not null,
      added integer not null,
      unread bigint not null,
      elsewhere integer not null,
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, site_id, id),
      foreign key (workspace_id, site_id) references sites (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`create unique index site_visit_logs_once on site_visit_logs (workspace_id, site_id, digest)`.execute(db)
  // Days that a log has lines of. "seen": hashes of the lines that were counted, so that overlapping logs count once.
  await sql`
    create table site_visit_days (
      workspace_id uuid not null,
      site_id uuid not null,
      day date not null,
      seen bytea,
      primary key (workspace_id, site_id, day),
      foreign key (workspace_id, site_id) references sites (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create table site_bot_visits (
      workspace_id uuid not null,
      site_id uuid not null,
      day date not null,
      bot text not null,
      kind text not null check (kind in ('page', 'file', 'robots')),
      path text not null,
      status smallint not null,
      visits integer not null,
      last_at timestamptz not null,
      primary key (workspace_id, site_id, day, bot, kind, path, status),
      foreign key (workspace_id, site_id) references sites (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create table site_referral_exports (
      workspace_id uuid not null,
      site_id uuid not null,
      file_name text not null,
      from_day date,
      to_day date,
      all_sessions integer not null,
      total integer not null,
      rejected integer not null,
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, site_id),
      foreign key (workspace_id, site_id) references sites (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create table site_referral_rows (
      workspace_id uuid not null,
      site_id uuid not null,
      no integer not null,
      assistant text not null,
      source text not null,
      page text,
      sessions integer not null,
      primary key (workspace_id, site_id, no),
      foreign key (workspace_id, site_id) references site_referral_exports (workspace_id, site_id) on delete cascade
    )`.execute(db)
}
