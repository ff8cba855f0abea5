import type { Db } from '#platform/database/database.ts'
import { deleteInvitationsOfUser } from './store/store.ts'

/** Deletes the invitations an account sent, in the caller's transaction. */
export const withdrawInvitations = (tx: Db, userId: string) => deleteInvitationsOfUser(tx, userId)
