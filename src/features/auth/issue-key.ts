import type { Db } from '#platform/database/database.ts'
import { insertKey, type NewKey } from './store/token-store.ts'

/**
 * Stores an API key's hash in the caller's transaction. Returns its id, or undefined if the user left the workspace or the
 * session ended in the meantime.
 */
export const issueKey = (tx: Db, key: NewKey): Promise<string | undefined> => insertKey(tx, key)
