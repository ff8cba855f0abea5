import { type Kysely, sql } from 'kysely'

/** Pictures of workspaces, and the files that are to be taken away once nothing names them. */
export async function up(db: Kysely<unknown>) {
  // The id is the public address of a picture: random, so that nobody guesses it.
  await sql`
    create table images (
      id uuid primary key,
      workspace_id uuid not null references workspaces on delete cascade,
      name text not null,
      alt text not null default '',
      animated boolean not null,
      files jsonb not null,
      source_hash bytea not null,
      created_by uuid,
      created_at timestamptz not null default now(),
      constraint images_source unique (workspace_id, source_hash)
    )`.execute(db)
  await sql`create index images_recent on images (workspace_id, created_at desc, id)`.execute(db)
  await sql`
    create table image_files_to_remove (
      workspace_id uuid not null,
      image_id uuid not null,
      names text[] not null,
      due_at timestamptz not null,
      primary key (image_id)
    )`.execute(db)
  await sql`create index image_files_due on image_files_to_remove (due_at)`.execute(db)
  // However a row goes, alone or with its workspace or its owner's account, its files follow.
  await sql`
    create function image_files_follow() returns trigger language plpgsql as $$
    begin
      insert into image_files_to_remove (workspace_id, image_id, names, due_at)
      values (old.workspace_id, old.id, array(select file ->> 'name' from jsonb_array_elements(old.files) as file), now())
      on conflict (image_id) do update set due_at = excluded.due_at;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger image_files_follow after delete on images
    for each row execute function image_files_follow()`.execute(db)
}
