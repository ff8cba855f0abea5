import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '#platform/database/database.ts'
import { OutboundError, type OutboundFetch, type OutboundInit } from '#platform/outbound/outbound-fetch.ts'
import { reserveHost } from '../store/crawl-store.ts'

/** Time, for tests to replace. `sleep` rejects when `signal` aborts. */
export type Clock = { now(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> }

export const systemClock: Clock = {
  now: Date.now,
  sleep: async (ms, signal) => void (ms > 0 && (await wait(ms, undefined, { signal }))),
}

type Options = { db: Database; fetch: OutboundFetch; clock: Clock; gapMs: number }

export type PoliteInit = OutboundInit & {
  /** The delay that the host asks for, in milliseconds. */
  crawlDelayMs?: number
}

export type PoliteFetch = (url: string | URL, init?: PoliteInit) => Promise<Response>

const maxRedirects = 5
const redirectStatuses = new Set([301, 302, 303, 307, 308])
const maxCrawlDelayMs = 10_000

/**
 * Rate limit of crawls: at most one request per host and `gapMs`, of all processes and workspaces together, redirects and robots.txt
 * included. Each request reserves its moment in the database first, so that a process that dies leaves no gap too short.
 */
export function createPoliteFetch({ db, fetch, clock, gapMs }: Options): PoliteFetch {
  return async function politeFetch(target, { crawlDelayMs = 0, redirects = maxRedirects, ...init } = {}) {
    let url = new URL(target)
    for (let hop = 0; ; hop++) {
      const spacing = Math.max(gapMs, Math.min(crawlDelayMs, maxCrawlDelayMs))
      const at = await reserveHost(db, url.host, { now: clock.now(), gapMs: spacing })
      await clock.sleep(at - clock.now(), init.signal)
      const response = await fetch(url, { ...init, redirects: 0 })
      const location = redirectStatuses.has(response.status) && redirects > 0 ? response.headers.get('location') : null
      const next = location && URL.parse(location, url)
      if (!next) return response
      await response.body?.cancel()
      if (hop >= redirects)
        throw new OutboundError('too_many_redirects', url.hostname, `redirected more than ${redirects} times`)
      url = next
    }
  }
}
