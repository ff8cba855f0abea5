import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import { followSignals } from '#platform/jobs/follow-signals.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import { getBatch } from './present-batch.ts'
import { isOver } from './rules/batch-status.ts'

export const batchTopic = 'writing-batch'
/** A backstop for lost signals. */
const pollMs = 5000
/** Coalesces changes: sections of several items end within a second. */
const gapMs = 250

/** Sends a batch and its items as they change, until it ends or the reader disconnects. */
export async function followBatch(
  { db, signals }: { db: Database; signals: Signals },
  ref: ResourceRef,
  send: SendEvent,
  signal: AbortSignal,
): Promise<void> {
  const sent = new Map<string, string>()
  await followSignals({ signals, topic: batchTopic, id: ref.id, gapMs, pollMs, signal }, async () => {
    const batch = await getBatch(db, ref).catch(() => null)
    if (!batch) return false
    const { items, ...head } = batch
    for (const item of items) await sendIfNew('item', item._id, item)
    await sendIfNew('batch', head._id, head)
    if (!isOver(head)) return true
    await send('done', head)
    return false
  })

  async function sendIfNew(event: string, id: string, value: object) {
    const text = JSON.stringify(value)
    if (sent.get(id) === text) return
    sent.set(id, text)
    await send(event, value)
  }
}
