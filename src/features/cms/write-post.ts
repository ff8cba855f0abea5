import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { Database, Db, Tx } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { ActingMember } from '#platform/http/context.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { PostSource } from './contract.ts'
import { dueJob } from './jobs.ts'
import { type BlogId, findPost, insertPost, type PostRow, retireSlug, savePost } from './store/store.ts'
import type { PostContent } from './store/tables.ts'
import { insertVersion } from './store/version-store.ts'

/** A post's new content. `words` and `sources` are computed, not entered. */
export type PostDraft = { content: PostContent; words: number; sources: PostSource[] }

export type PostWriter = ReturnType<typeof createPostWriter>

type Dependencies = {
  db: Database
  queue: Queue
  signals: Signals
  /** Called in the transaction that changes a post. Null: there was none before. */
  onChanged(tx: Tx, before: PostRow | null, after: PostRow, by: ActingMember): Promise<void>
}

/** Stores posts with their versions, and schedules them. */
export function createPostWriter({ db, queue, signals, onChanged }: Dependencies) {
  return {
    /** Runs `work` in a transaction and refreshes the blogs. @throws AppError conflict: slug taken */
    async write<T>(work: (tx: Tx) => Promise<T>, slug: string | undefined): Promise<T> {
      try {
        const answer = await db.transaction().execute(work)
        signals.publish('blogs', 'changed')
        return answer
      } catch (error) {
        const { code, constraint } = error as { code?: string; constraint?: string }
        if (code !== '23505') throw error
        if (constraint === 'posts_slug' && slug !== undefined)
          throw new AppError('conflict', `Another post has the slug “${slug}” already. Choose another.`, {
            field: 'slug',
            reason: 'slug_taken',
            params: { slug },
          })
        throw new AppError('conflict', 'This document was just published. Reload to see it.', {
          reason: 'just_published',
          retryable: true,
        })
      }
    },

    async create(
      tx: Tx,
      { blog, documentId, by }: { blog: BlogId; documentId: string | null; by: ActingMember },
      { content, words, sources }: PostDraft,
    ): Promise<PostRow> {
      const id = randomUUIDv7()
      await insertPost(tx, { id, blog, documentId, createdBy: by.userId, content: { ...content, words, sources } })
      const row = await saveVersion(tx, blog, id, 1, by.userId, content)
      await onChanged(tx, null, row, by)
      return row
    },

    async change(tx: Tx, row: PostRow, by: ActingMember, { content, words, sources }: PostDraft): Promise<PostRow> {
      const version = row.version + 1
      await savePost(tx, row.workspace_id, row.id, version, { ...content, words, sources })
      const wasPublic = row.publish_at !== null && row.publish_at.getTime() <= Date.now()
      if (wasPublic && content.slug !== row.slug) await retireSlug(tx, row.workspace_id, row.id, row.slug, content.slug)
      const changed = await saveVersion(tx, row.workspace_id, row.id, version, by.userId, content)
      await onChanged(tx, row, changed, by)
      return changed
    },
  }

  async function saveVersion(tx: Db, blog: BlogId, id: string, version: number, userId: string, content: PostContent) {
    await insertVersion(tx, id, version, content, userId)
    if (content.status === 'scheduled')
      await queue.send(tx, dueJob, { post_id: id }, { startAfter: new Date(content.publish_at!) })
    return (await findPost(tx, blog, { id }))!
  }
}
