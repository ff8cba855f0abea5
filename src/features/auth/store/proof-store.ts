import { type SqlBool, sql } from 'kysely'
import type { Db } from '#platform/database/database.ts'
import type { AccessReset } from '../contract.ts'
import './tables.ts'

/** Locks the account's row, so that a concurrent new session, key or second factor waits for this transaction. */
export function lockAccount(tx: Db, userId: string) {
  return tx
    .selectFrom('users')
    .select(['email', 'email_verified', 'pending_email', 'password_hash', 'google_subject'])
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Whether this session created the account. */
export async function isFoundingSession(db: Db, userId: string, tokenId: string): Promise<boolean> {
  const found = await db
    .selectFrom('access_tokens')
    .select('id')
    .where('id', '=', tokenId)
    .where('user_id', '=', userId)
    .where('kind', '=', 'session')
    .where('founding', '=', true)
    .executeTakeFirst()
  return found !== undefined
}

/** True when two-factor was on. `since`: deletes it only if it was set up from then on. */
export async function deleteTwoFactorSince(db: Db, userId: string, since: Date | null): Promise<boolean> {
  let query = db.deleteFrom('two_factors').where('user_id', '=', userId)
  if (since) query = query.where(sql<SqlBool>`coalesce(confirmed_at, now()) >= ${since}`)
  const rows = await query.returning('confirmed_at').execute()
  return rows.some(({ confirmed_at }) => confirmed_at !== null)
}

export async function updateProof(
  db: Db,
  userId: string,
  change: {
    email?: string
    email_verified?: boolean
    pending_email?: string | null
    password_hash?: null
    google_subject?: string | null
    access_reset?: AccessReset | null
  },
) {
  const { access_reset, ...plain } = change
  const set = {
    ...plain,
    ...(access_reset !== undefined && { access_reset: access_reset && JSON.stringify(access_reset) }),
  }
  await db.updateTable('users').set(set).where('id', '=', userId).execute()
}

/** What a link that undoes a change of email restores. `requested_at` is when the change was requested. */
export type UndoData = { new_email: string; requested_at: string; google_subject: string | null; verified: boolean }

/** The stored form, in which `requested_at` is `asked_at`: links that are already sent stay valid. */
type StoredUndoData = Record<string, string | boolean | null>

const toStoredUndoData = ({ new_email, requested_at, google_subject, verified }: UndoData) =>
  sql<string>`jsonb_build_object('new_email', ${new_email}::text, 'asked_at', ${requested_at}::text,
    'google_subject', ${google_subject}::text, 'verified', ${verified}::boolean)`

const toUndoData = (stored: StoredUndoData) => ({ ...stored, requested_at: stored.asked_at }) as unknown as UndoData

export async function insertUndoToken(
  db: Db,
  token: { hash: Buffer; userId: string; email: string; data: UndoData; expiresAt: Date },
) {
  await db
    .insertInto('one_time_tokens')
    .values({
      token_hash: token.hash,
      purpose: 'email_undo',
      user_id: token.userId,
      email: token.email,
      data: toStoredUndoData(token.data),
      expires_at: token.expiresAt,
      used_at: null,
    })
    .execute()
}

/** The newest link that restores this email, if there is one. */
export async function findUndoToken(db: Db, userId: string, email: string): Promise<{ data: UndoData } | undefined> {
  const found = await db
    .selectFrom('one_time_tokens')
    .select('data')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'email_undo')
    .where('email', '=', email)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return found && { data: toUndoData(found.data as StoredUndoData) }
}

/** Extends the undo links sent to a previous email. */
export async function extendUndoTokens(db: Db, userId: string, email: string, expiresAt: Date) {
  await db
    .updateTable('one_time_tokens')
    .set({ expires_at: expiresAt })
    .where('user_id', '=', userId)
    .where('purpose', '=', 'email_undo')
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .execute()
}

/** Uses an undo link and deletes those of every later change. */
export async function useUndoToken(tx: Db, hash: Buffer) {
  const { rows } = await sql<{ user_id: string; email: string; data: StoredUndoData; created_at: Date }>`
    update one_time_tokens t set used_at = now() from users u
    where t.token_hash = ${hash} and t.purpose = 'email_undo' and t.used_at is null and t.expires_at > now()
      and u.id = t.user_id and not u.disabled
    returning t.user_id, t.email, t.data, t.created_at`.execute(tx)
  const used = rows[0]
  if (used)
    await tx
      .deleteFrom('one_time_tokens')
      .where('user_id', '=', used.user_id)
      .where('purpose', '=', 'email_undo')
      .where('created_at', '>=', used.created_at)
      .execute()
  return used && { ...used, data: toUndoData(used.data) }
}
