import { type Kysely, sql } from 'kysely'

/** Reports and everything they hold. Every key starts with the workspace, so that the tables can be spread by it. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table imports (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      kind text not null,
      file_name text not null,
      rows integer not null,
      accepted integer not null,
      rejected jsonb not null,
      rejected_total integer not null,
      columns jsonb not null,
      as_of timestamptz,
      created_by uuid,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`
    create table import_rows (
      workspace_id uuid not null,
      import_id uuid not null,
      line integer not null,
      key text not null,
      text text not null,
      data jsonb not null,
      primary key (workspace_id, import_id, line),
      foreign key (workspace_id, import_id) references imports on delete cascade
    )`.execute(db)
  await sql`create index import_rows_key on import_rows (workspace_id, key)`.execute(db)
  await sql`
    create table reports (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      created_by uuid,
      payer_id uuid,
      type text not null,
      query text not null,
      country text not null,
      language text not null,
      depth smallint not null,
      fresh boolean not null,
      import_id uuid,
      is_list boolean not null,
      status text not null,
      stage text not null,
      progress real not null default 0,
      hidden boolean not null default false,
      error text,
      row_count integer not null default 0,
      wanted_sources text[],
      missing jsonb not null default '{}',
      sources jsonb not null default '[]',
      units integer not null,
      units_period timestamptz,
      units_returned boolean not null default false,
      cost_usd double precision not null default 0,
      overview jsonb,
      trend jsonb,
      attempt integer not null default 1,
      created_at timestamptz not null default now(),
      started_at timestamptz,
      finished_at timestamptz,
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`create index reports_recent on reports (workspace_id, hidden, created_at desc, id)`.execute(db)
  await sql`create unique index reports_id on reports (id)`.execute(db)
  await sql`
    create table report_asks (
      workspace_id uuid not null,
      report_id uuid not null,
      source text not null,
      term text not null,
      depth smallint not null,
      found integer not null,
      ms integer not null,
      cached boolean not null,
      fetched_at timestamptz not null,
      urls text[],
      primary key (workspace_id, report_id, source, term),
      foreign key (workspace_id, report_id) references reports on delete cascade
    )`.execute(db)
  await sql`
    create table report_rows (
      workspace_id uuid not null,
      report_id uuid not null,
      id uuid not null,
      key text not null,
      text text not null,
      type text not null,
      modifier text,
      sources text[] not null,
      parent_id uuid,
      depth smallint not null,
      heard jsonb not null default '{}',
      popularity real,
      volume_value bigint,
      volume_low bigint,
      volume_high bigint,
      volume_provider text,
      volume_as_of timestamptz,
      impressions bigint,
      monthly jsonb,
      cpc_value double precision,
      cpc_currency text,
      competition real,
      difficulty real,
      intent text,
      intent_confidence real,
      cluster_id uuid,
      position integer,
      first_seen timestamptz not null default now(),
      primary key (workspace_id, report_id, key),
      foreign key (workspace_id, report_id) references reports on delete cascade
    )`.execute(db)
  await sql`create index report_rows_order on report_rows (workspace_id, report_id, position)`.execute(db)
  await sql`
    create table report_discussions (
      workspace_id uuid not null,
      report_id uuid not null,
      url text not null,
      source text not null,
      title text not null,
      score integer,
      answers integer,
      at timestamptz,
      primary key (workspace_id, report_id, url),
      foreign key (workspace_id, report_id) references reports on delete cascade
    )`.execute(db)
  await sql`
    create table report_pages (
      workspace_id uuid not null,
      report_id uuid not null,
      url text not null,
      rank integer not null,
      source text not null,
      domain text not null,
      title text not null,
      snippet text not null,
      fetched text,
      words integer,
      headings jsonb,
      content text,
      terms text[],
      read_at timestamptz,
      primary key (workspace_id, report_id, url),
      foreign key (workspace_id, report_id) references reports on delete cascade
    )`.execute(db)
  await sql`
    create table report_features (
      workspace_id uuid not null,
      report_id uuid not null,
      source text not null,
      position integer not null,
      type text not null,
      rank integer,
      title text,
      primary key (workspace_id, report_id, source, position),
      foreign key (workspace_id, report_id) references reports on delete cascade
    )`.execute(db)
  await sql`
    create table report_clusters (
      workspace_id uuid not null,
      report_id uuid not null,
      id uuid not null,
      position integer not null,
      name text not null,
      pillar text not null,
      intent text,
      keywords integer not null,
      volume bigint,
      primary key (workspace_id, report_id, id),
      foreign key (workspace_id, report_id) references reports on delete cascade
    )`.execute(db)
  await sql`
    create table report_terms (
      workspace_id uuid not null,
      report_id uuid not null,
      term text not null,
      kind text not null,
      weight real not null,
      pages integer not null,
      primary key (workspace_id, report_id, term),
      foreign key (workspace_id, report_id) references reports on delete cascade
    )`.execute(db)
  await sql`
    create unlogged table source_cache (
      key text primary key,
      answer jsonb not null,
      expires_at timestamptz not null
    )`.execute(db)
  await sql`create index source_cache_expiry on source_cache (expires_at)`.execute(db)
  await sql`
    create table shares (
      workspace_id uuid not null,
      report_id uuid not null,
      id uuid not null unique,
      sections text[] not null,
      password_hash text,
      expires_at timestamptz,
      created_by uuid,
      created_at timestamptz not null default now(),
      primary key (workspace_id, report_id),
      foreign key (workspace_id, report_id) references reports on delete cascade
    )`.execute(db)
}
