import { type Kysely, sql } from 'kysely'

/** Consents of members to create files in their own Google Drive, sealed. They end with the membership. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table google_connections (
      workspace_id uuid not null,
      user_id uuid not null,
      sealed_token text,
      connected_at timestamptz,
      state_hash bytea,
      sealed_pending text,
      pending_until timestamptz,
      primary key (workspace_id, user_id),
      foreign key (workspace_id, user_id) references members (workspace_id, user_id) on delete cascade
    )`.execute(db)
  await sql`create index google_connections_user on google_connections (user_id)`.execute(db)
}
