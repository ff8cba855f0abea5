import type { Database, Db } from '#platform/database/database.ts'
import type { IndexNowKeys } from '#platform/http/index-now-keys.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import { sendUrlsJob } from './jobs.ts'
import { getNextTry, isAnnounceable, toOutcome } from './rules/announceable.ts'
import { type ClaimedUrls, claimUrls, postponeUrls, queueUrls, removeUrls } from './store/store.ts'

type Dependencies = {
  db: Database
  queue: Queue
  log: Log
  fetch: OutboundFetch
  keys: IndexNowKeys
  /** Null: search engines aren't told. */
  address: string | null
  now?: () => Date
}

/** IndexNow takes up to 10,000 addresses a request. */
const maxUrls = 10_000
/** Addresses that change together go in one request. */
const collectSeconds = 2
const answerMs = 20_000

export type IndexNow = ReturnType<typeof createIndexNow>

/** Tells search engines of addresses that appeared, changed or went away. */
export function createIndexNow({ db, queue, log, fetch, keys, address, now = () => new Date() }: Dependencies) {
  return {
    /** Queues addresses in the transaction that changes them. Those that only a private network can reach are left out. */
    async announce(tx: Db, urls: string[]): Promise<void> {
      const known = address === null ? [] : [...new Set(urls)].filter(isAnnounceable)
      if (known.length === 0) return
      await queueUrls(tx, known)
      await wake(tx, new Date(now().getTime() + collectSeconds * 1000))
    },

    /** Sends everything that is due, one request a host. */
    async sendDue(signal: AbortSignal): Promise<void> {
      if (address === null) return
      for (;;) {
        const claimed = await claimUrls(db, maxUrls)
        if (!claimed || signal.aborted) return
        await send(claimed, signal)
      }
    },
  }

  async function send(claimed: ClaimedUrls, signal: AbortSignal) {
    const { host, urls } = claimed
    const status = await post(claimed, signal)
    const answer = status === null ? 'later' : toOutcome(status)
    if (answer === 'refused') log.warn({ host, status, urls: urls.length }, 'IndexNow refused addresses')
    if (answer !== 'later') return removeUrls(db, claimed)
    const oldest = urls.reduce((a, b) => (a.queued_at < b.queued_at ? a : b))
    const attempts = urls.reduce((max, url) => Math.max(max, url.attempts), 1)
    const next = getNextTry(attempts, oldest.queued_at, now())
    if (!next) {
      log.warn({ host, status, urls: urls.length }, 'IndexNow did not take addresses for a day')
      return removeUrls(db, claimed)
    }
    await postponeUrls(db, claimed, next)
    await wake(db, next)
  }

  /** The HTTP status, or null without an answer. */
  async function post({ host, urls }: ClaimedUrls, signal: AbortSignal): Promise<number | null> {
    const key = keys.keyOf(host)
    const body = { host, key, keyLocation: `https://${host}/${key}.txt`, urlList: urls.map(({ url }) => url) }
    try {
      const response = await fetch(address!, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json; charset=utf-8' },
        body: JSON.stringify(body),
        timeoutMs: answerMs,
        maxBytes: 64_000,
        signal,
      })
      await response.body?.cancel()
      return response.status
    } catch (err) {
      log.info({ err, host }, 'IndexNow did not answer')
      return null
    }
  }

  function wake(on: Db, at: Date) {
    return queue.send(on, sendUrlsJob, {}, { startAfter: at })
  }
}
