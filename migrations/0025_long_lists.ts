import { type Kysely, sql } from 'kysely'

/**
 * Lists of very many reports. What a list is filtered, searched and ordered by stands in a table of its own, narrow enough to be
 * looked through (`report_listings`); how many there are of each kind is kept (`report_counts`): every change adds a row, so that
 * nobody waits for anybody, and housekeeping adds them up. A trigger keeps both: nothing that writes a report can forget them.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table report_listings (
      workspace_id uuid not null,
      report_id uuid not null,
      created_at timestamptz not null,
      hidden boolean not null,
      type text not null,
      status text not null,
      words text not null
    ) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02)`.execute(db)
  await sql`
    create table report_counts (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null default gen_random_uuid(),
      hidden boolean not null,
      type text not null,
      status text not null,
      reports bigint not null,
      primary key (workspace_id, id)
    )`.execute(db)
  // Whatever changes a report from here on waits for the end of this.
  await sql`lock table reports in share row exclusive mode`.execute(db)
  await sql`
    insert into report_listings
    select workspace_id, id, created_at, hidden, type, status, lower(query) from reports order by workspace_id, created_at`.execute(
    db,
  )
  await sql`
    insert into report_counts (workspace_id, hidden, type, status, reports)
    select workspace_id, hidden, type, status, count(*) from report_listings group by 1, 2, 3, 4 order by 1`.execute(db)
  await sql`set local maintenance_work_mem = '256MB'`.execute(db)
  await sql`alter table report_listings add primary key (workspace_id, report_id)`.execute(db)
  await sql`
    alter table report_listings add foreign key (workspace_id, report_id) references reports on delete cascade`.execute(
    db,
  )
  // Without the status, which changes three times while a report is made: then no index has to hear of it.
  await sql`
    create index report_listings_order on report_listings (workspace_id, hidden, created_at desc, report_id desc) include (type)`.execute(
    db,
  )
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create extension if not exists btree_gin;
      create index report_listings_words on report_listings using gin (workspace_id, words gin_trgm_ops) with (gin_pending_list_limit = 256);
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      raise warning 'Lists of reports are searched without an index: this role may not add pg_trgm and btree_gin (%)', sqlerrm;
    end $$`.execute(db)
  await sql`
    create function reports_listed() returns trigger language plpgsql as $$ begin
      if tg_op = 'INSERT' then
        insert into report_listings (workspace_id, report_id, created_at, hidden, type, status, words)
          values (new.workspace_id, new.id, new.created_at, new.hidden, new.type, new.status, lower(new.query));
        insert into report_counts (workspace_id, hidden, type, status, reports)
          values (new.workspace_id, new.hidden, new.type, new.status, 1);
      elsif tg_op = 'UPDATE' then
        update report_listings set hidden = new.hidden, type = new.type, status = new.status, words = lower(new.query)
          where workspace_id = new.workspace_id and report_id = new.id;
        insert into report_counts (workspace_id, hidden, type, status, reports)
          values (old.workspace_id, old.hidden, old.type, old.status, -1), (new.workspace_id, new.hidden, new.type, new.status, 1);
      else
        -- With its workspace it goes uncounted: the counts go too.
        insert into report_counts (workspace_id, hidden, type, status, reports)
          select old.workspace_id, old.hidden, old.type, old.status, -1
          where exists (select from workspaces w where w.id = old.workspace_id);
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger reports_listed after insert or delete on reports for each row execute function reports_listed()`.execute(
    db,
  )
  await sql`
    create trigger reports_listed_anew after update on reports for each row
      when ((old.hidden, old.type, old.status, old.query) is distinct from (new.hidden, new.type, new.status, new.query))
      execute function reports_listed()`.execute(db)
  // The texts of a big report, packed: a fraction of the bytes to read. Those that were made before stay as they are (`labels`).
  await sql`alter table report_columns add texts bytea`.execute(db)
  await sql`alter table report_columns alter texts set storage external`.execute(db)
  await sql`create index report_clusters_order on report_clusters (workspace_id, report_id, position)`.execute(db)
  // Last: from here until the end nobody reads reports.
  await sql`drop index reports_listed`.execute(db)
}
