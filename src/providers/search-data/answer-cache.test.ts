import { describe, expect, it } from 'vitest'
import { answerKey, createMemoryCache, layeredCache, withCache } from './answer-cache.ts'
import { ranked, toAnswer } from './normalize-answer.ts'
import type { AnswerCache, Locale, SearchSource, SerpScope, SourceAnswer } from './port.ts'
import { SourceError } from './port.ts'

const locale = { country: 'US', language: 'en' }
const open = () => new AbortController().signal

/** A source that responds when the test says so. */
function slowSource(brought: Partial<SourceAnswer> = {}) {
  const asked: { term: string; signal: AbortSignal; finish(): void; fail(error: Error): void }[] = []
  const source: SearchSource = {
    id: 'google_suggest',
    label: 'Google',
    fanOut: 'expansions',
    concurrency: 4,
    unavailable: null,
    costPerAskUsd: 0,
    ask: (term, _locale, { signal }) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new SourceError('google_suggest', 'cancelled', 'stopped')))
        const finish = () =>
          resolve(toAnswer({ suggestions: ranked([`${term} ${asked.length}`], 'suggestion'), ...brought }))
        asked.push({ term, signal, finish, fail: reject })
      }),
  }
  return { source, asked }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

function cachedSource(brought?: Partial<SourceAnswer>, cache: AnswerCache = createMemoryCache(), ttlMs = 60_000) {
  const { source, asked } = slowSource(brought)
  return { asked, cached: withCache(source, { cache, ttlMs, address: 'http://a' }), cache }
}

/** A source of results pages: positions in pixels only where they were asked for. */
function serpSource() {
  const asked: SerpScope[] = []
  const { source } = slowSource()
  const read = async (_term: string, _locale: Locale, scope: SerpScope) => {
    asked.push(scope)
    await settled()
    const page = { rank: 1, url: 'https://a.example/', domain: 'a.example', title: 'A', snippet: '' }
    return toAnswer({ pages: [{ ...page, ...(scope.pixels ? { pixels: 420 } : {}) }], costUsd: 0.004 })
  }
  const serp = { devices: ['desktop' as const], pixels: true, calls: () => [], read }
  const { serp: cached } = withCache(
    { ...source, serp },
    { cache: createMemoryCache(), ttlMs: 60_000, address: 'http://a' },
  )
  return { asked, read: (scope: SerpScope) => cached!.read('tea', locale, scope, { signal: open() }) }
}

describe('results pages', () => {
  const plain: SerpScope = { device: 'desktop', depth: 10 }
  const measured: SerpScope = { ...plain, pixels: true }

  it('with pixels serve those who don’t need them, also shallower ones; not the other way round', async () => {
    const { asked, read } = serpSource()
    await read({ ...plain, depth: 20 })
    expect((await read(plain)).cached).toBe(true)
    expect((await read(measured)).pages[0]!.pixels).toBe(420)
    expect(asked).toEqual([{ ...plain, depth: 20 }, measured])
    const deep = serpSource()
    await deep.read({ ...measured, depth: 30 })
    for (const scope of [measured, plain, { ...plain, depth: 30 }, { ...measured, depth: 20 }])
      expect((await deep.read(scope)).cached).toBe(true)
    expect((await deep.read(measured)).pages[0]!.pixels).toBe(420)
    expect(deep.asked).toHaveLength(1)
  })

  it('are asked for once when both kinds are wanted at the same time, pixels first', async () => {
    const { asked, read } = serpSource()
    const answers = await Promise.all([read(measured), read(plain)])
    expect(answers.map(({ costUsd }) => costUsd)).toEqual([0.004, 0])
    const others = serpSource()
    const both = await Promise.all([others.read(plain), others.read(measured)])
    expect(both.map(({ pages }) => pages[0]!.pixels)).toEqual([undefined, 420])
    expect([asked.length, others.asked.length]).toEqual([1, 2])
  })
})

