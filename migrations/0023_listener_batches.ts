import { type Kysely, sql } from 'kysely'

/**
 * What listeners heard, a row for each source of a run instead of a row for each phrase: phrases are kept as lines of one
 * text. Hundreds of rows a run, each entered into two indexes, were most of what a run cost. Who reads puts the rows together
 * (see docs/decisions/0016).
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table listener_items rename to listener_items_by_one`.execute(db)
  await sql`alter table listener_items_by_one rename constraint listener_items_pkey to listener_items_by_one_pkey`.execute(
    db,
  )
  await sql`alter table listener_changes rename to listener_changes_by_one`.execute(db)
  await sql`alter table listener_changes_by_one rename constraint listener_changes_pkey to listener_changes_by_one_pkey`.execute(
    db,
  )
  await sql`
    create table listener_items (
      workspace_id uuid not null,
      listener_id uuid not null,
      source text not null,
      first_run integer not null,
      run_no integer not null,
      first_seen timestamptz not null,
      texts text not null,
      keys text,
      passes text,
      primary key (workspace_id, listener_id, source, first_run)
    )`.execute(db)
  await sql`
    create table listener_changes (
      workspace_id uuid not null,
      listener_id uuid not null,
      source text not null,
      no integer not null,
      kind text not null check (kind in ('returned', 'removed', 'confirmed')),
      run_no integer not null,
      seen_at timestamptz,
      keys text not null,
      primary key (workspace_id, listener_id, source, no, kind)
    )`.execute(db)
  await sql`
    insert into listener_items
      (workspace_id, listener_id, source, first_run, run_no, first_seen, texts, keys, passes)
    select workspace_id, listener_id, source, first_run,
      coalesce((
        select min(r.no) from listener_runs r
        where r.workspace_id = i.workspace_id and r.listener_id = i.listener_id and r.no >= i.first_run
      ), first_run),
      min(first_seen), string_agg(text, E'\n' order by key), string_agg(key, E'\n' order by key),
      string_agg(case when passes then '1' else '0' end, '' order by key)
    from listener_items_by_one i group by workspace_id, listener_id, source, first_run`.execute(db)
  // What came and went within a week that was thinned out has no change left that says it went.
  await sql`
    insert into listener_changes (workspace_id, listener_id, source, no, kind, run_no, seen_at, keys)
    select i.workspace_id, i.listener_id, i.source, coalesce(c.run_no, i.first_run), coalesce(c.kind, 'removed'),
      coalesce(c.run_no, b.run_no), max(i.seen_at), string_agg(i.key, E'\n' order by i.key)
    from listener_items_by_one i
    join listener_items b using (workspace_id, listener_id, source, first_run)
    left join listener_changes_by_one c using (workspace_id, listener_id, source, key)
    where c.kind in ('returned', 'removed') or (c.kind is null and not i.active)
    group by i.workspace_id, i.listener_id, i.source, coalesce(c.run_no, i.first_run), coalesce(c.kind, 'removed'),
      coalesce(c.run_no, b.run_no)`.execute(db)
  await sql`drop table listener_items_by_one, listener_changes_by_one`.execute(db)
  // Set while its owner's plan has no room for it: how many that plan allows.
  await sql`alter table listeners add column paused_limit integer`.execute(db)
  await sql`create index listeners_without_room on listeners (workspace_id) where paused_limit is not null`.execute(db)
}
