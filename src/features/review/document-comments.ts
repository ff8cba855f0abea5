import type { Activity } from '#features/activity/service.ts'
import type { Notifications } from '#features/notifications/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import { refuseMissingDocument } from './comment-author.ts'
import { createComments, getMentionedIds } from './comments.ts'
import type { Comment } from './contract-comments.ts'
import type { ReadGuestDocument } from './guest-document.ts'
import { hasPassage } from './rules/find-passage.ts'
import { type CommentRow, createCommentStore, findDocumentTitle } from './store/comment-store.ts'

export type DocumentComments = ReturnType<typeof createDocumentComments>

type Dependencies = {
  db: Database
  activity: Activity
  rates: RateLimiter
  readDocument: ReadGuestDocument
  notify: Notifications['notifyComment']
}

type Passage = { quote?: string | undefined; prefix?: string | undefined; suffix?: string | undefined }

/** Comments on documents and their passages. */
export function createDocumentComments({ db, activity, rates, readDocument, notify }: Dependencies) {
  return createComments<CommentRow, Passage, Comment>({
    db,
    activity,
    rates,
    store: createCommentStore('document'),

    getAbout: async ({ id }, passage) => ({
      document_id: id,
      quote: passage?.quote ?? '',
      prefix: passage?.prefix ?? '',
      suffix: passage?.suffix ?? '',
    }),

    getTitle: async (document) => (await findDocumentTitle(db, document)) ?? refuseMissingDocument(),

    notify: (tx, { row, title }) =>
      notify(tx, {
        ...{ workspaceId: row.workspace_id, documentId: row.document_id, title: title || 'Untitled', text: row.text },
        ...{
          authorId: row.author_id,
          by: row.author_name,
          mentioned: getMentionedIds(row.mentions),
          commentId: row.id,
        },
      }),

    async present(rows, document) {
      const text = rows.some(({ quote }) => quote !== '') ? await readText(document) : null
      return rows.map((row) => ({
        _id: row.id,
        document_id: row.document_id,
        parent_id: row.parent_id,
        quote: row.quote,
        prefix: row.prefix,
        suffix: row.suffix,
        text: row.text,
        mentions: row.mentions,
        author: { kind: row.author_kind, name: row.author_name, key: row.key_name },
        created_at: row.created_at.toISOString(),
        resolved_at: row.resolved_at?.toISOString() ?? null,
        resolved_by: row.resolver_name,
        orphaned: row.quote !== '' && text !== null && !hasPassage(text, row.quote),
      }))
    },
  })

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
