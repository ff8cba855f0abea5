import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SourceError } from '../port.ts'
import { createVendorClient, type VendorClientOptions } from './vendor-client.ts'
import type { VendorFetch } from './vendor-request.ts'

const answers = (...makers: (() => Response | Error)[]) => {
  const sent: { url: string; at: number; init: Parameters<VendorFetch>[1] }[] = []
  const fetch: VendorFetch = async (url, init) => {
    sent.push({ url, at: Date.now(), init })
    const made = makers[Math.min(sent.length, makers.length) - 1]!()
    if (made instanceof Error) throw made
    return made
  }
  return { fetch, sent }
}
const ok = () => Response.json({ fine: true })
const status =
  (code: number, headers: Record<string, string> = {}, message = 'Forbidden') =>
  () =>
    new Response(JSON.stringify({ message }), { status: code, headers })
const never: VendorFetch = (_url, { signal }) =>
  new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

function getClient(fetch: VendorFetch, options: Partial<VendorClientOptions> = {}) {
  return createVendorClient({
    source: 'reddit',
    label: 'Reddit',
    setting: 'REDDIT_URL',
    credentials: null,
    vendorUrl: 'https://www.reddit.com',
    fetch,
    ...options,
  })
}

type Client = ReturnType<typeof getClient>
const ask = (client: Client, signal = new AbortController().signal) =>
  client.ask({ path: '/search.json', query: { q: 'tea & milk' }, signal, read: (body) => body })

/** The error of a request, with all timers run. */
async function getFailure(asking: Promise<unknown>): Promise<SourceError> {
  const caught = asking.then(
    () => null,
    (error: unknown) => error,
  )
  await vi.runAllTimersAsync()
  const error = await caught
  expect(error).toBeInstanceOf(SourceError)
  return error as SourceError
}

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') }))
afterEach(() => void vi.useRealTimers())

describe('requests', () => {
  it('keep the path and encode the query', async () => {
    const { fetch, sent } = answers(ok)
    await ask(getClient(fetch, { baseUrl: 'http://127.0.0.1:4600/' }))
    expect(sent[0]!.url).toBe('http://127.0.0.1:4600/search.json?q=tea+%26+milk')
    expect(sent[0]!.init.method).toBe('GET')
  })

  it('have the language in the URL', async () => {
    const { fetch, sent } = answers(ok)
    const client = getClient(fetch, { vendorUrl: 'https://{lang}.wikipedia.org' })
    await client.ask({ path: '/w/api.php', lang: 'de', signal: new AbortController().signal, read: (body) => body })
    expect(sent[0]!.url).toBe('https://de.wikipedia.org/w/api.php')
  })

  it('decode the response’s charset', async () => {
    const body = Buffer.from('["café"]', 'latin1')
    const { fetch } = answers(
      () => new Response(body, { headers: { 'content-type': 'text/javascript; charset=ISO-8859-1' } }),
    )
    expect(await ask(getClient(fetch))).toEqual(['café'])
  })

  it('never exceed the concurrency limit', async () => {
    let underWay = 0
    let maxUnderWay = 0
    const fetch: VendorFetch = async () => {
      maxUnderWay = Math.max(maxUnderWay, ++underWay)
      await new Promise((resolve) => setTimeout(resolve, 10))
      underWay--
      return ok()
    }
    const client = getClient(fetch, { baseUrl: 'http://127.0.0.1:1', limits: { concurrency: 3 } })
    const all = Promise.all(Array.from({ length: 12 }, () => ask(client)))
    await vi.runAllTimersAsync()
    await all
    expect(maxUnderWay).toBe(3)
  })
})

describe('spacing', () => {
  async function getStarts(baseUrl?: string) {
    const { fetch, sent } = answers(ok)
    const client = getClient(fetch, { baseUrl, limits: { concurrency: 4, spacingMs: 500 } })
    const all = Promise.all([ask(client), ask(client), ask(client)])
    await vi.runAllTimersAsync()
    await all
    return sent.map(({ at }) => at - sent[0]!.at)
  }

  it('separates requests to the real host', async () => {
    const [first, second, third] = await getStarts()
    expect(second! - first!).toBeGreaterThanOrEqual(500)
    expect(third! - second!).toBeGreaterThanOrEqual(500)
  })

  it('applies even if the real host is set explicitly', async () => {
    const starts = await getStarts('https://www.reddit.com')
    expect(starts[1]).toBeGreaterThanOrEqual(500)
  })

  it('doesn’t apply to another host', async () => {
    expect(await getStarts('http://127.0.0.1:4600')).toEqual([0, 0, 0])
  })
})

