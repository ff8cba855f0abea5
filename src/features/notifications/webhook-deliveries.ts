import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { OutboundError, type OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import { signWebhook } from '#platform/outbound/webhook-signature.ts'
import { fromErrorColumns, toStoredError } from '#platform/stored-error.ts'
import { deliveryReasons } from './rules/delivery-reasons.ts'
import {
  createDeliveryStore,
  type DeliveryOutcome,
  type DeliveryRow,
  type DeliveryTable,
} from './store/webhook-delivery-store.ts'

/**
 * Webhook deliveries: signed, and retried with backoff for a day until the receiver returns 2xx. One whose process died while
 * sending is marked `unclear` and not retried, because it may have arrived; it can be resent manually.
 */

export type { DeliveryRow, DeliveryTable }

export type WebhookDeliveries = ReturnType<typeof createWebhookDeliveries>

/** A request body and where it goes. Without a secret it isn't signed. */
export type WebhookRequest = { url: string; body: string; secret: string | null }

type Dependencies = {
  db: Database
  fetch: OutboundFetch
  log: Log
  table: DeliveryTable
  /** What a delivery sends, the same on every retry. @throws AppError not_found if it no longer exists */
  getRequest(row: DeliveryRow): Promise<WebhookRequest>
  now?: (() => Date) | undefined
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

export function createWebhookDeliveries(dependencies: Dependencies) {
  const { db, fetch, log, table, getRequest, now = () => new Date() } = dependencies
  const store = createDeliveryStore(table)
  const add = (tx: Db, ref: ResourceRef, subjectId: string, url: string, byHand: boolean) =>
    store.insert(tx, ref, { id: randomUUIDv7(), subjectId, url, byHand })
  return {
    /** Queues a delivery in the caller's transaction: once per subject. */
    add: async (tx: Db, ref: ResourceRef, subjectId: string, url: string) =>
      void (await add(tx, ref, subjectId, url, false)),

    /** Sends one due delivery. Returns false when none is due. */
    async sendDue(): Promise<boolean> {
      const row = await store.claimDue(db)
      if (!row) return false
      await store.settle(db, row, await send(row))
      return true
    },

    closeAbandoned: () => store.closeAbandoned(db, abandonedSeconds, unclear()),
    /** Only for the single process on a database, before it sends: all deliveries being sent are from a dead process. */
    closeAll: () => store.closeAbandoned(db, 0, unclear()),

    async list(ref: ResourceRef, paging: { page: number; limit: number }) {
      const { items, total } = await store.findPage(db, ref, paging)
      return { items: items.map(present), total, ...paging }
    },

    /** Sends a subject again, to `url`. @throws AppError not_found */
    async resend(ref: ResourceRef, deliveryId: string, url: string) {
      const before = await store.find(db, ref, deliveryId)
      if (!before)
        throw new AppError('not_found', 'Delivery not found.', { field: 'delivery_id', reason: 'delivery_missing' })
      return present((await add(db, ref, before.subject_id, url, true))!)
    },

    /** Fails waiting deliveries to URLs other than the new one. */
    cancelOtherUrls: (tx: Db, ref: ResourceRef, url: string | null) => store.failOtherUrls(tx, ref, url, urlChanged()),
  }

  async function send(row: DeliveryRow): Promise<DeliveryOutcome> {
    const startedAt = performance.now()
    const ended = (outcome: Omit<DeliveryOutcome, 'ms'>): DeliveryOutcome => ({
      ...outcome,
      ms: Math.round(performance.now() - startedAt),
    })
    const failed = (status: number | null, error: AppError) => {
      const nextAt = getNextAttempt(row.attempts, row.created_at, now())
      return ended({ state: nextAt ? 'waiting' : 'failed', status, error, nextAt })
    }
    try {
      const { url, body, secret } = await getRequest(row)
      const response = await fetch(url, {
        method: 'POST',
        body,
        headers: {
          'Content-Type': 'application/json',
          'Earshot-Delivery': row.id,
          ...(secret === null ? {} : { 'Earshot-Signature': signWebhook(secret, body, now()) }),
        },
        redirects: 0,
        timeoutMs: answerMs,
        maxBytes: 64_000,
      })
      await response.body?.cancel()
      if (response.ok) return ended({ state: 'delivered', status: response.status, error: null, nextAt: null })
      return failed(response.status, rejected(response.status))
    } catch (error) {
      if (error instanceof OutboundError) return failed(null, toDeliveryError(error))
      if (error instanceof AppError && error.code === 'not_found')
        return ended({ state: 'failed', status: null, error, nextAt: null })
      log.error({ err: error, delivery_id: row.id }, 'Could not send a webhook')
      return failed(null, toStoredError(error))
    }
  }
}

const rejected = (status: number) =>
  new AppError('upstream_failed', `The receiver returned HTTP ${status}.`, {
    reason: 'webhook_rejected',
    params: { status },
  })

export function toDeliveryError(error: OutboundError): AppError {
  const reason = deliveryReasons[error.reason]
  return new AppError('upstream_failed', error.message, { reason, cause: error })
}

const urlChanged = () =>
  new AppError('conflict', 'The webhook URL changed before this was delivered.', { reason: 'webhook_url_changed' })

const unclear = () =>
  new AppError('unavailable', 'The server stopped while sending. It may have arrived.', { reason: 'delivery_unclear' })

const present = (row: DeliveryRow) => ({
  _id: row.id,
  subject_id: row.subject_id,
  url: row.url,
  state: row.state,
  by_hand: row.by_hand,
  attempts: row.attempts,
  status: row.status,
  ms: row.ms,
  ...fromErrorColumns(row),
  next_at: row.next_at?.toISOString() ?? null,
  tried_at: row.tried_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})
