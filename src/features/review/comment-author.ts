import { AppError } from '#kit/errors.ts'
import type { Db } from '#platform/database/database.ts'
import type { ReviewerCall } from '#platform/http/context.ts'
import { findMemberName } from './store/comment-store.ts'

/** Who says something of a document: a member, or a guest by the name they entered. @throws AppError invalid_input */
export async function getAuthor(db: Db, call: ReviewerCall, guestName: string | undefined) {
  if (!call.guest) {
    const author_name = await findMemberName(db, call.actor.userId)
    const key_name = call.actor.key?.name ?? null
    return { author_kind: 'member' as const, author_id: call.actor.userId, author_name, key_name }
  }
  if (!guestName)
    throw new AppError('invalid_input', 'guest_name is missing.', { field: 'guest_name', reason: 'missing' })
  return { author_kind: 'guest' as const, author_id: null, author_name: guestName, key_name: null }
}

export const getWorkspaceId = (call: ReviewerCall) => (call.guest ? call.guest.workspaceId : call.workspace.workspaceId)

/** A guest learns nothing about other documents. */
export function refuseMissingDocument(): never {
  throw new AppError('not_found', 'Document not found.', { reason: 'document_missing' })
}