describe('caching', () => {
  it('returns the same request from the cache', async () => {
    const { cached, asked } = cachedSource()
    const first = cached.ask('Cold  Brew', locale, { signal: open() })
    await settled()
    asked[0]!.finish()
    const original = await first
    const again = await cached.ask(' cold brew', { country: 'us', language: 'EN' }, { signal: open() })
    expect(original.cached).toBe(false)
    expect(again).toEqual({ ...original, cached: true })
    expect(asked).toHaveLength(1)
  })

  it('distinguishes requests by source, URL, country and language', () => {
    const keys = [
      answerKey('reddit', 'http://a', 'tea', locale),
      answerKey('serper', 'http://a', 'tea', locale),
      answerKey('reddit', 'http://b', 'tea', locale),
      answerKey('reddit', 'http://a', 'tea', { ...locale, country: 'GB' }),
      answerKey('reddit', 'http://a', 'tea', { ...locale, language: 'de' }),
      answerKey('reddit', 'http://a', 'teas', locale),
    ]
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('fresh skips the cache and stores the new response', async () => {
    const { cached, asked } = cachedSource()
    const first = cached.ask('tea', locale, { signal: open() })
    await settled()
    asked[0]!.finish()
    await first
    const fresh = cached.ask('tea', locale, { signal: open(), fresh: true })
    await settled()
    asked[1]!.finish()
    const anew = await fresh
    expect(anew.cached).toBe(false)
    const later = await cached.ask('tea', locale, { signal: open() })
    expect(later).toEqual({ ...anew, cached: true })
  })

  it('never returns an expired response, even if the store does', async () => {
    const old = toAnswer({ fetchedAt: new Date(Date.now() - 61_000).toISOString() })
    const store: AnswerCache = { get: async () => ({ answer: old }), set: async () => undefined }
    const { cached, asked } = cachedSource({}, store)
    const asking = cached.ask('tea', locale, { signal: open() })
    await settled()
    expect(asked).toHaveLength(1)
    asked[0]!.finish()
    await asking
  })

  it('doesn’t cache an incomplete response', async () => {
    const { cached, asked } = cachedSource({
      incomplete: new SourceError('google_suggest', 'timeout', 'Half of it failed.'),
    })
    for (let index = 0; index < 2; index++) {
      const asking = cached.ask('tea', locale, { signal: open() })
      await settled()
      asked[index]!.finish()
      await asking
    }
    expect(asked).toHaveLength(2)
  })

  it('doesn’t cache a failure', async () => {
    const { cached, asked } = cachedSource()
    const failing = cached.ask('tea', locale, { signal: open() })
    await settled()
    asked[0]!.fail(new SourceError('google_suggest', 'blocked', 'no'))
    await expect(failing).rejects.toMatchObject({ kind: 'blocked' })
    const next = cached.ask('tea', locale, { signal: open() })
    await settled()
    asked[1]!.finish()
    expect((await next).cached).toBe(false)
  })

  it('requests from the vendor if the store fails', async () => {
    const broken: AnswerCache = {
      get: () => Promise.reject(new Error('down')),
      set: () => Promise.reject(new Error('down')),
    }
    const { cached, asked } = cachedSource({}, broken)
    const asking = cached.ask('tea', locale, { signal: open() })
    await settled()
    asked[0]!.finish()
    expect((await asking).cached).toBe(false)
  })
})

describe('sharing', () => {
  it('identical requests share one vendor request, which is charged once', async () => {
    const { cached, asked } = cachedSource({ costUsd: 0.01 })
    const all = Promise.all(['tea', 'Tea', 'tea '].map((term) => cached.ask(term, locale, { signal: open() })))
    await settled()
    expect(asked).toHaveLength(1)
    asked[0]!.finish()
    expect((await all).map(({ costUsd }) => costUsd)).toEqual([0.01, 0, 0])
  })

  it('if one caller cancels, the other still gets the response', async () => {
    const { cached, asked } = cachedSource()
    const stop = new AbortController()
    const quitter = cached.ask('tea', locale, { signal: stop.signal })
    const other = cached.ask('tea', locale, { signal: open() })
    await settled()
    stop.abort()
    await expect(quitter).rejects.toMatchObject({ kind: 'cancelled' })
    expect(asked[0]!.signal.aborted).toBe(false)
    asked[0]!.finish()
    expect((await other).suggestions).toHaveLength(1)
  })

  it('if all callers cancel, the request is canceled, and the next caller starts a new one', async () => {
    const { cached, asked } = cachedSource()
    const stop = new AbortController()
    const both = [1, 2].map(() =>
      cached.ask('tea', locale, { signal: stop.signal }).catch((error: SourceError) => error.kind),
    )
    await settled()
    stop.abort()
    expect(await Promise.all(both)).toEqual(['cancelled', 'cancelled'])
    const next = cached.ask('tea', locale, { signal: open() })
    expect(asked[0]!.signal.aborted).toBe(true)
    await settled()
    asked[1]!.finish()
    expect((await next).suggestions).toHaveLength(1)
  })
})

it('the memory cache evicts the least recently used entry', async () => {
  const cache = createMemoryCache({ entries: 2 })
  await cache.set('a', toAnswer({}), 60_000)
  await cache.set('b', toAnswer({}), 60_000)
  await cache.get('a')
  await cache.set('c', toAnswer({}), 60_000)
  expect(await cache.get('a')).not.toBeNull()
  expect(await cache.get('b')).toBeNull()
})

it('the layered cache copies entries from the remote cache to the local one', async () => {
  const near = createMemoryCache()
  const far = createMemoryCache()
  const answer = toAnswer({})
  await far.set('a', answer, 60_000)
  const cache = layeredCache(near, far)
  expect(await near.get('a')).toBeNull()
  expect(await cache.get('a')).toEqual({ answer })
  expect(await near.get('a')).toEqual({ answer })
})