describe('retries', () => {
  it.each([
    ['429', status(429)],
    ['500', status(500)],
    ['503', status(503)],
    [
      'a refused connection',
      () =>
        Object.assign(new TypeError('fetch failed'), { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }),
    ],
    ['half an answer', () => new Response('{"fine": tr')],
  ])('after %s', async (_name, wrong) => {
    const { fetch, sent } = answers(wrong, ok)
    const asking = ask(getClient(fetch))
    await vi.runAllTimersAsync()
    expect(await asking).toEqual({ fine: true })
    expect(sent).toHaveLength(2)
  })

  it.each([
    ['bad_answer', 400, 'Reddit answered 400: it rejected the request. Try other words, or leave the source out.'],
    [
      'unauthorized',
      401,
      'Reddit answered 401: it requires a sign-in. Set REDDIT_URL to a proxy you run, or leave the source out.',
    ],
    [
      'blocked',
      403,
      'Reddit answered 403: it blocks this server’s IP address. Set REDDIT_URL to a proxy you run, or leave the source out.',
    ],
  ])('not after %s', async (kind, code, details) => {
    const { fetch, sent } = answers(status(code))
    const failure = await getFailure(ask(getClient(fetch)))
    expect(failure).toMatchObject({ kind, details, source: 'reddit' })
    expect(sent).toHaveLength(1)
  })

  it('the error quotes the vendor’s message', async () => {
    const { fetch } = answers(status(400, {}, 'Query too long.'))
    const failure = await getFailure(ask(getClient(fetch)))
    expect(failure.details).toContain('Reddit answered 400 ("Query too long"): it rejected the request.')
  })

  it('the error names the rejected credentials', async () => {
    const { fetch } = answers(status(401))
    const failure = await getFailure(ask(getClient(fetch, { credentials: 'SERPAPI_KEY' })))
    expect(failure.details).toContain('rejected SERPAPI_KEY')
  })

  it('not after an HTML page', async () => {
    const page = (text: string) => () => new Response(`<!doctype html><body>${text}</body>`)
    const wall = answers(page('unusual traffic'))
    expect(await getFailure(ask(getClient(wall.fetch)))).toMatchObject({ kind: 'blocked' })
    expect(wall.sent).toHaveLength(1)
    const other = answers(page('Welcome'))
    expect(await getFailure(ask(getClient(other.fetch)))).toMatchObject({ kind: 'bad_answer' })
    expect(other.sent).toHaveLength(1)
  })

  it('only once after a truncated response', async () => {
    const { fetch, sent } = answers(() => new Response('["tea"'))
    expect(await getFailure(ask(getClient(fetch)))).toMatchObject({ kind: 'bad_answer' })
    expect(sent).toHaveLength(2)
  })

  it('twice after 500, with increasing delay', async () => {
    const { fetch, sent } = answers(status(500))
    expect(await getFailure(ask(getClient(fetch, { limits: { backoffMs: 1000 } })))).toMatchObject({
      kind: 'server_error',
    })
    const [first, second, third] = sent.map(({ at }) => at)
    expect(sent).toHaveLength(3)
    expect(second! - first!).toBeGreaterThanOrEqual(500)
    expect(second! - first!).toBeLessThanOrEqual(1000)
    expect(third! - second!).toBeGreaterThanOrEqual(1000)
    expect(third! - second!).toBeLessThanOrEqual(2000)
  })

  it('not after an unknown response format', async () => {
    const { fetch, sent } = answers(ok)
    const client = getClient(fetch)
    const asking = client.ask({
      path: '/',
      signal: new AbortController().signal,
      read() {
        throw new Error('no such field')
      },
    })
    expect(await getFailure(asking)).toMatchObject({ kind: 'bad_answer' })
    expect(sent).toHaveLength(1)
  })
})

