import { type Kysely, sql } from 'kysely'

/** My site: the sites of a workspace, their crawls and pages, and when each host may be asked next. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table sites (
      workspace_id uuid not null references workspaces (id) on delete cascade,
      id uuid not null,
      url text not null,
      created_by uuid references users (id) on delete set null,
      created_at timestamptz not null default now(),
      primary key (workspace_id, id)
    )`.execute(db)
  await sql`create unique index sites_id on sites (id)`.execute(db)
  await sql`create unique index sites_url on sites (workspace_id, url)`.execute(db)
  await sql`
    create table site_crawls (
      workspace_id uuid not null,
      site_id uuid not null,
      id uuid not null,
      no integer not null,
      state text not null default 'running' check (state in ('running', 'done', 'failed', 'cancelled')),
      complete boolean not null default false,
      found integer not null default 0,
      fetched integer not null default 0,
      unchanged integer not null default 0,
      skipped jsonb not null default '{}',
      added integer not null default 0,
      changed integer not null default 0,
      removed integer not null default 0,
      prepared boolean not null default false,
      lease uuid,
      leased_until timestamptz,
      error text,
      failure jsonb,
      started_at timestamptz not null default now(),
      finished_at timestamptz,
      primary key (workspace_id, site_id, id),
      foreign key (workspace_id, site_id) references sites (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`create unique index site_crawls_id on site_crawls (id)`.execute(db)
  await sql`create unique index site_crawls_no on site_crawls (workspace_id, site_id, no)`.execute(db)
  // A site is crawled once at a time.
  await sql`create unique index site_crawls_running on site_crawls (workspace_id, site_id) where state = 'running'`.execute(
    db,
  )
  await sql`
    create table site_crawl_urls (
      workspace_id uuid not null,
      site_id uuid not null,
      crawl_id uuid not null,
      key uuid not null,
      url text not null,
      origin text not null check (origin in ('start', 'page', 'sitemap', 'link', 'redirect')),
      depth integer not null,
      hops integer not null default 0,
      shape text,
      lastmod text,
      done boolean not null default false,
      position bigint generated always as identity,
      primary key (workspace_id, site_id, crawl_id, key),
      foreign key (workspace_id, site_id, crawl_id) references site_crawls (workspace_id, site_id, id) on delete cascade
    )`.execute(db)
  await sql`create index site_crawl_urls_next on site_crawl_urls (workspace_id, site_id, crawl_id, depth, position)
    where not done`.execute(db)
  await sql`create index site_crawl_urls_shape on site_crawl_urls (workspace_id, site_id, crawl_id, shape)
    where shape is not null`.execute(db)
  await sql`
    create table site_pages (
      workspace_id uuid not null,
      site_id uuid not null,
      key uuid not null,
      url text not null,
      url_key text not null,
      state text not null default 'live' check (state in ('live', 'missing', 'gone')),
      present boolean,
      status integer,
      redirect_to text,
      title text,
      description text,
      h1 text,
      headings jsonb not null default '[]',
      words integer,
      language text,
      topic text,
      terms jsonb not null default '[]',
      schema_types text[] not null default '{}',
      canonical text,
      indexable boolean,
      index_reason text
        check (index_reason in ('noindex', 'canonical', 'robots', 'redirect', 'status', 'unread')),
      images integer,
      images_without_alt integer,
      external_links integer,
      content_links uuid[] not null default '{}',
      navigation_links uuid[] not null default '{}',
      inlinks integer not null default 0,
      content_inlinks integer not null default 0,
      lastmod text,
      etag text,
      last_modified text,
      digest text,
      depth integer,
      shape text,
      error text,
      failure jsonb,
      first_crawl integer not null,
      last_crawl integer not null,
      first_seen timestamptz not null default now(),
      fetched_at timestamptz,
      primary key (workspace_id, site_id, key),
      foreign key (workspace_id, site_id) references sites (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`create index site_pages_url_key on site_pages (workspace_id, url_key)`.execute(db)
  await sql`
    create table site_page_changes (
      workspace_id uuid not null,
      site_id uuid not null,
      crawl_no integer not null,
      key uuid not null,
      kind text not null check (kind in ('added', 'changed', 'removed', 'returned')),
      url text not null,
      fields text[] not null default '{}',
      at timestamptz not null default now(),
      primary key (workspace_id, site_id, crawl_no, key),
      foreign key (workspace_id, site_id) references sites (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`
    create table crawl_hosts (
      host text primary key,
      next_at timestamptz not null
    )`.execute(db)
}
