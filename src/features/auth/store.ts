import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Allowances } from '#features/plans/contract.ts'
import type { Role, Scope } from '#kit/endpoint.ts'
import type { Db, HotRead } from '#platform/database.ts'
import type { AccessReset } from './contract.ts'
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

export async function insertSession(
  db: Db,
  session: {
    userId: string
    kind: 'session' | 'support'
    founding: boolean
    tokenHash: Buffer
    expiresAt: Date
    userAgent: string | null
    address: string | null
  },
) {
  await db
    .insertInto('access_tokens')
    .values({
      id: randomUUIDv7(),
      kind: session.kind,
      founding: session.founding,
      token_hash: session.tokenHash,
      user_id: session.userId,
      workspace_id: null,
      name: null,
      user_agent: session.userAgent,
      address: session.address,
      expires_at: session.expiresAt,
    })
    .execute()
}

export type ActorRow = {
  token_id: string
  kind: 'session' | 'key' | 'support'
  /** Of an API key. */
  key_workspace_id: string | null
  scopes: Scope[]
  user_id: string
  email: string
  staff: boolean
  memberships: { workspaceId: string; role: Role }[]
  /** Its last use was recorded over a minute ago. */
  stale: boolean
}

/** Who a token ($1: its hash) speaks for, with every membership. */
const actorByToken = `
  select t.id as token_id, t.kind, t.workspace_id as key_workspace_id, t.scopes,
    (t.last_used_at < now() - interval '1 minute' or t.last_used_at = t.created_at) as stale, u.id as user_id, u.email, u.staff,
    coalesce((select jsonb_agg(jsonb_build_object('workspaceId', m.workspace_id, 'role', m.role)) from members m where m.user_id = u.id), '[]') as memberships
  from access_tokens t join users u on u.id = t.user_id
  where t.token_hash = $1 and not u.disabled and (t.expires_at is null or t.expires_at > now())`

/** Runs on every call. */
export async function findActorByToken(read: HotRead, tokenHash: Buffer): Promise<ActorRow | undefined> {
  const [row] = await read<ActorRow>('actor', actorByToken, [tokenHash])
  return row
}

/**
 * The same with one row more, or none: what `find` selects for this `actor`, whose values count from $2. Its columns have names
 * of their own.
 */
export async function findActorAnd<Found>(
  read: HotRead,
  tokenHash: Buffer,
  find: { name: string; text: string; values: unknown[] },
): Promise<(ActorRow & Partial<Found>) | undefined> {
  const [row] = await read<ActorRow & Partial<Found>>(
    find.name,
    `with actor as (${actorByToken}) select * from actor left join lateral (${find.text}) found on true`,
    [tokenHash, ...find.values],
  )
  return row
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

/** When a session was created: a recent sign-in counts as confirmation. */
export async function findSessionStart(db: Db, tokenId: string): Promise<Date | undefined> {
  const found = await db
    .selectFrom('access_tokens')
    .select('created_at')
    .where('id', '=', tokenId)
    .where('kind', '=', 'session')
    .executeTakeFirst()
  return found?.created_at
}

/** Records that a token was used, at most once per minute. */
export async function touchToken(db: Db, tokenId: string) {
  await sql`
    update access_tokens set last_used_at = now()
    where id = ${tokenId} and (last_used_at < now() - interval '1 minute' or last_used_at = created_at)`.execute(db)
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
  workspaces: { _id: string; name: string; color: string; role: Role; created_at: string }[]
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
      coalesce((select jsonb_agg(jsonb_build_object('_id', w.id, 'name', w.name, 'color', w.color, 'role', m.role, 'created_at', w.created_at) order by w.created_at, w.id)
        from members m join workspaces w on w.id = m.workspace_id where m.user_id = u.id), '[]') as workspaces
    from access_tokens t join users u on u.id = t.user_id join user_plans up on up.user_id = u.id join plans p on p.name = up.plan
      cross join lateral (select p.position >= (select pro.position from plans pro where pro.name = 'pro') as included) live
    where ${named} and not u.disabled and (t.expires_at is null or t.expires_at > now())`.execute(db)
  return rows[0]
}

export function findSessions(db: Db, userId: string) {
  return db
    .selectFrom('access_tokens')
    .select(['id', 'created_at', 'last_used_at', 'expires_at', 'user_agent', 'address'])
    .where('user_id', '=', userId)
    .where('kind', '=', 'session')
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .orderBy('last_used_at', 'desc')
    .execute()
}

export async function deleteToken(db: Db, userId: string, tokenId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('id', '=', tokenId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export async function deleteSessionsExcept(db: Db, userId: string, exceptTokenId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('access_tokens')
    .where('user_id', '=', userId)
    .where('kind', '=', 'session')
    .where('id', '!=', exceptTokenId)
    .executeTakeFirst()
  return Number(numDeletedRows)
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
