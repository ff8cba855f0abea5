import { sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

/** What the account itself is: no digest and nothing sealed. */
export async function findAccountFacts(db: Db, userId: string) {
  const { rows } = await sql`
    select u.id, u.email, u.email_verified, u.pending_email, u.first_name, u.last_name, u.timezone, u.email_prefs, u.staff, u.created_at,
      u.password_hash is not null as has_password, u.google_subject,
      (select f.confirmed_at from two_factors f where f.user_id = u.id) as two_factor_since
    from users u where u.id = ${userId}`.execute(db)
  return rows[0]
}

export async function findAllSessions(db: Db, userId: string) {
  const { rows } = await sql`
    select id, kind, user_agent, address, created_at, last_used_at, expires_at from access_tokens
    where user_id = ${userId} and kind <> 'key' order by created_at, id`.execute(db)
  return rows
}
