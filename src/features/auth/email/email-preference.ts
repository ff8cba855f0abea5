import type { Db } from '#platform/database/database.ts'
import type { EmailPrefs } from '../contract.ts'
import { updateEmailPreferences } from '../store/security-store.ts'

/** Changes what emails the account with this address gets, in the caller's transaction. Does nothing without such an account. */
export const setEmailPreferences = (tx: Db, email: string, change: Partial<EmailPrefs>) =>
  updateEmailPreferences(tx, email, change)
