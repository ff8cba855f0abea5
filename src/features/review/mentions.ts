import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { ReviewerCall } from '#platform/http/context.ts'
import { maxMentions } from './contract-comments.ts'
import { pickMentioned } from './rules/mentions.ts'
import { findMemberNames, type MemberName } from './store/comment-store.ts'

type Written = { text: string; mentions?: string[] | undefined }

type Dependencies = {
  db: Db
  /** Members whose names the guests of the subject see. */
  findVisible(subject: ResourceRef): Promise<MemberName[]>
}

/**
 * Members whom a comment mentions: those a member chose, or those whose name a guest wrote and sees as an author already, so that
 * no guest learns who else is a member. Whose name isn't in the text isn't mentioned.
 * @throws AppError invalid_input
 */
export async function findMentioned(
  { db, findVisible }: Dependencies,
  call: ReviewerCall,
  subject: ResourceRef,
  { text, mentions }: Written,
): Promise<MemberName[]> {
  if (call.guest) {
    if (mentions)
      throw new AppError('invalid_input', 'mentions is for members. Guests write @ and a name in the text.', {
        field: 'mentions',
        reason: 'guest_mentions',
      })
    return text.includes('@') ? pickMentioned(text, await findVisible(subject)).slice(0, maxMentions) : []
  }
  if (!mentions?.length) return []
  const members = await findMemberNames(db, subject.workspaceId, mentions)
  if (members.length < new Set(mentions).size)
    throw new AppError('invalid_input', 'mentions has somebody who isn’t a member of this workspace.', {
      field: 'mentions',
      reason: 'mentioned_not_member',
    })
  return pickMentioned(text, members)
}
