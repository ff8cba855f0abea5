import {
  createWebhookDeliveries,
  type DeliveryRow,
  type DeliveryTable,
} from '#features/notifications/webhook-deliveries.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import type { Secrets } from '#platform/secrets.ts'
import { openSecret, openUrl } from './endpoint-secrets.ts'
import { getEventBody } from './rules/event-body.ts'
import { findEndpoint, findEvents } from './store/store.ts'

const table: DeliveryTable = { name: 'event_deliveries', owner: 'endpoint_id', subject: 'event_id', inOrder: true }

/** The deliveries of events to endpoints. They go to the URL that the endpoint has when they are sent. */
export function createEventDeliveries(dependencies: {
  db: Database
  fetch: OutboundFetch
  log: Log
  secrets: Secrets
  now?: () => Date
}) {
  const { db, secrets } = dependencies
  return createWebhookDeliveries({ ...dependencies, table, getRequest })

  async function getRequest({ workspace_id, owner_id, subject_id }: DeliveryRow) {
    const [endpoint, [event]] = await Promise.all([
      findEndpoint(db, { workspaceId: workspace_id, id: owner_id }),
      findEvents(db, workspace_id, [subject_id]),
    ])
    if (!endpoint || !event)
      throw new AppError('not_found', 'This event is no longer stored.', { reason: 'event_removed' })
    return {
      url: openUrl(secrets, endpoint),
      body: getEventBody(endpoint.kind, event),
      secret: openSecret(secrets, endpoint),
    }
  }
}
