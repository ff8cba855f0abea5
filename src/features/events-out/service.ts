import { randomUUIDv7 } from 'node:crypto'
import type { Audit } from '#features/audit/service.ts'
import { checkWebhookUrl } from '#features/notifications/check-webhook-url.ts'
import type { WebhookDeliveries } from '#features/notifications/webhook-deliveries.ts'
import type { ParsedInputOf } from '#kit/endpoint.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Requester, StoreResponse } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Outbound } from '#platform/outbound/outbound-fetch.ts'
import type { Secrets } from '#platform/secrets.ts'
import type { EndpointKind, EventData, EventDelivery, EventEndpoint, eventsOutContract, SentType } from './contract.ts'
import { newSecret, sealSecret, sealUrl } from './endpoint-secrets.ts'
import { getShownUrl } from './rules/shown-url.ts'
import {
  countEndpoints,
  deleteEndpoint,
  deleteOldEvents,
  findDeliveryEndpoint,
  findDeliveryWorkspace,
  findEndpoint,
  findEndpoints,
  findEndpointWorkspace,
  findEvents,
  hasEndpointFor,
  insertEndpoint,
  insertEvent,
  insertTestEvent,
  type ListedEndpoint,
  lockEndpoint,
  updateEndpoint,
} from './store/store.ts'

const maxEndpoints = 20
const testRate = { max: 60, windowSeconds: 3600 }

type AddInput = ParsedInputOf<typeof eventsOutContract.add>
type UpdateInput = Omit<ParsedInputOf<typeof eventsOutContract.update>, '_id'>

type Dependencies = {
  db: Database
  audit: Audit
  secrets: Secrets
  rates: RateLimiter
  deliveries: WebhookDeliveries
  checkUrl: Outbound['checkUrl']
}

export type EventsOut = ReturnType<typeof createEventsOut>

