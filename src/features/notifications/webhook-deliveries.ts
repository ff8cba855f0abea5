import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import { OutboundError, type OutboundFetch } from '#platform/outbound-fetch.ts'
import type { RunAlert, RunDetails } from './run-changes.ts'
import { deleteAbout } from './store.ts'
import {
  claimDue,
  closeAbandonedDeliveries,
  type DeliveryOutcome,
  type DeliveryRow,
  failOtherUrls,
  findDeliveries,
  findDelivery,
  insertDelivery,
  type ListenerRef,
  settleDelivery,
} from './webhook-delivery-store.ts'
import { signatureHeader } from './webhook-signature.ts'

/**
 * Webhook deliveries: signed, and retried with backoff for a day until the receiver returns 2xx. One whose process died while
 * sending is marked `unclear` and not retried, because it may have arrived; it can be resent manually.
 */

export type Deliveries = ReturnType<typeof createDeliveries>

type Dependencies = {
  db: Database
  fetch: OutboundFetch
  log: Log
  getRunDetails(runIds: string[]): Promise<RunDetails[]>
  now?: () => Date
}

const answerMs = 10_000
const firstRetryMs = 15_000
const retryFactor = 3
const tryForMs = 24 * 3_600_000
const abandonedSeconds = 60

/** Returns the time of the next retry after `attempts`, or null once a day has passed since `firstAt`. */
export function getNextAttempt(attempts: number, firstAt: Date, now: Date): Date | null {
  const end = firstAt.getTime() + tryForMs
  if (now.getTime() >= end) return null
  return new Date(Math.min(end, now.getTime() + firstRetryMs * retryFactor ** (attempts - 1)))
}

export function createDeliveries({ db, fetch, log, getRunDetails, now = () => new Date() }: Dependencies) {
  return {
    async add(tx: Db, alerts: RunAlert[]) {
      for (const { workspaceId, listenerId, runId, webhook } of alerts)
        if (webhook) await insertDelivery(tx, { workspaceId, id: listenerId }, { runId, url: webhook, byHand: false })
    },

    /** Sends one due delivery. Returns false when none is due. */
    async sendDue(): Promise<boolean> {
      const row = await claimDue(db)
      if (!row) return false
      await settleDelivery(db, row, await send(row))
      return true
    },

    closeAbandoned: () => closeAbandonedDeliveries(db, abandonedSeconds),
    /** Only for the single process on a database, before it sends: all deliveries being sent are from a dead process. */
    closeAll: () => closeAbandonedDeliveries(db, 0),

    async list(ref: ListenerRef, paging: { page: number; limit: number }) {
      const { items, total } = await findDeliveries(db, ref, paging)
      return { items: items.map(present), total, ...paging }
    },

    /** Resends a run to the current webhook URL. @throws AppError not_found */
    async resend(ref: ListenerRef, deliveryId: string, url: string) {
      const before = await findDelivery(db, ref, deliveryId)
      if (!before)
        throw new AppError('not_found', 'Delivery not found.', { field: 'delivery_id', reason: 'delivery_missing' })
      const row = await insertDelivery(db, ref, { runId: before.run_id, url, byHand: true })
      return present(row!)
    },

    /** Fails pending deliveries to URLs other than the new one. */
    cancelOtherUrls: (tx: Db, ref: ListenerRef, webhook: string | null) => failOtherUrls(tx, ref, webhook),

    /** Deletes the notifications of a deleted listener. */
    deleteForListener: (tx: Db, { workspaceId, id }: ListenerRef) => deleteAbout(tx, workspaceId, id),
  }

  async function send(row: DeliveryRow): Promise<DeliveryOutcome> {
    const startedAt = performance.now()
    const ended = (outcome: Omit<DeliveryOutcome, 'ms'>): DeliveryOutcome => ({
      ...outcome,
      ms: Math.round(performance.now() - startedAt),
    })
    const failed = (status: number | null, error: string) => {
      const nextAt = getNextAttempt(row.attempts, row.created_at, now())
      return ended({ state: nextAt ? 'waiting' : 'failed', status, error, nextAt })
    }
    try {
      const [news] = await getRunDetails([row.run_id])
      if (!news)
        return ended({ state: 'failed', status: null, error: 'This run is no longer available.', nextAt: null })
      const body = webhookBody(news)
      const response = await fetch(row.url, {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json',
          'Earshot-Signature': signatureHeader(news.secret, body, now()),
          'Earshot-Delivery': row.id,
        },
        redirects: 0,
        timeoutMs: answerMs,
        maxBytes: 64_000,
      })
      await response.body?.cancel()
      if (response.ok) return ended({ state: 'delivered', status: response.status, error: null, nextAt: null })
      return failed(response.status, `The receiver returned HTTP ${response.status}.`)
    } catch (error) {
      if (error instanceof OutboundError) return failed(null, error.message)
      log.error({ err: error, delivery_id: row.id }, 'Could not send a webhook')
      return failed(null, 'Couldn’t send the webhook. Ask your administrator to check the server log.')
    }
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

const present = (row: DeliveryRow) => ({
  _id: row.id,
  run_id: row.run_id,
  url: row.url,
  state: row.state,
  attempts: row.attempts,
  status: row.status,
  ms: row.ms,
  error: row.error,
  next_at: row.next_at?.toISOString() ?? null,
  tried_at: row.tried_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
