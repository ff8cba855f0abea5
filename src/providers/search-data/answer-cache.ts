import { LRUCache } from 'lru-cache'
import type { AnswerCache, AskOptions, Locale, SearchSource, SourceAnswer } from './port.ts'
import { SourceError } from './port.ts'

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

const isOfMoney = ({ kind }: SourceError) => kind === 'budget' || kind === 'unplanned'

/** A request in flight that identical requests share. It is aborted when its last waiter leaves. */
type Flight = {
  answer: Promise<SourceAnswer>
  stop: AbortController
  waiting: number
  /** The vendor is being queried, so the answer will be fresh. */
  isAsking: boolean
}

/**
 * Wraps a source with a cache of `ttlMs`. Identical requests in flight are deduplicated: a caller that aborts
 * doesn't affect the others, and only the first is charged.
 */
export function withCache(source: SearchSource, options: CacheOptions): SearchSource {
  const { cache, ttlMs, address, onCacheError } = options
  const flights = new Map<string, Flight>()

  async function ask(term: string, locale: Locale, options: AskOptions): Promise<SourceAnswer> {
    const { signal, fresh = false } = options
    if (signal.aborted) throw gaveUp()
    const key = answerKey(source.id, address, term, locale)
    const known = flights.get(key)
    if (known && (!fresh || known.isAsking)) {
      try {
        return await join(key, known, signal, true)
      } catch (error) {
        // The first caller's spending limit was reached; this caller's may not be.
        if (!(error instanceof SourceError) || !isOfMoney(error) || signal.aborted) throw error
      }
    }
    return join(key, depart(key, term, locale, options), signal, false)
  }

  function depart(key: string, term: string, locale: Locale, { fresh = false, spending }: AskOptions): Flight {
    const stop = new AbortController()
    const flight: Flight = { stop, waiting: 0, isAsking: fresh, answer: Promise.resolve().then(fly) }
    flights.set(key, flight)
    const land = () => forget(key, flight)
    flight.answer.then(land, land)
    return flight

    async function fly() {
      const cached = fresh ? null : await read(key)
      if (cached) return cached
      flight.isAsking = true
      const answer = await source.ask(term, locale, { signal: stop.signal, fresh, spending })
      if (!answer.incomplete) await write(key, answer)
      return answer
    }
  }

  function forget(key: string, flight: Flight) {
    if (flights.get(key) === flight) flights.delete(key)
  }

  async function join(key: string, flight: Flight, signal: AbortSignal, isGuest: boolean): Promise<SourceAnswer> {
    flight.waiting++
    try {
      const answer = await unlessAborted(flight.answer, signal)
      return isGuest && answer.costUsd !== null ? { ...answer, costUsd: 0 } : answer
    } finally {
      flight.waiting--
      if (flight.waiting === 0) {
        forget(key, flight)
        flight.stop.abort()
      }
    }
  }

  function unlessAborted(answer: Promise<SourceAnswer>, signal: AbortSignal) {
    return new Promise<SourceAnswer>((resolve, reject) => {
      const stop = () => reject(gaveUp())
      signal.addEventListener('abort', stop, { once: true })
      answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
    })
  }

  async function read(key: string): Promise<SourceAnswer | null> {
    try {
      const answer = (await cache.get(key))?.answer
      const isCurrent = answer && Date.parse(answer.fetchedAt) + ttlMs > Date.now()
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

  const gaveUp = () => new SourceError(source.id, 'cancelled', `The request to ${source.label} was cancelled.`)

  return {
    ...source,
    ask,
    findCached: (term, locale) => read(answerKey(source.id, address, term, locale)),
    keep: (term, locale, answer) => write(answerKey(source.id, address, term, locale), answer),
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
