import { type Kysely, sql } from 'kysely'

/**
 * What a listener heard goes with it, in one statement for each listener that goes. The foreign keys did the same and asked,
 * for each of the hundreds of rows of a run, whether the listener is still there: the run holds its row locked anyway, and
 * they were seven eighths of what writing it cost.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table listener_items drop constraint listener_items_workspace_id_listener_id_fkey`.execute(db)
  await sql`alter table listener_changes drop constraint listener_changes_workspace_id_listener_id_fkey`.execute(db)
  await sql`
    create function listener_items_follow() returns trigger language plpgsql as $$
    begin
      delete from listener_changes c using gone
        where c.workspace_id = gone.workspace_id and c.listener_id = gone.id;
      delete from listener_items i using gone
        where i.workspace_id = gone.workspace_id and i.listener_id = gone.id;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger listener_items_follow after delete on listeners
    referencing old table as gone for each statement execute function listener_items_follow()`.execute(db)
}