describe('Retry-After', () => {
  it.each([
    ['seconds', '4'],
    ['a date', 'Sun, 01 Mar 2026 12:00:04 GMT'],
  ])('is waited for, as %s', async (_name, value) => {
    const { fetch, sent } = answers(status(429, { 'retry-after': value }), ok)
    const asking = ask(getClient(fetch))
    await vi.runAllTimersAsync()
    await asking
    expect(sent[1]!.at - sent[0]!.at).toBeGreaterThanOrEqual(4000)
    expect(sent[1]!.at - sent[0]!.at).toBeLessThan(4500)
  })

  it('delays other requests too', async () => {
    const { fetch, sent } = answers(status(429, { 'retry-after': '4' }), ok)
    const client = getClient(fetch, { baseUrl: 'http://127.0.0.1:1' })
    const first = ask(client)
    await vi.advanceTimersByTimeAsync(10)
    const second = ask(client)
    await vi.runAllTimersAsync()
    await Promise.all([first, second])
    expect(Math.min(...sent.slice(1).map(({ at }) => at)) - sent[0]!.at).toBeGreaterThanOrEqual(4000)
  })

  it('is an immediate error if it is too long', async () => {
    const { fetch, sent } = answers(status(429, { 'retry-after': '3600' }))
    const failure = await getFailure(ask(getClient(fetch)))
    expect(failure).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 3600 })
    expect(failure.details).toContain('wait 60 min')
    expect(sent).toHaveLength(1)
  })

  it('is remembered for the real host, so nothing is sent until then', async () => {
    const { fetch, sent } = answers(status(429, { 'retry-after': '3600' }), ok)
    const client = getClient(fetch)
    await getFailure(ask(client))
    expect(await getFailure(ask(client))).toMatchObject({ kind: 'rate_limited' })
    expect(sent).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(3_600_000)
    expect(await ask(client)).toEqual({ fine: true })
  })

  it('isn’t remembered that long for another host', async () => {
    const { fetch } = answers(status(429, { 'retry-after': '3600' }), ok)
    const client = getClient(fetch, { baseUrl: 'http://127.0.0.1:4600' })
    await getFailure(ask(client))
    expect(await ask(client)).toEqual({ fine: true })
  })
})

describe('time and size limits', () => {
  it('a vendor that doesn’t respond times out', async () => {
    const failure = await getFailure(ask(getClient(never, { limits: { timeoutMs: 5000 } })))
    expect(failure).toMatchObject({ kind: 'timeout' })
    expect(failure.details).toBe(
      'Reddit didn’t finish responding within 5 s. Try again later, or leave the source out.',
    )
  })

  it('a fetch that ignores its signal times out', async () => {
    const deaf: VendorFetch = () => new Promise(() => {})
    expect(await getFailure(ask(getClient(deaf)))).toMatchObject({ kind: 'timeout' })
  })

  it('the time limit covers the whole body', async () => {
    const dripping: VendorFetch = async (_url, { signal }) => {
      const body = new ReadableStream({
        async pull(controller) {
          await new Promise((resolve) => setTimeout(resolve, 1000))
          if (signal.aborted) controller.error(signal.reason)
          else controller.enqueue(new TextEncoder().encode(' '))
        },
      })
      return new Response(body)
    }
    expect(await getFailure(ask(getClient(dripping, { limits: { timeoutMs: 5000 } })))).toMatchObject({
      kind: 'timeout',
    })
  })

  it('stops reading at the size limit', async () => {
    let given = 0
    const endless: VendorFetch = async () => {
      const body = new ReadableStream({
        pull(controller) {
          given += 1000
          controller.enqueue(new Uint8Array(1000))
        },
      })
      return new Response(body)
    }
    const failure = await getFailure(ask(getClient(endless, { limits: { maxBytes: 20_000 } })))
    expect(failure).toMatchObject({ kind: 'bad_answer' })
    expect(failure.details).toContain('more than 0.02 MB')
    expect(given).toBeLessThan(30_000)
  })
})

