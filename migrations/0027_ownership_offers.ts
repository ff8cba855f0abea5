import { type Kysely, sql } from 'kysely'

/** A workspace changes hands once its new owner accepts: one offer each, to a member, which ends. */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table ownership_offers (
      workspace_id uuid primary key references workspaces on delete cascade,
      user_id uuid not null,
      offered_by uuid not null references users on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      foreign key (workspace_id, user_id) references members on delete cascade
    )`.execute(db)
}
