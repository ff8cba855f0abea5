import type { JSONColumnType } from 'kysely'
import type { MessageType } from '../contract.ts'

declare module '#platform/database/database.ts' {
  interface Tables {
    events: EventsTable
    event_inbox: { id: number; received_at: Date; messages: number; body: Buffer; set_aside: boolean }
    event_ids: { id: string; received_on: string }
    event_counts: { day: string; type: MessageType; name: string; count: number }
    event_keys: { single: boolean; public_key: string; workspace_id: string }
  }
}

/** Partitioned by month of `received_at`. */
export type EventsTable = {
  /** The message id as a UUID, for deduplication. */
  id: string
  received_at: Date
  /** Time by the sender's clock. */
  at: Date
  message_id: string
  type: MessageType
  event: string | null
  uid: string | null
  alias: string
  group_id: string | null
  traits: JSONColumnType<Record<string, unknown>> | null
  properties: JSONColumnType<Record<string, unknown>> | null
  address: string
  path: string
  query: string
  host: string
  origin: string
  referrer: string
}