describe('canceling', () => {
  it('ends the request', async () => {
    const stop = new AbortController()
    let heard = false
    const fetch: VendorFetch = (_url, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          heard = true
          reject(signal.reason)
        })
      })
    const asking = ask(getClient(fetch), stop.signal)
    setTimeout(() => stop.abort(), 10)
    expect(await getFailure(asking)).toMatchObject({
      kind: 'cancelled',
      message: 'The request to Reddit was cancelled.',
    })
    expect(heard).toBe(true)
  })

  it('removes a waiting request from the queue', async () => {
    const { fetch, sent } = answers(ok)
    const slow: VendorFetch = async (url, init) => {
      await new Promise((resolve) => setTimeout(resolve, 1000))
      return fetch(url, init)
    }
    const client = getClient(slow, { limits: { concurrency: 1 } })
    const first = ask(client)
    const stop = new AbortController()
    const second = getFailure(ask(client, stop.signal))
    stop.abort()
    expect((await second).kind).toBe('cancelled')
    await vi.runAllTimersAsync()
    await first
    expect(sent).toHaveLength(1)
  })

  it('ends the wait for a retry', async () => {
    const { fetch, sent } = answers(status(429, { 'retry-after': '9' }))
    const stop = new AbortController()
    const asking = ask(getClient(fetch), stop.signal)
    const startedAt = Date.now()
    const ended = asking.catch(() => Date.now() - startedAt)
    setTimeout(() => stop.abort(), 100)
    await vi.advanceTimersByTimeAsync(150)
    expect(await ended).toBe(100)
    await vi.runAllTimersAsync()
    expect(sent).toHaveLength(1)
  })

  it('ends the wait that the vendor asked all requests for', async () => {
    const { fetch, sent } = answers(ok)
    const client = getClient(fetch)
    client.restFor(5000)
    const stop = new AbortController()
    const cancelled = getFailure(ask(client, stop.signal))
    stop.abort()
    expect((await cancelled).kind).toBe('cancelled')
    expect(sent).toHaveLength(0)
  })

  it('doesn’t count as a failure of the vendor', async () => {
    const client = getClient(never, { limits: { breakAfter: 1 } })
    for (let index = 0; index < 3; index++) {
      const stop = new AbortController()
      const asking = ask(client, stop.signal)
      stop.abort()
      expect((await getFailure(asking)).kind).toBe('cancelled')
    }
  })
})

describe('circuit breaker', () => {
  const limits = { breakAfter: 3, retries: 0, breakForMs: [5000, 20_000] }

  it('opens after several failures in a row and half-opens later', async () => {
    const { fetch, sent } = answers(status(500), status(500), status(500), status(500), ok)
    const client = getClient(fetch, { limits, baseUrl: 'http://127.0.0.1:1' })
    for (let index = 0; index < 3; index++) expect((await getFailure(ask(client))).kind).toBe('server_error')
    const open = await getFailure(ask(client))
    expect(open).toMatchObject({ kind: 'circuit_open', retryAfterSeconds: 5 })
    expect(open.details).toBe(
      'Reddit failed 3 times in a row and is paused for 5 s. Try again later, or leave the source out.',
    )
    expect(sent).toHaveLength(3)
    // The trial request fails, so the circuit stays open longer.
    await vi.advanceTimersByTimeAsync(5000)
    expect((await getFailure(ask(client))).kind).toBe('server_error')
    expect(await getFailure(ask(client))).toMatchObject({ kind: 'circuit_open', retryAfterSeconds: 20 })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await ask(client)).toEqual({ fine: true })
    expect(await ask(client)).toEqual({ fine: true })
    expect(sent).toHaveLength(6)
  })

  it('stays closed if there are successes in between', async () => {
    const { fetch } = answers(status(500), status(500), ok, status(500), status(500), ok)
    const client = getClient(fetch, { limits })
    for (const kind of ['server_error', 'server_error', null, 'server_error', 'server_error', null]) {
      const asking = ask(client)
      if (kind) expect((await getFailure(asking)).kind).toBe(kind)
      else expect(await asking).toEqual({ fine: true })
    }
  })

  it('stays closed after rejected requests', async () => {
    const { fetch } = answers(status(400))
    const client = getClient(fetch, { limits })
    for (let index = 0; index < 5; index++) expect((await getFailure(ask(client))).kind).toBe('bad_answer')
  })
})

it('removes secrets from errors, and logs no URLs', async () => {
  const lines: string[] = []
  const log = {
    debug: (...line: unknown[]) => void lines.push(JSON.stringify(line)),
    warn: (...line: unknown[]) => void lines.push(JSON.stringify(line)),
  }
  const echo: VendorFetch = async (url) => Response.json({ error: `Bad request to ${url}` }, { status: 400 })
  const client = getClient(echo, { secrets: ['s3cret-key'], log })
  const asking = client.ask({
    path: '/x',
    query: { api_key: 's3cret-key' },
    signal: new AbortController().signal,
    read: (body) => body,
  })
  const failure = await getFailure(asking)
  expect(failure.details).toContain('api_key=[cut]')
  expect(JSON.stringify([failure.details, failure.stack, lines])).not.toContain('s3cret-key')
  expect(lines.length).toBeGreaterThan(0)
})

it('reports the outcome of each request', async () => {
  const outcomes: string[] = []
  const { fetch } = answers(ok, status(403))
  const client = getClient(fetch, { onAsk: (source, outcome) => void outcomes.push(`${source} ${outcome}`) })
  await ask(client)
  await getFailure(ask(client))
  expect(outcomes).toEqual(['reddit ok', 'reddit blocked'])
})
