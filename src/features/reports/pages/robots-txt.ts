import type { AppError } from '#kit/errors.ts'
import { OutboundError, type OutboundFetch, readBytes } from '#platform/outbound/outbound-fetch.ts'
import { blockedByRobots, privatePageAddress, unreadableRobots } from '../rules/pages/page-errors.ts'
import type { ReadRobots } from './page-reader.ts'

/** The name robots.txt files can address us by. */
export const robotsToken = 'EarshotBot'

export type RobotsRule = { allowed: true; crawlDelayMs: number } | { allowed: false; error: AppError }

/** `missing`: a 4xx, which allows all. `unreadable`: anything else that isn’t the file. */
export type RobotsFile = { state: 'found'; address: string; text: string } | { state: 'missing' | 'unreadable' }

type Robots = {
  file: RobotsFile
  rule(url: URL): RobotsRule | Promise<RobotsRule>
  sitemaps?(url: URL): Promise<string[]>
  cacheForMs: number
}

const cacheMs = 60 * 60_000
/** Shorter retention after a failed fetch, so that the host is retried soon. */
const unknownCacheMs = 5 * 60_000
const maxCachedHosts = 1000
/** RFC 9309 requires at least 500 KiB to be parsed; the rest is ignored. */
const maxBytes = 500 * 1024
const usualTimeoutMs = 5000

const refused = (error: AppError): Robots => ({
  file: { state: 'unreadable' },
  rule: () => ({ allowed: false, error }),
  cacheForMs: unknownCacheMs,
})

/** Rules of robots.txt files by RFC 9309: a missing file (4xx) allows all, an unreachable one (5xx, no response) forbids all. */
type RobotsOptions = { fetch: OutboundFetch; now: () => number; read: ReadRobots; timeoutMs?: number }

export function createRobots({ fetch, now, read, timeoutMs = usualTimeoutMs }: RobotsOptions) {
  const known = new Map<string, { robots: Promise<Robots>; until: number }>()

  /** Whether a page may be read, and how long its host asks to wait between two. Rejects only when `signal` aborts. */
  async function ruleFor(url: URL, signal: AbortSignal): Promise<RobotsRule> {
    const robots = await unlessAborted(getRobots(url.origin), signal)
    return unlessAborted(Promise.resolve(robots.rule(url)), signal)
  }

  /** URLs of the sitemaps a host's robots.txt lists. */
  async function findSitemaps(url: URL, signal: AbortSignal): Promise<string[]> {
    const robots = await unlessAborted(getRobots(url.origin), signal)
    return robots.sitemaps ? unlessAborted(robots.sitemaps(url), signal) : []
  }

  /** A host’s robots.txt itself. */
  async function getFile(url: URL, signal: AbortSignal): Promise<RobotsFile> {
    return (await unlessAborted(getRobots(url.origin), signal)).file
  }

  function getRobots(origin: string): Promise<Robots> {
    const cached = known.get(origin)
    if (cached && cached.until > now()) return cached.robots
    // Many pages may wait for this fetch, so it isn't bound to the first page's signal.
    const entry = { robots: load(origin), until: Number.POSITIVE_INFINITY }
    known.delete(origin)
    known.set(origin, entry)
    if (known.size > maxCachedHosts) known.delete(known.keys().next().value!)
    entry.robots.then(({ cacheForMs }) => {
      entry.until = now() + cacheForMs
    })
    return entry.robots
  }

  async function load(origin: string): Promise<Robots> {
    const address = `${origin}/robots.txt`
    try {
      const response = await fetch(address, { timeoutMs })
      if (response.status >= 500) {
        await response.body?.cancel()
        return refused(unreadableRobots(`answered ${response.status}`))
      }
      if (!response.ok) {
        await response.body?.cancel()
        return {
          file: { state: 'missing' },
          rule: () => ({ allowed: true, crawlDelayMs: 0 }),
          cacheForMs: cacheMs,
        }
      }
      const text = new TextDecoder().decode(await readBytes(response, maxBytes, { truncate: true }))
      return {
        file: { state: 'found', address, text },
        rule: (url) => ruleIn(address, text, url),
        sitemaps: async (url) => {
          const answer = await read({ address, text, url: url.href, token: robotsToken }).catch(() => null)
          return answer?.sitemaps ?? []
        },
        cacheForMs: cacheMs,
      }
    } catch (error) {
      if (error instanceof OutboundError && error.kind === 'blocked') return refused(privatePageAddress())
      return refused(unreadableRobots(getReason(error, timeoutMs)))
    }
  }

  async function ruleIn(address: string, text: string, url: URL): Promise<RobotsRule> {
    try {
      const { allowed, crawlDelayMs } = await read({ address, text, url: url.href, token: robotsToken })
      return allowed ? { allowed, crawlDelayMs } : { allowed, error: blockedByRobots() }
    } catch {
      return { allowed: false, error: unreadableRobots('too complex') }
    }
  }

  return { ruleFor, findSitemaps, getFile }
}

function getReason(error: unknown, timeoutMs: number) {
  if (!(error instanceof OutboundError)) return 'unreadable'
  if (error.kind === 'timeout') return `no response within ${timeoutMs / 1000} s`
  return error.message.replace(`${error.host} `, '').replace(/\.$/, '')
}

function unlessAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
