import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Allowances } from '#features/plans/contract.ts'
import type { Role } from '#kit/endpoint.ts'
import type { Db } from '#platform/database/database.ts'
import type { AccessReset } from '../contract.ts'
import './tables.ts'

export type NewUser = {
  email: string
  passwordHash: string | null
  firstName: string
  lastName: string
  staff: boolean
  emailVerified: boolean
  affiliate: string | null
}

/** Null when the email is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<string | null> {
  const id = randomUUIDv7()
  const inserted = await db
    .insertInto('users')
    .values({
      id,
      email: user.email,
      password_hash: user.passwordHash,
      first_name: user.firstName,
      last_name: user.lastName,
      staff: user.staff,
      email_verified: user.emailVerified,
      affiliate: user.affiliate,
      timezone: null,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

/** Searches all accounts, since sign-in has only the email. */
export function findCredentialsByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'password_hash', 'disabled'])
    .where('email', '=', email)
    .executeTakeFirst()
}

/** Advisory lock: only one call at a time can create the owner. */
export async function lockOwnerSetup(tx: Db) {
  await sql`select pg_advisory_xact_lock(hashtext('owner setup'))`.execute(tx)
}

export async function countStaff(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select(sql<number>`count(*)`.as('count'))
    .where('staff', '=', true)
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Locks the account until the transaction ends, so that nothing is added while its access is reset. False when this session
 * or key has been ended.
 */
export async function lockActor(tx: Db, actor: { userId: string; tokenId: string }): Promise<boolean> {
  await tx.selectFrom('users').select('id').where('id', '=', actor.userId).forNoKeyUpdate().execute()
  // A separate statement, so that it sees what the awaited transaction committed.
  const token = await tx.selectFrom('access_tokens').select('id').where('id', '=', actor.tokenId).executeTakeFirst()
  return token !== undefined
}

/** The same for a password that was just checked. False when it has been changed or removed. */
export async function lockPassword(tx: Db, userId: string, passwordHash: string): Promise<boolean> {
  const held = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst()
  return held?.password_hash === passwordHash
}

export async function isEmailProven(db: Db, userId: string): Promise<boolean> {
  const found = await db.selectFrom('users').select('email_verified').where('id', '=', userId).executeTakeFirst()
  return found?.email_verified ?? false
}

/** The pending email of an account; null when there is none. */
export async function findPendingEmail(db: Db, userId: string): Promise<string | null> {
  const found = await db.selectFrom('users').select('pending_email').where('id', '=', userId).executeTakeFirst()
  return found?.pending_email ?? null
}

export type UserRow = {
  token_kind: 'session' | 'key' | 'support'
  token_expires_at: Date | null
  id: string
  email: string
  first_name: string
  last_name: string
  timezone: string | null
  email_prefs: Record<string, boolean>
  staff: boolean
  email_verified: boolean
  pending_email: string | null
  access_reset: AccessReset | null
  two_factor: boolean
  has_password: boolean
  google: boolean
  created_at: Date
  plan: string
  plan_label: string
  allowances: Allowances
  interval: string | null
  renews_at: Date | null
  changes_at: Date | null
  codes: { last4: string; interval: string; redeemed_at: string; ends_at: string | null }[]
  seodata: boolean
  seodata_disable_at: Date | null
  usage: { tool: string; used: number; period_start: string }[]
  workspaces: { _id: string; name: string; color: string; require_approval: boolean; role: Role; created_at: string }[]
}

/** Everything `/user/userdata` answers, by token (its hash or its id): session and data in one query. */
export async function findUserByToken(db: Db, token: Buffer | string): Promise<UserRow | undefined> {
  const named = typeof token === 'string' ? sql`t.id = ${token}` : sql`t.token_hash = ${token}`
  const { rows } = await sql<UserRow>`
    select t.kind as token_kind, t.expires_at as token_expires_at, u.id, u.email, u.first_name, u.last_name, u.timezone, u.email_prefs, u.staff, u.email_verified, u.pending_email, u.access_reset, u.created_at,
      exists (select 1 from two_factors f where f.user_id = u.id and f.confirmed_at is not null) as two_factor,
      u.password_hash is not null as has_password, u.google_subject is not null as google,
      p.name as plan, p.label as plan_label, p.allowances, up.interval, up.renews_at, up.changes_at,
      up.seodata or live.included as seodata, case when live.included then null else up.seodata_disable_at end as seodata_disable_at,
      coalesce((select jsonb_agg(jsonb_build_object('tool', g.tool, 'used', g.used, 'period_start', g.period_start))
        from usage g where g.user_id = u.id and (g.period_start > now() - interval '32 days' or g.period_start = 'epoch')), '[]') as usage,
      coalesce((select jsonb_agg(jsonb_build_object('last4', c.last4, 'interval', c.interval, 'redeemed_at', c.redeemed_at, 'ends_at', c.ends_at) order by c.redeemed_at, c.id)
        from codes c where c.redeemed_by = u.id), '[]') as codes,
      coalesce((select jsonb_agg(jsonb_build_object('_id', w.id, 'name', w.name, 'color', w.color, 'require_approval', w.require_approval, 'role', m.role, 'created_at', w.created_at) order by w.created_at, w.id)
        from members m join workspaces w on w.id = m.workspace_id where m.user_id = u.id), '[]') as workspaces
    from access_tokens t join users u on u.id = t.user_id join user_plans up on up.user_id = u.id join plans p on p.name = up.plan
      cross join lateral (select p.position >= (select pro.position from plans pro where pro.name = 'pro') as included) live
    where ${named} and not u.disabled and (t.expires_at is null or t.expires_at > now())`.execute(db)
  return rows[0]
}

export async function insertOneTimeToken(db: Db, token: { hash: Buffer; purpose: string; expiresAt: Date }) {
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: token.hash,
      purpose: token.purpose,
      user_id: null,
      email: null,
      expires_at: token.expiresAt,
      used_at: null,
    })
    .execute()
}

export async function deleteOneTimeTokens(db: Db, purpose: string) {
  await db.deleteFrom('one_time_tokens').where('purpose', '=', purpose).execute()
}

/** Uses a one-time token. False when it is unknown, used or expired. */
export async function useOneTimeToken(db: Db, hash: Buffer, purpose: string): Promise<boolean> {
  const used = await db
    .updateTable('one_time_tokens')
    .set({ used_at: new Date() })
    .where('token_hash', '=', hash)
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('purpose')
    .executeTakeFirst()
  return used !== undefined
}
