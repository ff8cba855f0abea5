import { randomUUIDv7 } from 'node:crypto'
import type { AnswersChange } from '#features/answers/find-change.ts'
import type { BatchDone } from '#features/bulk-writing/finish-batch.ts'
import type { ItemStateChange } from '#features/content-plan/service.ts'
import type { RunAlert } from '#features/notifications/rules/run-changes.ts'
import type { PublicationChange } from '#features/publishing/record-post.ts'
import type { RanksChange } from '#features/ranks/find-change.ts'
import { getMainCause } from '#features/sites/rules/decay/causes.ts'
import type { FoundDecays } from '#features/sites/work.ts'
import type { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { EventsOut } from './service.ts'
import { findItemTitles, findReport } from './store/event-subject-store.ts'

type Dependencies = { events: EventsOut; publicUrl: string }

/** What other features say happened, as events. Each is queued in the transaction of what happened. */
const maxDecays = 20

export function createEmitters({ events, publicUrl }: Dependencies) {
  return {
    async reportFinished(tx: Db, report: ResourceRef, error: AppError | null) {
      const { workspaceId, id } = report
      if (!(await events.hasEndpoint(tx, workspaceId, error ? 'report.failed' : 'report.done'))) return
      const { query, keywords } = await findReport(tx, report)
      const about = { report_id: id, query, url: `${publicUrl}/app/reports/${id}` }
      const subject = getSubject(id)
      if (error)
        await events.emit(tx, workspaceId, 'report.failed', { subject, data: { ...about, error: error.message } })
      else await events.emit(tx, workspaceId, 'report.done', { subject, data: { ...about, keywords } })
    },

    async runsChanged(tx: Db, alerts: RunAlert[]) {
      for (const { workspaceId, listenerId, runId, data } of alerts) {
        const { keyword, added, removed, examples } = data
        const url = `${publicUrl}/app/listeners/${listenerId}`
        await events.emit(tx, workspaceId, 'listener.changed', {
          subject: runId,
          data: { listener_id: listenerId, run_id: runId, keyword, added, removed, examples, url },
        })
      }
    },

    async documentFinished(tx: Db, { workspaceId, id }: ResourceRef, about: { title: string; words: number }) {
      await events.emit(tx, workspaceId, 'document.finished', {
        subject: getSubject(id),
        data: { document_id: id, ...about, url: `${publicUrl}/app/content/${id}` },
      })
    },

    async batchDone(tx: Db, workspaceId: string, { batchId, name, done, failed }: BatchDone) {
      await events.emit(tx, workspaceId, 'batch.done', {
        subject: getSubject(batchId),
        data: { batch_id: batchId, name, done, failed, url: `${publicUrl}/app/plan/batches/${batchId}` },
      })
    },

    async publicationChanged(tx: Db, { change, kind, ...publication }: PublicationChange) {
      const { workspaceId, documentId, publicationId, postId, title, url } = publication
      if (!workspaceId || change === 'unpublished') return
      await events.emit(tx, workspaceId, 'publication.published', {
        subject: getSubject(publicationId ?? postId ?? url),
        data: {
          post_id: postId,
          publication_id: publicationId,
          document_id: documentId,
          destination: kind,
          change,
          title,
          url,
        },
      })
    },

    async ranksChanged(tx: Db, { tracker, domain, run, up, down, examples }: RanksChange) {
      const { workspaceId, id } = tracker
      await events.emit(tx, workspaceId, 'rank.changed', {
        subject: `${id}:${run}`,
        data: { tracker_id: id, domain, up, down, examples, url: `${publicUrl}/app/ranks/${id}` },
      })
    },

    async siteDecayed(tx: Db, { site, url, lastDay, decays }: FoundDecays) {
      const { workspaceId, id } = site
      const pages = decays.slice(0, maxDecays).map(({ page, change, low, high, ...causes }) => ({
        ...{ page, change, low, high },
        cause: getMainCause(causes),
      }))
      await events.emit(tx, workspaceId, 'site.decay', {
        subject: `${id}:${lastDay}`,
        data: { site_id: id, site: url, pages, url: `${publicUrl}/app/sites/${id}/decay` },
      })
    },

    async answersChanged(tx: Db, { watch, brand, period, moved, examples }: AnswersChange) {
      const { workspaceId, id } = watch
      await events.emit(tx, workspaceId, 'answers.changed', {
        subject: `${id}:${period}`,
        data: { watch_id: id, brand, period, moved, examples, url: `${publicUrl}/app/answers/${id}` },
      })
    },

    async planItemsChanged(tx: Db, workspaceId: string, changes: ItemStateChange[]) {
      if (!(await events.hasEndpoint(tx, workspaceId, 'plan.item_changed'))) return
      const ids = changes.map(({ itemId }) => itemId)
      const titles = await findItemTitles(tx, workspaceId, ids)
      for (const { planId, itemId, state } of changes) {
        const title = titles.get(itemId) ?? ''
        const url = `${publicUrl}/app/plan/${planId}/${itemId}`
        await events.emit(tx, workspaceId, 'plan.item_changed', {
          subject: getSubject(itemId),
          data: { plan_id: planId, item_id: itemId, title, state, url },
        })
      }
    },
  }
}

/** Things that happen to the same item again are events of their own. */
const getSubject = (id: string) => `${id}:${randomUUIDv7()}`
