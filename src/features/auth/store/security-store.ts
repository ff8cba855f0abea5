import { type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import './tables.ts'

export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const found = await db.selectFrom('users').select('password_hash').where('id', '=', userId).executeTakeFirst()
  return found?.password_hash ?? null
}

export function findTwoFactor(db: Db, userId: string) {
  return db
    .selectFrom('two_factors')
    .select(['sealed_secret', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** False when two-factor is already on; nothing changes then. */
export async function upsertTwoFactor(
  db: Db,
  row: { userId: string; sealedSecret: string; recoveryHashes: Buffer[] },
): Promise<boolean> {
  const values = { sealed_secret: row.sealedSecret, recovery_hashes: row.recoveryHashes, last_step: 0 }
  const inserted = await db
    .insertInto('two_factors')
    .values({ user_id: row.userId, confirmed_at: null, ...values })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(values).where('two_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** Confirms only the secret that the code was checked against, since a new setup may have replaced it. */
export async function confirmTwoFactor(db: Db, userId: string, sealedSecret: string, step: number): Promise<boolean> {
  const confirmed = await db
    .updateTable('two_factors')
    .set({ confirmed_at: new Date(), last_step: step })
    .where('user_id', '=', userId)
    .where('sealed_secret', '=', sealedSecret)
    .where('confirmed_at', 'is', null)
    .returning('user_id')
    .executeTakeFirst()
  return confirmed !== undefined
}

/** Prevents replay of a TOTP code. False when this step or a later one was already used. */
export async function claimStep(db: Db, userId: string, step: number): Promise<boolean> {
  const taken = await db
    .updateTable('two_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function claimRecoveryCode(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  const used = await db
    .updateTable('two_factors')
    .set({ recovery_hashes: sql<Buffer[]>`array_remove(recovery_hashes, ${hash}::bytea)` })
    .where('user_id', '=', userId)
    .where(sql<SqlBool>`${hash}::bytea = any(recovery_hashes)`)
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function deleteTwoFactor(db: Db, userId: string) {
  await db.deleteFrom('two_factors').where('user_id', '=', userId).execute()
}

/** The newest code replaces the one before. */
export async function upsertSignInCode(
  db: Db,
  row: { userId: string; codeHash: Buffer; linkHash: Buffer; expiresAt: Date },
) {
  const values = { code_hash: row.codeHash, link_hash: row.linkHash, tries: 0, expires_at: row.expiresAt }
  await db
    .insertInto('sign_in_codes')
    .values({ user_id: row.userId, ...values })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
    .execute()
}

/** Counts a try before the code is compared. Undefined: no code, expired, or too many tries. */
export async function countTry(db: Db, email: string, maxTries: number) {
  const { rows } = await sql<{ user_id: string; code_hash: Buffer }>`
    update sign_in_codes c set tries = tries + 1 from users u
    where u.id = c.user_id and u.email = ${email} and not u.disabled and c.expires_at > now() and c.tries < ${maxTries}
    returning c.user_id, c.code_hash`.execute(db)
  return rows[0]
}

export async function findUserBySignInLink(db: Db, linkHash: Buffer): Promise<string | undefined> {
  const { rows } = await sql<{ user_id: string }>`
    select c.user_id from sign_in_codes c join users u on u.id = c.user_id
    where c.link_hash = ${linkHash} and c.expires_at > now() and not u.disabled`.execute(db)
  return rows[0]?.user_id
}

/** False when another call used it first. `hash` is the code's or the link's. */
export async function useSignInCode(db: Db, userId: string, hash: Buffer): Promise<boolean> {
  const used = await db
    .deleteFrom('sign_in_codes')
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('code_hash', '=', hash), eb('link_hash', '=', hash)]))
    .returning('user_id')
    .executeTakeFirst()
  return used !== undefined
}

export async function insertEmailedToken(
  db: Db,
  token: {
    hash: Buffer
    purpose: 'email' | 'reset'
    userId: string
    email: string
    /** Id of the session that requested it. */
    requestedBy?: string
    expiresAt: Date
  },
) {
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: token.hash,
      purpose: token.purpose,
      user_id: token.userId,
      email: token.email,
      ...(token.requestedBy && { data: sql<string>`jsonb_build_object('asked_by', ${token.requestedBy}::text)` }),
      expires_at: token.expiresAt,
      used_at: null,
    })
    .execute()
}

/**
 * Uses an emailed token. Only while the account still has the email it was sent to or, for a verification, has it as its
 * pending email.
 */
export async function useEmailedToken(db: Db, hash: Buffer, purpose: 'email' | 'reset') {
  const { rows } = await sql<{ user_id: string; email: string; mailed_to: string; requested_by: string | null }>`
    update one_time_tokens t set used_at = now() from users u
    where t.token_hash = ${hash} and t.purpose = ${purpose} and t.used_at is null and t.expires_at > now()
      and u.id = t.user_id and not u.disabled
      and (u.email = t.email or (t.purpose = 'email' and u.pending_email = t.email))
    returning u.id as user_id, u.email, t.email as mailed_to, t.data->>'asked_by' as requested_by`.execute(db)
  return rows[0]
}

/** Deletes emailed links and codes, except links that undo an email change. */
export async function deleteEmailedSecrets(db: Db, userId: string) {
  await db.deleteFrom('one_time_tokens').where('user_id', '=', userId).where('purpose', '!=', 'email_undo').execute()
  await db.deleteFrom('sign_in_codes').where('user_id', '=', userId).execute()
}

export async function updateAccount(
  db: Db,
  userId: string,
  change: {
    pending_email?: string | null
    access_reset?: null
    password_hash?: string
    first_name?: string
    last_name?: string
    timezone?: string | null
    /** Only the given preferences change. */
    email_prefs?: Record<string, boolean | undefined>
  },
) {
  const { email_prefs, ...plain } = change
  const set = {
    ...plain,
    ...(email_prefs && { email_prefs: sql<string>`email_prefs || ${JSON.stringify(email_prefs)}::jsonb` }),
  }
  if (Object.keys(set).length === 0) return
  await db.updateTable('users').set(set).where('id', '=', userId).execute()
}

/** Also true while a previous owner can still undo an email change. `exceptUserId` is the account that wants the email. */
export async function isEmailTaken(db: Db, email: string, exceptUserId: string | null): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from users where email = ${email} and id is distinct from ${exceptUserId}::uuid)
      or exists (select from one_time_tokens where email = ${email} and purpose = 'email_undo' and used_at is null
        and expires_at > now() and user_id is distinct from ${exceptUserId}::uuid) as taken`.execute(db)
  return rows[0]!.taken
}

/** Locks the workspaces a user owns, so that nobody joins them and no work starts. Returns their ids. */
export async function lockOwnedWorkspaces(tx: Db, userId: string): Promise<string[]> {
  const rows = await tx.selectFrom('workspaces').select('id').where('owner_id', '=', userId).forUpdate().execute()
  return rows.map(({ id }) => id)
}

/** Workspaces the user owns that have other members. */
export async function findSharedWorkspaces(db: Db, userId: string): Promise<{ name: string }[]> {
  const { rows } = await sql<{ name: string }>`
    select w.name from workspaces w where w.owner_id = ${userId}
      and exists (select 1 from members m where m.workspace_id = w.id and m.user_id <> ${userId}) order by w.name`.execute(
    db,
  )
  return rows
}

/** Deletes the account, the workspaces it owns with their content, and every token for them. */
export async function deleteAccount(db: Db, userId: string) {
  await sql`delete from access_tokens where workspace_id in (select id from workspaces where owner_id = ${userId})`.execute(
    db,
  )
  await db.deleteFrom('users').where('id', '=', userId).execute()
}

/** Returns the email of the account, or null when there is none. */
export async function updateDisabled(tx: Db, userId: string, disabled: boolean): Promise<string | null> {
  const changed = await tx
    .updateTable('users')
    .set({ disabled })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirst()
  return changed?.email ?? null
}

/** Only the given preferences change. */
export async function updateEmailPreferences(tx: Db, email: string, change: Record<string, boolean | undefined>) {
  const email_prefs = sql<string>`email_prefs || ${JSON.stringify(change)}::jsonb`
  await tx.updateTable('users').set({ email_prefs }).where('email', '=', email).execute()
}
