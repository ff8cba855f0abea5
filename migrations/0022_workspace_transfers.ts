import { type Kysely, sql } from 'kysely'

/** Workspaces that leave as an archive or come from one: what was asked, how far it is, and the file that waits. */
export async function up(db: Kysely<unknown>) {
  // Of an import the workspace is known when it is there.
  await sql`
    create table workspace_transfers (
      id uuid primary key,
      kind text not null check (kind in ('export', 'import')),
      user_id uuid not null references users on delete cascade,
      workspace_id uuid references workspaces on delete cascade,
      status text not null check (status in ('queued', 'running', 'done', 'failed', 'cancelled')),
      stage text not null default 'waiting',
      progress real not null default 0,
      file_key text,
      bytes bigint,
      outcome jsonb,
      error text,
      created_at timestamptz not null default now(),
      finished_at timestamptz,
      expires_at timestamptz
    )`.execute(db)
  await sql`create index workspace_transfers_workspace on workspace_transfers (workspace_id, created_at desc)`.execute(
    db,
  )
  await sql`create index workspace_transfers_user on workspace_transfers (user_id, created_at desc)`.execute(db)
  await sql`create index workspace_transfers_expiry on workspace_transfers (expires_at) where expires_at is not null`.execute(
    db,
  )
  // One at a time: of a workspace that leaves, and of a person who brings one.
  await sql`
    create unique index workspace_transfers_export_at_work on workspace_transfers (workspace_id)
    where kind = 'export' and status in ('queued', 'running')`.execute(db)
  await sql`
    create unique index workspace_transfers_import_at_work on workspace_transfers (user_id)
    where kind = 'import' and status in ('queued', 'running')`.execute(db)
  await sql`
    create table transfer_files_to_remove (
      file_key text primary key,
      due_at timestamptz not null
    )`.execute(db)
  // However a row goes, alone, with its workspace or with its account, its file follows.
  await sql`
    create function transfer_files_follow() returns trigger language plpgsql as $$
    begin
      insert into transfer_files_to_remove (file_key, due_at) values (old.file_key, now())
      on conflict (file_key) do update set due_at = excluded.due_at;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger transfer_files_follow after delete on workspace_transfers
    for each row when (old.file_key is not null) execute function transfer_files_follow()`.execute(db)
}
