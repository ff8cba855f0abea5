import { type Kysely, sql } from 'kysely'

/**
 * Who proved an account's address. `founding` marks the session an account was created by; `access_reset` says what was ended
 * when somebody else proved the address first, until its owner has read it. A new email waits in `pending_email`.
 */
export async function up(db: Kysely<unknown>) {
  await sql`alter table access_tokens add column founding boolean not null default false`.execute(db)
  await sql`alter table users add column pending_email text`.execute(db)
  await sql`alter table users add column access_reset jsonb`.execute(db)
  // A former address stays reserved for as long as its owner may undo the change.
  await sql`create index one_time_tokens_undo on one_time_tokens (email) where purpose = 'email_undo'`.execute(db)
}
