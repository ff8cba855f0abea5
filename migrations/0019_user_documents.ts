import { type Kysely, sql } from 'kysely'

/** Small JSON documents of a person, by path: preferences and drafts. */
export async function up(db: Kysely<unknown>) {
  await sql`create sequence user_document_changes`.execute(db)
  await sql`
    create table user_documents (
      user_id uuid not null references users on delete cascade,
      workspace_id uuid references workspaces on delete cascade,
      path text not null,
      version integer not null,
      content jsonb not null,
      bytes integer not null,
      change bigint not null,
      updated_at timestamptz not null default now()
    )`.execute(db)
  // Without a workspace, a document is of the person alone.
  await sql`
    create unique index user_documents_place on user_documents
      (user_id, coalesce(workspace_id, '00000000-0000-0000-0000-000000000000'::uuid), path)`.execute(db)
  await sql`create index user_documents_workspace on user_documents (workspace_id)`.execute(db)
  await sql`
    create table user_documents_gone (
      id bigint generated always as identity primary key,
      user_id uuid not null,
      workspace_id uuid,
      path text not null,
      gone_at timestamptz not null default now()
    )`.execute(db)
  // However a row goes, alone, with its workspace or with its account, the mirror hears of it.
  await sql`
    create function user_documents_follow() returns trigger language plpgsql as $$
    begin
      insert into user_documents_gone (user_id, workspace_id, path) values (old.user_id, old.workspace_id, old.path);
      return null;
    end $$`.execute(db)
  await sql`
    create trigger user_documents_follow after delete on user_documents
    for each row execute function user_documents_follow()`.execute(db)
}
