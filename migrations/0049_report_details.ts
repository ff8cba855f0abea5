import { type Kysely, sql } from 'kysely'

/**
 * What people add to a report: a name, tags, a note and a star. A deleted report stays for some days, so that deleting can be undone:
 * until then it's out of the lists and their counts.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    alter table reports
      add column title text,
      add column tags text[] not null default '{}',
      add column note text not null default '',
      add column favorite boolean not null default false,
      add column deleted_at timestamptz`.execute(db)
  await sql`create index reports_deleted on reports (workspace_id, deleted_at desc) where deleted_at is not null`.execute(
    db,
  )
  await sql`create index reports_favorite on reports (workspace_id, id) where favorite`.execute(db)
  await sql`create index reports_tags on reports using gin (tags) where tags <> '{}'`.execute(db)
  await sql`
    create or replace function reports_listed() returns trigger language plpgsql as $$
    declare
      was_listed boolean := tg_op <> 'INSERT' and old.deleted_at is null;
      is_listed boolean := tg_op <> 'DELETE' and new.deleted_at is null;
      new_words text;
    begin
      if is_listed then
        new_words := lower(concat_ws(' ', new.query, new.title, nullif(array_to_string(new.tags, ' '), '')));
      end if;
      if was_listed and is_listed then
        update report_listings set hidden = new.hidden, type = new.type, status = new.status, words = new_words
          where workspace_id = new.workspace_id and report_id = new.id;
      elsif is_listed then
        insert into report_listings (workspace_id, report_id, created_at, hidden, type, status, words)
          values (new.workspace_id, new.id, new.created_at, new.hidden, new.type, new.status, new_words);
      elsif tg_op = 'UPDATE' then
        delete from report_listings where workspace_id = new.workspace_id and report_id = new.id;
      end if;
      if is_listed and not (was_listed and (old.hidden, old.type, old.status) = (new.hidden, new.type, new.status)) then
        insert into report_counts (workspace_id, hidden, type, status, reports)
          values (new.workspace_id, new.hidden, new.type, new.status, 1);
      end if;
      if was_listed and not (is_listed and (old.hidden, old.type, old.status) = (new.hidden, new.type, new.status)) then
        -- With its workspace it goes uncounted: the counts go too.
        insert into report_counts (workspace_id, hidden, type, status, reports)
          select old.workspace_id, old.hidden, old.type, old.status, -1
          where exists (select from workspaces w where w.id = old.workspace_id);
      end if;
      return null;
    end $$`.execute(db)
  await sql`drop trigger reports_listed_anew on reports`.execute(db)
  await sql`
    create trigger reports_listed_anew after update on reports for each row
      when ((old.hidden, old.type, old.status, old.query, old.title, old.tags, old.deleted_at)
        is distinct from (new.hidden, new.type, new.status, new.query, new.title, new.tags, new.deleted_at))
      execute function reports_listed()`.execute(db)
}
