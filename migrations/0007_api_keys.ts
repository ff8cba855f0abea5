import { type Kysely, sql } from 'kysely'

/** What a list shows of a key that is stored hashed; and a workspace's keys are looked up by their workspace. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table access_tokens add column last4 text`.execute(db)
  await sql`create index access_tokens_workspace on access_tokens (workspace_id) where kind = 'key'`.execute(db)
}
