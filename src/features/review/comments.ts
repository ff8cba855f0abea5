import { randomUUIDv7 } from 'node:crypto'
import type { Notifications } from '#features/notifications/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { ReviewerCall } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import { getAuthor, getWorkspaceId, refuseMissingDocument } from './comment-author.ts'
import type { Comment } from './contract-comments.ts'
import type { ReadGuestDocument } from './guest-document.ts'
import { limitGuestComments } from './limit-guests.ts'
import { hasPassage } from './rules/find-passage.ts'
import {
  type CommentRow,
  countComments,
  findComment,
  findComments,
  findDocumentTitle,
  insertComment,
  locateComment,
  updateResolved,
} from './store/comment-store.ts'

export const maxCommentsPerDocument = 2000

export type Comments = ReturnType<typeof createComments>

type Dependencies = {
  db: Database
  rates: RateLimiter
  readDocument: ReadGuestDocument
  notify: Notifications['notifyComment']
}

type NewComment = {
  document_id: string
  quote: string
  prefix?: string | undefined
  suffix?: string | undefined
  text: string
  parent_id?: string | undefined
  guest_name?: string | undefined
}

/** Comments of members and guests on documents. */
export function createComments({ db, rates, readDocument, notify }: Dependencies) {
  return {
    /** @throws AppError invalid_input, not_found, conflict, rate_limited */
    async add(call: ReviewerCall, { document_id, parent_id, ...input }: NewComment): Promise<Comment> {
      const document = { workspaceId: getWorkspaceId(call), id: document_id }
      if (call.guest) await limitGuestComments(rates, call.guest)
      const author = await getAuthor(db, call, input.guest_name)
      const parent = parent_id ? await requireParent(document, parent_id) : null
      if ((await countComments(db, document)) >= maxCommentsPerDocument)
        throw new AppError('conflict', `A document can have up to ${maxCommentsPerDocument} comments.`, {
          reason: 'too_many_comments',
          params: { max: maxCommentsPerDocument },
        })
      const title = (await findDocumentTitle(db, document)) ?? refuseMissingDocument()
      const row = await db.transaction().execute(async (tx) => {
        const added = await insertComment(tx, {
          workspace_id: document.workspaceId,
          id: randomUUIDv7(),
          document_id,
          // A reply to a reply is one to its thread.
          parent_id: parent ? (parent.parent_id ?? parent.id) : null,
          quote: parent ? '' : input.quote,
          prefix: parent ? '' : (input.prefix ?? ''),
          suffix: parent ? '' : (input.suffix ?? ''),
          text: input.text,
          ...author,
        })
        await notify(tx, {
          ...{
            workspaceId: document.workspaceId,
            documentId: document.id,
            title: title || 'Untitled',
            text: input.text,
          },
          ...{ authorId: author.author_id, by: author.author_name },
        })
        return added
      })
      return present(row, await readText(document))
    },

    async list(
      call: ReviewerCall,
      { document_id, ...filter }: { document_id: string; resolved?: boolean | undefined; page: number; limit: number },
    ) {
      const document = { workspaceId: getWorkspaceId(call), id: document_id }
      const { rows, total } = await findComments(db, document, filter)
      const text = rows.some(({ quote }) => quote !== '') ? await readText(document) : null
      const { page, limit } = filter
      return { items: rows.map((row) => present(row, text)), total, page, limit }
    },

    /** @throws AppError invalid_input, not_found */
    async resolve(
      call: ReviewerCall,
      { _id, resolved, guest_name }: { _id: string; resolved: boolean; guest_name?: string | undefined },
    ): Promise<Comment> {
      const workspaceId = getWorkspaceId(call)
      const named = (await findComment(db, { workspaceId, id: _id })) ?? refuseMissingComment()
      const { author_name } = await getAuthor(db, call, guest_name)
      const thread = { workspaceId, id: named.parent_id ?? named.id }
      const row = (await updateResolved(db, thread, resolved ? author_name : null)) ?? refuseMissingComment()
      return present(row, await readText({ workspaceId, id: row.document_id }))
    },

    locate: (workspaceIds: string[], id: string) => locateComment(db, workspaceIds, id),

    find: (ref: ResourceRef) => findComment(db, ref),
  }

  /** @throws AppError invalid_input */
  async function requireParent(document: ResourceRef, id: string): Promise<CommentRow> {
    const parent = await findComment(db, { workspaceId: document.workspaceId, id })
    if (parent?.document_id === document.id) return parent
    throw new AppError('invalid_input', 'parent_id isn’t a comment on this document.', {
      field: 'parent_id',
      reason: 'comment_missing',
    })
  }

  /** The text as passages are looked up in it. Null: it's too complex to read. @throws AppError not_found */
  async function readText(document: ResourceRef): Promise<string | null> {
    try {
      return (await readDocument(document)).comparable
    } catch (error) {
      if (error instanceof AppError && error.code === 'too_large') return null
      throw error
    }
  }
}

const present = (row: CommentRow, text: string | null): Comment => ({
  _id: row.id,
  document_id: row.document_id,
  parent_id: row.parent_id,
  quote: row.quote,
  text: row.text,
  author: { kind: row.author_kind, name: row.author_name },
  created_at: row.created_at.toISOString(),
  resolved_at: row.resolved_at?.toISOString() ?? null,
  resolved_by: row.resolver_name,
  orphaned: row.quote !== '' && text !== null && !hasPassage(text, row.quote),
})

export function refuseMissingComment(): never {
  throw new AppError('not_found', 'Comment not found.', { reason: 'comment_missing' })
}
