import type { Tx } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { Metrics } from '#platform/metrics.ts'
import { packRequests, unpackMessages } from './rules/event-inbox-format.ts'
import { type InboxRow, insertSetAside, setInboxRowAside } from './store/event-inbox-store.ts'
import type { ReadyMessage } from './store/store.ts'

/** Keeps collected events that can't be stored, so that they don't hold up the others. */
export function createEventsAside({ log, metrics }: { log: Log; metrics?: Pick<Metrics, 'eventsSetAside'> }) {
  return { unpackOrSetAside, setMessageAside }

  async function unpackOrSetAside(tx: Tx, row: InboxRow) {
    try {
      return await unpackMessages(row.body)
    } catch (err) {
      log.error({ err, row: row.id, messages: row.messages }, 'Collected events couldn’t be read and were set aside')
      metrics?.eventsSetAside.inc(row.messages)
      await setInboxRowAside(tx, row.id)
      return null
    }
  }

  async function setMessageAside(
    tx: Tx,
    { id, atMs, receivedMs, traitsText, propertiesText, ...message }: ReadyMessage,
    err: unknown,
  ) {
    log.error({ err, message_id: message.message_id }, 'The database rejected an event: it was set aside')
    metrics?.eventsSetAside.inc()
    const body = await packRequests([Buffer.from(JSON.stringify({ messages: [message] }))])
    await insertSetAside(tx, { messages: 1, body, receivedMs })
  }
}
