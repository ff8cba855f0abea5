import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import { followSignals } from '#platform/jobs/follow-signals.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import { crawlTopic } from './crawl/run-crawl.ts'
import { presentCrawl } from './present-site.ts'
import { findSite } from './store/site-store.ts'

/** A backstop for lost signals. */
const pollMs = 5000
const gapMs = 500

/** Sends a site’s latest crawl as it goes on, until it ends or the reader disconnects. */
export async function followCrawl(
  { db, signals }: { db: Database; signals: Signals },
  ref: ResourceRef,
  send: SendEvent,
  signal: AbortSignal,
): Promise<void> {
  let sent = ''
  await followSignals({ signals, topic: crawlTopic, id: ref.id, gapMs, pollMs, signal }, async () => {
    const site = await findSite(db, ref)
    if (!site) return false
    const crawl = presentCrawl(site)
    const text = JSON.stringify(crawl)
    if (text !== sent) await send('progress', crawl)
    sent = text
    if (crawl.state === 'running') return true
    await send('done', crawl)
    return false
  })
}
