import { type Kysely, sql } from 'kysely'

/** Whether a workspace publishes approved documents only. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table workspaces add column require_approval boolean not null default false`.execute(db)
}
