import { type Kysely, sql } from 'kysely'

/** Invitations, and an id for members that an invitation hands on: what was invited and who came are one member. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table members add column id uuid not null default gen_random_uuid()`.execute(db)
  await sql`create unique index members_id on members (workspace_id, id)`.execute(db)
  await sql`
    create table invitations (
      workspace_id uuid not null references workspaces on delete cascade,
      id uuid not null,
      email text not null,
      role text not null check (role in ('viewer', 'editor', 'admin')),
      token_hash bytea not null unique,
      invited_by uuid references users on delete set null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      primary key (workspace_id, id),
      unique (workspace_id, email)
    )`.execute(db)
}
