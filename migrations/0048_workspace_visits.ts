import { type Kysely, sql } from 'kysely'

/**
 * When a member last looked at a workspace's home, and when the visit before ended: the home shows what changed since. Times of the
 * latest visit only.
 */
export async function up(db: Kysely<unknown>) {
  await sql`
    create table workspace_visits (
      workspace_id uuid not null references workspaces on delete cascade,
      user_id uuid not null references users on delete cascade,
      previous_at timestamptz,
      seen_at timestamptz not null default now(),
      primary key (workspace_id, user_id)
    )`.execute(db)
  await sql`create index workspace_visits_user on workspace_visits (user_id)`.execute(db)
}
