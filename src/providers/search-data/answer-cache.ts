import { LRUCache } from 'lru-cache'
import type { AnswerCache, AskOptions, Locale, SearchSource, SerpScope, SourceAnswer } from './port.ts'
import { SourceError } from './port.ts'
import { createSharedRequests, isNewer } from './shared-requests.ts'

export type CacheOptions = {
  cache: AnswerCache
  ttlMs: number
  /** The source's base URL, part of the cache key. */
  address: string
  /** Called when the cache store fails; the vendor is queried instead. */
  onCacheError?: (error: unknown) => void
}

/** The key of a question. Holds no credentials. */
export function answerKey(source: string, address: string, term: string, { country, language }: Locale) {
  const normalized = term.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
  return JSON.stringify([source, address, country.toUpperCase(), language.toLowerCase(), normalized])
}

/** The key of a results page. Ten results on a desktop are what reports ask for, and share their key. */
export const serpKey = (source: string, address: string, term: string, locale: Locale, scope: SerpScope) =>
  isPlain(scope)
    ? answerKey(source, address, term, locale)
    : JSON.stringify([
        ...[answerKey(source, address, term, locale), scope.device, scope.depth],
        ...(scope.pixels ? ['pixels'] : []),
      ])

const isPlain = ({ device, depth, pixels = false }: SerpScope) => device === 'desktop' && depth <= 10 && !pixels
const maxDepth = 100

/** Wraps a source with a cache of `ttlMs`. What isn't in it is asked once for all callers that want it at the same time. */
export function withCache(source: SearchSource, options: CacheOptions): SearchSource {
  const { cache, ttlMs, address, onCacheError } = options
  const share = createSharedRequests({
    readAny,
    gaveUp: () => new SourceError(source.id, 'cancelled', `The request to ${source.label} was cancelled.`),
  })

  function ask(term: string, locale: Locale, options: AskOptions): Promise<SourceAnswer> {
    const key = answerKey(source.id, address, term, locale)
    return share(
      { keys: [key], send: (now) => source.ask(term, locale, now), write: (answer) => write(key, answer) },
      options,
    )
  }

  async function readAny(keys: string[], newerThan: Date | null): Promise<SourceAnswer | null> {
    const answers = await Promise.all(keys.map((key) => read(key, newerThan)))
    return answers.find((answer) => answer !== null) ?? null
  }

  async function read(key: string, newerThan: Date | null = null): Promise<SourceAnswer | null> {
    try {
      const answer = (await cache.get(key))?.answer
      const at = answer ? Date.parse(answer.fetchedAt) : 0
      const isCurrent = answer && at + ttlMs > Date.now() && isNewer(answer, newerThan)
      return isCurrent ? { ...answer, cached: true } : null
    } catch (error) {
      onCacheError?.(error)
      return null
    }
  }

  async function write(key: string, answer: SourceAnswer) {
    try {
      await cache.set(key, answer, ttlMs)
    } catch (error) {
      onCacheError?.(error)
    }
  }

  /** A deeper page serves as well: its own key first. */
  function toSerpKeys(
    term: string,
    locale: Locale,
    { device, depth, pixels = false }: SerpScope,
  ): [string, ...string[]] {
    const depths = Array.from({ length: Math.max(0, (maxDepth - depth) / 10) }, (_, at) => depth + 10 * (at + 1))
    const toKey = (requested: number) => serpKey(source.id, address, term, locale, { device, depth: requested, pixels })
    return [toKey(depth), ...depths.map(toKey)]
  }

  async function writeSerp(term: string, locale: Locale, scope: SerpScope, answer: SourceAnswer) {
    await write(serpKey(source.id, address, term, locale, scope), answer)
    // What has positions in pixels serves those who don’t need them; not the other way round.
    if (scope.pixels) return writeSerp(term, locale, { ...scope, pixels: false }, answer)
    // Reports read the first ten results of the same page.
    if (scope.device === 'desktop' && !isPlain(scope))
      await write(answerKey(source.id, address, term, locale), { ...answer, pages: answer.pages.slice(0, 10) })
  }

  const { serp } = source
  const cachedSerp = serp && {
    ...serp,
    findCached: (term: string, locale: Locale, scope: SerpScope, newerThan: Date | null) =>
      readAny(toSerpKeys(term, locale, scope), newerThan),
    store: writeSerp,
    read: (term: string, locale: Locale, scope: SerpScope, options: AskOptions) =>
      share(
        {
          keys: toSerpKeys(term, locale, scope),
          serving: scope.pixels ? [] : [serpKey(source.id, address, term, locale, { ...scope, pixels: true })],
          send: (now) => serp.read(term, locale, scope, now),
          write: (answer) => writeSerp(term, locale, scope, answer),
        },
        options,
      ),
  }

  return {
    ...source,
    ask,
    ...(cachedSerp ? { serp: cachedSerp } : {}),
    findCached: (term, locale) => read(answerKey(source.id, address, term, locale)),
    store: (term, locale, answer) => write(answerKey(source.id, address, term, locale), answer),
  }
}

/** Answers in this process's memory, the least recently used forgotten first. */
export function createMemoryCache({ entries = 1000 }: { entries?: number } = {}): AnswerCache {
  const cache = new LRUCache<string, SourceAnswer>({ max: entries })
  return {
    async get(key) {
      const answer = cache.get(key)
      return answer ? { answer } : null
    },
    async set(key, answer, ttlMs) {
      cache.set(key, answer, { ttl: ttlMs })
    },
  }
}

/**
 * `first` before `second`, which all processes share. `first` keeps for `firstTtlMs` at most, so that what another
 * process heard meanwhile is seen soon.
 */
export function layeredCache(first: AnswerCache, second: AnswerCache, firstTtlMs = 60_000): AnswerCache {
  return {
    async get(key) {
      const near = await first.get(key)
      if (near) return near
      const far = await second.get(key)
      if (far) await first.set(key, far.answer, firstTtlMs)
      return far
    },
    async set(key, answer, ttlMs) {
      await first.set(key, answer, Math.min(ttlMs, firstTtlMs))
      await second.set(key, answer, ttlMs)
    },
  }
}
