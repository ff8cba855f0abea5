import { type Kysely, sql } from 'kysely'

/** Documents that several people write in at a time: the updates of their text, and who is where. */
export async function up(db: Kysely<unknown>) {
  // "state": the updates up to state_seq as one. "saved_seq": the last one whose text is in the version.
  await sql`
    create table document_live_sessions (
      workspace_id uuid not null,
      document_id uuid not null,
      epoch uuid not null,
      version integer not null,
      seq integer not null default 0,
      saved_seq integer not null default 0,
      state bytea not null,
      state_seq integer not null default 0,
      bytes integer not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      primary key (workspace_id, document_id),
      foreign key (workspace_id, document_id) references documents (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`create index document_live_sessions_updated on document_live_sessions (updated_at)`.execute(db)
  await sql`
    create table document_live_updates (
      workspace_id uuid not null,
      document_id uuid not null,
      seq integer not null,
      data bytea not null,
      primary key (workspace_id, document_id, seq),
      foreign key (workspace_id, document_id) references document_live_sessions (workspace_id, document_id) on delete cascade
    )`.execute(db)
  // "stream": the open connection that renews the lease, so that an older one that ends late doesn't remove the person.
  await sql`
    create table document_live_people (
      workspace_id uuid not null,
      document_id uuid not null,
      client uuid not null,
      user_id uuid not null references users (id) on delete cascade,
      stream uuid not null,
      epoch uuid,
      anchor bytea,
      head bytea,
      came_at timestamptz not null default now(),
      leased_until timestamptz not null,
      primary key (workspace_id, document_id, client),
      foreign key (workspace_id, document_id) references documents (workspace_id, id) on delete cascade
    )`.execute(db)
  await sql`create index document_live_people_user on document_live_people (user_id)`.execute(db)
  await sql`create index document_live_people_lease on document_live_people (leased_until)`.execute(db)
}
