import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import { createWakeableSleep } from '#platform/jobs/wakeable-sleep.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import { crawlTopic } from './crawl/run-crawl.ts'
import { presentCrawl } from './present-site.ts'
import { findSite } from './store/site-store.ts'

/** A backstop for lost signals. */
const lookMs = 5000
const gapMs = 500

/** Sends a site’s latest crawl as it goes on, until it ends or the reader disconnects. */
export async function followCrawl(
  { db, signals }: { db: Database; signals: Signals },
  ref: ResourceRef,
  send: SendEvent,
  signal: AbortSignal,
): Promise<void> {
  let sent = ''
  const rest = createWakeableSleep()
  const stop = signals.subscribe(crawlTopic, ref.id, rest.wake)
  signal.addEventListener('abort', rest.wake, { once: true })
  try {
    while (!signal.aborted) {
      rest.clear()
      const site = await findSite(db, ref)
      if (!site) return
      const crawl = presentCrawl(site)
      const text = JSON.stringify(crawl)
      if (text !== sent) await send('progress', crawl)
      sent = text
      if (crawl.state !== 'running') return void (await send('done', crawl))
      await new Promise((resolve) => setTimeout(resolve, gapMs))
      await rest.sleep(lookMs)
    }
  } finally {
    stop()
  }
}
