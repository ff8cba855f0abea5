import type { Db } from '#platform/database/database.ts'
import { recountListUnits } from '../store/row-count-store.ts'

/**
 * Sets the credits that clustering the keyword lists of an imported workspace again costs, in the caller's transaction: a
 * credit per keyword, counted from the rows and not taken from the archive.
 */
export const recountUnits = (tx: Db, workspaceId: string) => recountListUnits(tx, workspaceId)
