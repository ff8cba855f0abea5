import type { Generated, JSONColumnType } from 'kysely'
import type { FailureColumn } from '#platform/stored-error.ts'
import type { EndpointKind, EventType } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    event_endpoints: EventEndpointsTable
    outgoing_events: OutgoingEventsTable
    event_deliveries: EventDeliveriesTable
  }
}

export type EventEndpointsTable = {
  workspace_id: string
  id: string
  kind: EndpointKind
  /** Slack’s and Teams’ URLs are secrets. */
  sealed_url: string
  /** What screens show of the URL. */
  shown_url: string
  sealed_secret: string | null
  events: EventType[]
  active: Generated<boolean>
  created_by: string | null
  created_at: Generated<Date>
}

export type OutgoingEventsTable = {
  workspace_id: string
  id: string
  type: string
  /** What it is about: the same event is stored once. */
  subject: string
  data: JSONColumnType<Record<string, unknown>, string, string>
  at: Generated<Date>
}

export type EventDeliveriesTable = {
  workspace_id: string
  endpoint_id: string
  id: string
  event_id: string
  /** What screens show of the URL it goes to. */
  url: string
  state: 'waiting' | 'sending' | 'delivered' | 'failed' | 'unclear'
  by_hand: Generated<boolean>
  attempts: Generated<number>
  next_at: Date | null
  status: number | null
  ms: number | null
  error: string | null
  failure: FailureColumn
  created_at: Generated<Date>
  tried_at: Date | null
}
