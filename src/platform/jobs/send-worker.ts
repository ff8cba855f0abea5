import type { Log } from '../log.ts'
import { createPolling } from './polling.ts'

/** Worker that sends what is queued: webhooks, digest emails, emailed reports. */

const closeEveryMs = 30_000

export type SendChannel = {
  /** Logged when sending fails: "Could not send webhooks". */
  failureMessage: string
  /** How many are sent at the same time. */
  atOnce: number
  /** Sends one that is due. Returns false when none is due. */
  sendDue(): Promise<boolean>
  /** Marks what dead processes were sending. */
  closeAbandoned(): Promise<unknown>
  /** The same for the only process on a database: whatever is being sent is abandoned. */
  closeAll?(): Promise<unknown>
}

export type SendWorker = { stop(): Promise<void> }

export async function startSendWorker(
  channels: SendChannel[],
  { log, alone }: { log: Log; alone: boolean },
): Promise<SendWorker> {
  const polling = createPolling(log)
  if (alone) for (const { closeAll } of channels) await closeAll?.()
  const closing = setInterval(() => void closeAbandoned(), closeEveryMs)
  closing.unref()
  for (const channel of channels) polling.add(channel.failureMessage, () => sendAll(channel))
  return {
    async stop() {
      clearInterval(closing)
      await polling.stop()
    },
  }

  async function closeAbandoned() {
    try {
      for (const channel of channels) await channel.closeAbandoned()
    } catch (err) {
      log.error({ err }, 'Could not close what a stopped process was sending')
    }
  }

  /** One loop polls; helpers start only when something is due. */
  async function sendAll({ sendDue, atOnce }: SendChannel): Promise<boolean> {
    if (!(await sendDue())) return false
    const helpers = Array.from({ length: atOnce - 1 }, async () => {
      while (!polling.signal.aborted && (await sendDue()));
    })
    await Promise.all(helpers)
    return true
  }
}
