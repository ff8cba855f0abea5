import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import type { RunAlert, RunDetails } from './rules/run-changes.ts'
import { runDeliveries } from './store/run-delivery-table.ts'
import { deleteAbout } from './store/store.ts'
import { createWebhookDeliveries } from './webhook-deliveries.ts'

export type RunDeliveries = ReturnType<typeof createRunDeliveries>

type Dependencies = {
  db: Database
  fetch: OutboundFetch
  log: Log
  getRunDetails(runIds: string[]): Promise<RunDetails[]>
  now?: () => Date
}

/** The webhooks of listeners: one delivery per run. */
export function createRunDeliveries({ db, fetch, log, getRunDetails, now }: Dependencies) {
  const deliveries = createWebhookDeliveries({ db, fetch, log, now, table: runDeliveries, getRequest })
  const { sendDue, closeAbandoned, closeAll, cancelOtherUrls } = deliveries
  return {
    async add(tx: Db, alerts: RunAlert[]) {
      for (const { workspaceId, listenerId, runId, webhook } of alerts)
        if (webhook) await deliveries.add(tx, { workspaceId, id: listenerId }, runId, webhook)
    },
    sendDue,
    closeAbandoned,
    closeAll,
    cancelOtherUrls,

    async list(ref: ResourceRef, paging: { page: number; limit: number }) {
      const { items, ...rest } = await deliveries.list(ref, paging)
      return { items: items.map(present), ...rest }
    },

    /** Resends a run to the current webhook URL. @throws AppError not_found */
    resend: async (ref: ResourceRef, deliveryId: string, url: string) =>
      present(await deliveries.resend(ref, deliveryId, url)),

    /** Deletes the notifications of a deleted listener. */
    deleteForListener: (tx: Db, { workspaceId, id }: ResourceRef) => deleteAbout(tx, workspaceId, id),
  }

  async function getRequest({ url, subject_id }: { url: string; subject_id: string }) {
    const [run] = await getRunDetails([subject_id])
    if (!run) throw new AppError('not_found', 'This run is no longer available.', { reason: 'run_removed' })
    return { url, body: webhookBody(run), secret: run.secret }
  }
}

/** The request body; the same for every retry. */
export const webhookBody = (news: RunDetails) =>
  JSON.stringify({
    event: 'search_listener.run',
    _id: news.listenerId,
    workspace_id: news.workspaceId,
    keyword: news.keyword,
    country: news.country,
    language: news.language,
    run: {
      _id: news.runId,
      at: news.at,
      first: news.first,
      added: news.added.length,
      removed: news.removed.length,
      source_errors: news.sourceErrors,
    },
    added: news.added,
    removed: news.removed,
  })

type Delivery = Awaited<ReturnType<ReturnType<typeof createWebhookDeliveries>['list']>>['items'][number]

const present = ({ subject_id, by_hand: _, ...delivery }: Delivery) => ({ ...delivery, run_id: subject_id })
