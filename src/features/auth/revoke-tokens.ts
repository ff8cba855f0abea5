import type { Db } from '#platform/database/database.ts'
import { type DeletedToken, deleteExpiredTokens, deleteTokens, type TokenFilter } from './store/token-store.ts'

/**
 * Revokes sessions, support access and API keys in the caller's transaction, for every feature: only this one writes tokens.
 * Returns what was revoked.
 */
export function revokeTokens(tx: Db, filter: TokenFilter): Promise<DeletedToken[]> {
  return deleteTokens(tx, filter)
}

/** Signs a user out everywhere, except where `exceptIds` are signed in. API keys stay. */
export async function revokeSessions(tx: Db, userId: string, exceptIds: (string | null)[] = []) {
  await deleteTokens(tx, { userId, kinds: ['session', 'support'], exceptIds: exceptIds.filter((id) => id !== null) })
}

/** Ends all access to an account, and returns how much there was. API keys only from `keysSince` on, where it is given. */
export async function revokeAccess(
  tx: Db,
  userId: string,
  { exceptIds, keysSince }: { exceptIds?: string[]; keysSince?: Date | null },
): Promise<{ sessions: number; api_keys: number }> {
  const revoked = await deleteTokens(tx, { userId, exceptIds, keysSince })
  const keys = revoked.filter(({ kind }) => kind === 'key').length
  return { sessions: revoked.length - keys, api_keys: keys }
}

/** Retention: deletes tokens and emailed links a day after they expired. */
export const deleteExpired = (db: Db) => deleteExpiredTokens(db)
