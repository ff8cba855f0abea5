import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { createCommentNotifications } from './comment-notifications.ts'
import type { Notification, notificationsContract, UnreadCounts } from './contract.ts'
import type { Digests } from './digests.ts'
import { countByArea } from './rules/areas.ts'
import { cutText } from './rules/cut-text.ts'
import type { RunAlert } from './rules/run-changes.ts'
import type { RunDeliveries } from './run-deliveries.ts'
import {
  deleteOld,
  type FeedRow,
  findFeed,
  findUnread,
  insertAssigned,
  insertBatchDone,
  insertDecay,
  insertForMembers,
  insertPaused,
  insertSuggestion,
  markAllRead,
  markRead,
  markReadAbout,
  updateCounts,
} from './store/store.ts'

export type Notifications = ReturnType<typeof createNotifications>

type ReadInput = ParsedInputOf<typeof notificationsContract.read>

export function createNotifications({
  db,
  digests,
  deliveries,
  onRunsChanged,
}: {
  db: Database
  digests: Digests
  deliveries: RunDeliveries
  onRunsChanged(tx: Db, alerts: RunAlert[]): Promise<void>
}) {
  const getUnread = async (userId: string) => countByArea(await findUnread(db, userId))
  return {
    /** Queues alerts for every channel, in the transaction that commits the runs. Exactly once per run and recipient. */
    async notify(tx: Db, alerts: RunAlert[]) {
      await insertForMembers(tx, alerts)
      await digests.add(tx, alerts)
      await deliveries.add(tx, alerts)
      await onRunsChanged(tx, alerts)
    },

    /** Updates the counts in notifications about recounted runs. */
    updateCounts,

    /** Notifies the workspace owner that the plan's limit paused listeners. */
    async notifyPaused(
      tx: Db,
      paused: {
        userId: string
        workspaceId: string
        listenerId: string
        keywords: string[]
        paused: number
        limit: number
      },
    ) {
      const { userId, workspaceId, listenerId, keywords, limit } = paused
      const data = {
        keyword: keywords[0] ?? '',
        added: 0,
        removed: 0,
        first: false,
        examples: keywords.slice(0, 3),
        paused: { count: paused.paused, limit },
      }
      await insertPaused(tx, { userId, workspaceId, listenerId, data })
    },

    /** Notifies who created a batch that all its items ended. */
    async notifyBatch(
      tx: Db,
      batch: { userId: string; workspaceId: string; batchId: string; name: string; done: number; failed: number },
    ) {
      const { userId, workspaceId, batchId, name, done, failed } = batch
      const data = {
        ...{ keyword: name, added: done, removed: 0, first: false, examples: [] },
        batch: { done, failed },
      }
      await insertBatchDone(tx, { userId, workspaceId, batchId, data })
    },

    async list(userId: string, paging: { page: number; limit: number }) {
      const [{ items, total }, { unread }] = await Promise.all([findFeed(db, userId, paging), getUnread(userId)])
      return { items: items.map(present), total, unread, ...paging }
    },

    /** Notifies the members of pages of a site that lose clicks beyond chance. */
    async notifyDecay(
      tx: Db,
      found: { workspaceId: string; siteId: string; runId: string; url: string; pages: string[]; change: number },
    ) {
      const { workspaceId, siteId, runId, url, pages, change } = found
      const data = {
        ...{ keyword: url, added: 0, removed: 0, first: false, examples: pages.slice(0, 3) },
        decay: { pages: pages.length, change },
      }
      await insertDecay(tx, { workspaceId, siteId, runId, data })
    },

    ...createCommentNotifications({ digests }),

    /** Notifies those who work on a document that a guest suggests changes, in the transaction that stores them. */
    async notifySuggestion(
      tx: Db,
      { workspaceId, documentId, title, by, text }: SuggestionNews & { workspaceId: string; documentId: string },
    ) {
      const data = {
        ...{ keyword: title, added: 0, removed: 0, first: false, examples: text ? [cutText(text)] : [] },
        comment: { by, is_guest: true },
      }
      await insertSuggestion(tx, { workspaceId, documentId, data })
    },

    /** Notifies the new owner of a document, in the transaction that assigns it. */
    async notifyAssigned(
      tx: Db,
      given: {
        workspaceId: string
        documentId: string
        ownerId: string
        title: string
        by: string
        due_on: string | null
      },
    ) {
      const { workspaceId, documentId, ownerId, title, by, due_on } = given
      const data = {
        ...{ keyword: title, added: 0, removed: 0, first: false, examples: [] },
        assigned: { by, due_on },
      }
      await insertAssigned(tx, { workspaceId, documentId, ownerId, data })
    },

    unread: getUnread,

    /** @throws AppError not_found, invalid_input */
    async read(userId: string, { _id, all, subject_id, kind, workspace_id }: ReadInput): Promise<UnreadCounts> {
      if (all) await markAllRead(db, userId)
      else if (subject_id !== undefined) await markReadAbout(db, userId, { subjectId: subject_id })
      else if (kind !== undefined) {
        if (workspace_id === undefined)
          throw new AppError('invalid_input', 'workspace_id is missing. Send it with kind.', {
            field: 'workspace_id',
            reason: 'missing',
          })
        await markReadAbout(db, userId, { workspaceId: workspace_id, kind })
      } else if (_id === undefined)
        throw new AppError('invalid_input', '_id is missing. Send _id, subject_id, kind or all.', {
          field: '_id',
          reason: 'missing',
        })
      else if (!(await markRead(db, userId, _id)))
        throw new AppError('not_found', 'Notification not found.', { reason: 'notification_missing' })
      return getUnread(userId)
    },

    cleanUp: () => deleteOld(db),
  }
}

type SuggestionNews = { title: string; by: string; text: string }

const present = (row: FeedRow): Notification => ({
  _id: row.id,
  workspace_id: row.workspace_id,
  workspace: row.workspace,
  kind: row.kind,
  subject_id: row.subject_id,
  run_id: row.run_id,
  ...row.data,
  created_at: row.created_at.toISOString(),
  read: row.read_at !== null,
})