/** Events for other tools: endpoints of a workspace, and what is queued for them. */
export function createEventsOut({ db, audit, secrets, rates, deliveries, checkUrl }: Dependencies) {
  return {
    locate: (workspaceIds: string[], id: string) => findEndpointWorkspace(db, workspaceIds, id),
    locateDelivery: (workspaceIds: string[], id: string) => findDeliveryWorkspace(db, workspaceIds, id),

    /** Whether an endpoint gets this type, so that nobody collects what nobody wants. */
    hasEndpoint: (tx: Db, workspaceId: string, type: SentType) => hasEndpointFor(tx, workspaceId, type),

    /** Queues an event for the endpoints that want it, in the caller's transaction. `subject`: the same one is stored once. */
    emit: <Type extends SentType>(
      tx: Db,
      workspaceId: string,
      type: Type,
      { subject, data }: { subject: string; data: EventData<Type> },
    ) => insertEvent(tx, { workspaceId, type, subject, data }),

    /** @throws AppError invalid_input (url), conflict */
    async add(requester: Requester, input: AddInput, storeResponse: StoreResponse) {
      const { workspace_id: workspaceId, url, kind, events } = input
      await validateUrl(kind, url)
      const id = randomUUIDv7()
      const secret = kind === 'webhook' ? newSecret() : null
      return db.transaction().execute(async (tx) => {
        if ((await countEndpoints(tx, workspaceId)) >= maxEndpoints) refuseMore()
        const row = await insertEndpoint(tx, {
          workspace_id: workspaceId,
          id,
          kind,
          sealed_url: sealUrl(secrets, id, url),
          shown_url: getShownUrl(kind, url),
          sealed_secret: secret && sealSecret(secrets, id, secret),
          events,
          created_by: requester.actor.userId,
        })
        await audit.recordCall(tx, requester, 'webhook.added', row.shown_url, { workspace_id: workspaceId, events })
        const answer = { endpoint: present({ ...row, last_state: null, last_at: null }), secret }
        await storeResponse(tx, answer)
        return answer
      })
    },

    async list(workspaceId: string) {
      const items = (await findEndpoints(db, workspaceId)).map(present)
      return { items, total: items.length }
    },

    /** @throws AppError not_found, invalid_input (url) */
    async update(requester: Requester, ref: ResourceRef, { url, events, active, new_secret }: UpdateInput) {
      const before = (await findEndpoint(db, ref)) ?? refuseMissing()
      if (url !== undefined) await validateUrl(before.kind, url)
      const secret = new_secret && before.kind === 'webhook' ? newSecret() : null
      await db.transaction().execute(async (tx) => {
        await lockEndpoint(tx, ref)
        await updateEndpoint(tx, ref, {
          ...(url !== undefined && {
            sealed_url: sealUrl(secrets, ref.id, url),
            shown_url: getShownUrl(before.kind, url),
          }),
          ...(events && { events }),
          ...(active !== undefined && { active }),
          ...(secret && { sealed_secret: sealSecret(secrets, ref.id, secret) }),
        })
        await audit.recordCall(tx, requester, 'webhook.changed', before.shown_url, {
          workspace_id: ref.workspaceId,
          changed: Object.keys({ ...(url && { url }), ...(events && { events }), ...(secret && { secret }) }),
          ...(active !== undefined && { active }),
        })
      })
      const [row] = await findEndpoints(db, ref.workspaceId, ref.id)
      return { endpoint: present(row ?? refuseMissing()), secret }
    },

    /** @throws AppError not_found */
    async remove(requester: Requester, ref: ResourceRef) {
      await db.transaction().execute(async (tx) => {
        const row = (await deleteEndpoint(tx, ref)) ?? refuseMissing()
        await audit.recordCall(tx, requester, 'webhook.removed', row.shown_url, { workspace_id: ref.workspaceId })
      })
    },

    /** Queues a test event. @throws AppError not_found, rate_limited */
    async test(ref: ResourceRef): Promise<EventDelivery> {
      const { count, resets_at } = await rates.count(`webhook-test:${ref.id}`, testRate.windowSeconds)
      if (count > testRate.max)
        throw new AppError('rate_limited', `This endpoint was tested ${testRate.max} times in the last hour.`, {
          reason: 'too_many_tests',
          params: { max: testRate.max },
          retryAfterSeconds: Math.max(1, (resets_at.getTime() - Date.now()) / 1000),
        })
      const endpoint = (await findEndpoint(db, ref)) ?? refuseMissing()
      await db.transaction().execute(async (tx) => {
        const data = { message: 'This is a test. Real events look like this one.' }
        const eventId = await insertTestEvent(tx, ref.workspaceId, data)
        await deliveries.add(tx, ref, eventId, endpoint.shown_url)
      })
      const { items } = await this.deliveries(ref, { page: 1, limit: 1 })
      return items[0]!
    },

    async deliveries(ref: ResourceRef, paging: { page: number; limit: number }) {
      const { items, ...rest } = await deliveries.list(ref, paging)
      return { items: await presentDeliveries(ref.workspaceId, items), ...rest }
    },

    /** Sends an event again. @throws AppError not_found */
    async replay(delivery: ResourceRef): Promise<EventDelivery> {
      const endpointId = (await findDeliveryEndpoint(db, delivery)) ?? refuseMissingDelivery()
      const ref = { workspaceId: delivery.workspaceId, id: endpointId }
      const endpoint = (await findEndpoint(db, ref)) ?? refuseMissing()
      const added = await deliveries.resend(ref, delivery.id, endpoint.shown_url)
      return (await presentDeliveries(ref.workspaceId, [added]))[0]!
    },

    cleanUp: () => deleteOldEvents(db),
  }

  async function validateUrl(kind: EndpointKind, url: string) {
    if (kind !== 'webhook' && !url.startsWith('https://'))
      throw new AppError('invalid_input', 'url must be an https URL for Slack and Teams.', {
        field: 'url',
        reason: 'https_required',
      })
    await checkWebhookUrl(checkUrl, url, 'url')
  }

  async function presentDeliveries(
    workspaceId: string,
    items: Awaited<ReturnType<WebhookDeliveries['list']>>['items'],
  ): Promise<EventDelivery[]> {
    const events = await findEvents(db, workspaceId, [...new Set(items.map(({ subject_id }) => subject_id))])
    const types = new Map(events.map(({ id, type }) => [id, type]))
    return items.map(({ subject_id, url: _, state, status, by_hand, ...delivery }) => ({
      ...delivery,
      event_id: subject_id,
      type: types.get(subject_id) ?? '',
      status: state,
      http_status: status,
      replay: by_hand,
    }))
  }
}

const present = (row: ListedEndpoint): EventEndpoint => ({
  _id: row.id,
  workspace_id: row.workspace_id,
  kind: row.kind,
  url: row.shown_url,
  events: row.events,
  active: row.active,
  last:
    row.last_state && row.last_at
      ? { status: row.last_state as EventDelivery['status'], at: row.last_at.toISOString() }
      : null,
  created_at: row.created_at.toISOString(),
})

function refuseMissing(): never {
  throw new AppError('not_found', 'Endpoint not found, or it’s in a workspace you can’t access.', {
    reason: 'endpoint_missing',
  })
}

function refuseMissingDelivery(): never {
  throw new AppError('not_found', 'Delivery not found. Deliveries are kept for 30 days.', {
    reason: 'delivery_missing',
  })
}

function refuseMore(): never {
  throw new AppError('conflict', `A workspace can have up to ${maxEndpoints} endpoints.`, {
    reason: 'too_many_endpoints',
    params: { max: maxEndpoints },
  })
}
