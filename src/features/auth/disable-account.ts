import type { Db } from '#platform/database/database.ts'
import { revokeSessions } from './revoke-tokens.ts'
import { updateDisabled } from './store/security-store.ts'

/**
 * Disables or enables an account in the caller's transaction. Its API keys stay: they don't work while it's disabled, and
 * work again when it's enabled. Returns the account's email, or null when there is none.
 */
export async function setDisabled(tx: Db, userId: string, disabled: boolean): Promise<string | null> {
  const email = await updateDisabled(tx, userId, disabled)
  if (email !== null && disabled) await revokeSessions(tx, userId)
  return email
}
