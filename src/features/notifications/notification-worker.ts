import type { Log } from '#platform/log.ts'
import type { Digests } from './digests.ts'
import type { Deliveries } from './webhook-deliveries.ts'

/** Worker that sends queued webhooks and digest emails. */

const pollMs = 1000
const webhooksAtOnce = 8
const closeEveryMs = 30_000
const stopMs = 3000

export type NotificationWorker = { stop(): Promise<void> }

export async function startNotificationWorker(
  { digests, deliveries, log }: { digests: Digests; deliveries: Deliveries; log: Log },
  { alone }: { alone: boolean },
): Promise<NotificationWorker> {
  const stopper = new AbortController()
  const wakers = new Set<() => void>()
  if (alone) await deliveries.closeAll()
  const closing = setInterval(() => void closeAbandoned(), closeEveryMs)
  closing.unref()
  const loops = [
    poll('Could not send digests', () => digests.sendDue()),
    // One loop polls; helpers start only when deliveries are due.
    poll('Could not send webhooks', sendWebhooks),
  ]
  return {
    async stop() {
      stopper.abort()
      clearInterval(closing)
      for (const wake of wakers) wake()
      // Waits for requests in progress, but no longer than `stopMs`.
      await Promise.race([Promise.all(loops), new Promise((resolve) => setTimeout(resolve, stopMs).unref())])
    },
  }

  async function closeAbandoned() {
    try {
      await deliveries.closeAbandoned()
      await digests.closeAbandoned()
    } catch (err) {
      log.error({ err }, 'Could not close abandoned digests and webhook deliveries')
    }
  }

  async function sendWebhooks(): Promise<boolean> {
    if (!(await deliveries.sendDue())) return false
    const helpers = Array.from({ length: webhooksAtOnce - 1 }, async () => {
      while (!stopper.signal.aborted && (await deliveries.sendDue()));
    })
    await Promise.all(helpers)
    return true
  }

  async function poll(failureMessage: string, send: () => Promise<boolean>) {
    while (!stopper.signal.aborted) {
      const more = await send().catch((err) => {
        log.error({ err }, failureMessage)
        return false
      })
      if (!more && !stopper.signal.aborted) await pause()
    }
  }

  function pause() {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(done, pollMs)
      function done() {
        clearTimeout(timer)
        wakers.delete(done)
        resolve()
      }
      wakers.add(done)
    })
  }
}
