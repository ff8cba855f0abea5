import type { Db } from '#platform/database/database.ts'
import type { Digests } from './digests.ts'
import { cutText } from './rules/cut-text.ts'
import { insertComment, insertMention, insertPlanComment } from './store/store.ts'

/** Notifications of comments on documents and content plans, and of what was decided on documents. */
export function createCommentNotifications({ digests }: { digests: Pick<Digests, 'addComment'> }) {
  return {
    /** Notifies those who work on a document of a comment, in the transaction that stores it. */
    async notifyComment(
      tx: Db,
      comment: {
        workspaceId: string
        documentId: string
        title: string
        text: string
        authorId: string | null
        by: string
        /** Of a comment. Without it, a decision on the document. */
        commentId?: string
        decision?: 'approved' | 'changes'
        /** Ids of members. They are notified of the mention instead. */
        mentioned?: string[]
      },
    ) {
      const { workspaceId, documentId, title, text, authorId, by, commentId, decision, mentioned = [] } = comment
      const data = {
        ...{ keyword: title, added: 0, removed: 0, first: false, examples: text ? [cutText(text)] : [] },
        comment: { by, is_guest: authorId === null, ...(decision ? { decision } : {}) },
      }
      const readers = await insertComment(tx, { workspaceId, documentId, authorId, mentioned, data })
      const mention = { kind: 'document_mention' as const, workspaceId, subjectId: documentId }
      const mentionReaders = await insertMention(tx, { ...mention, authorId, mentioned, data })
      await digests.addComment(tx, {
        ...(commentId
          ? { kind: 'document_comment', itemId: commentId }
          : { kind: 'document_review', itemId: documentId }),
        ...{ workspaceId, readers, mentioned: mentionReaders },
      })
    },

    /** Notifies those who work on a content plan of a comment, in the transaction that stores it. */
    async notifyPlanComment(
      tx: Db,
      comment: {
        workspaceId: string
        planId: string
        commentId: string
        itemId: string | null
        name: string
        text: string
        authorId: string | null
        by: string
        /** Ids of members. They are notified of the mention instead. */
        mentioned: string[]
      },
    ) {
      const { name, text, by, commentId, ...about } = comment
      const data = {
        ...{ keyword: name, added: 0, removed: 0, first: false, examples: [cutText(text)] },
        comment: { by, is_guest: about.authorId === null },
      }
      const readers = await insertPlanComment(tx, { ...about, data })
      const { workspaceId, planId, authorId, mentioned } = about
      const mention = { kind: 'plan_mention' as const, workspaceId, subjectId: planId, authorId, mentioned, data }
      const mentionReaders = await insertMention(tx, mention)
      const entry = { kind: 'plan_comment' as const, itemId: commentId, workspaceId }
      await digests.addComment(tx, { ...entry, readers, mentioned: mentionReaders })
    },
  }
}
