import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type SharedPacing, SourceError } from '../port.ts'
import { createVendorClient } from './vendor-client.ts'
import type { VendorFetch, VendorLimits } from './vendor-request.ts'

/** What several processes share, here in the memory of one. */
function createFakePacing(): SharedPacing & { vendors: Set<string> } {
  let nextAt = 0
  let restUntil = 0
  let openUntil = 0
  const vendors = new Set<string>()
  const getPause = () => ({ restMs: restUntil - Date.now(), openMs: openUntil - Date.now() })
  return {
    vendors,
    async untilStart(vendor, spacingMs) {
      vendors.add(vendor)
      const pause = getPause()
      if (pause.restMs > 0 || pause.openMs > 0) return pause
      const startAt = Math.max(nextAt, Date.now())
      nextAt = startAt + spacingMs
      await new Promise((resolve) => setTimeout(resolve, startAt - Date.now()))
      return getPause()
    },
    pause(_vendor, { restMs = 0, openMs = 0 }) {
      restUntil = Math.max(restUntil, Date.now() + restMs)
      openUntil = Math.max(openUntil, Date.now() + openMs)
    },
  }
}

const sentAt: number[] = []
let answers: (() => Response)[] = []
const ok = () => Response.json({ fine: true })
const status = (code: number, headers: Record<string, string> = {}) => Response.json({}, { status: code, headers })
/** Gives the planned answers, and the last of them for all further requests. */
const fetch: VendorFetch = async () => {
  sentAt.push(Date.now())
  return (answers.length > 1 ? answers.shift()! : answers[0]!)()
}

let pacing: ReturnType<typeof createFakePacing>
const createClient = (limits: Partial<VendorLimits> = {}, baseUrl?: string) =>
  createVendorClient({
    source: 'reddit',
    label: 'Reddit',
    setting: 'REDDIT_URL',
    credentials: null,
    vendorUrl: 'https://www.reddit.com',
    ...{ baseUrl, fetch, limits, pacing },
  })

/** What the request ends with, with all timers run. */
async function ask(client: ReturnType<typeof createClient>) {
  const { signal } = new AbortController()
  const asking = client.ask({ path: '/search.json', signal, read: () => 'answer' }).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  return asking
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-01T12:00:00Z') })
  sentAt.length = 0
  answers = [ok]
  pacing = createFakePacing()
})
afterEach(() => void vi.useRealTimers())

describe('the pace', () => {
  const getGaps = () => sentAt.slice(1).map((at, index) => at - sentAt[index]!)

  it('is kept by two clients together', async () => {
    const [first, second] = [createClient({ spacingMs: 500 }), createClient({ spacingMs: 500 })]
    await Promise.all([ask(first), ask(second), ask(first), ask(second)])
    expect(getGaps()).toEqual([500, 500, 500])
  })

  it('doesn’t slow down a client that is alone', async () => {
    const client = createClient({ spacingMs: 500 })
    await Promise.all([ask(client), ask(client), ask(client)])
    expect(getGaps()).toEqual([500, 500])
  })

  it('holds for retries', async () => {
    answers = [() => status(500), ok]
    const [first, second] = [createClient({ spacingMs: 5000 }), createClient({ spacingMs: 5000 })]
    expect(await Promise.all([ask(first), ask(second)])).toEqual(['answer', 'answer'])
    expect(getGaps()).toEqual([5000, 5000])
  })

  it('is none for software people run themselves', async () => {
    const clients = Array.from({ length: 3 }, () => createClient({ spacingMs: 500 }, 'http://127.0.0.1:4600'))
    await Promise.all(clients.map(ask))
    expect(getGaps()).toEqual([0, 0])
  })

  it('belongs to a source and a host, and its key holds no credentials', async () => {
    await ask(createClient())
    await ask(createClient({}, 'https://user:password@proxy.example.com/reddit'))
    expect([...pacing.vendors]).toEqual(['reddit www.reddit.com', 'reddit proxy.example.com'])
  })
})

describe('a pause', () => {
  it('that the vendor asked one client for is kept by the other', async () => {
    answers = [() => status(429, { 'retry-after': '4' }), ok]
    const [first, second] = [createClient({ spacingMs: 100 }), createClient({ spacingMs: 100 })]
    expect(await Promise.all([ask(first), ask(second)])).toEqual(['answer', 'answer'])
    expect(sentAt[1]! - sentAt[0]!).toBeGreaterThanOrEqual(4000)
    expect(sentAt[2]! - sentAt[1]!).toBeGreaterThanOrEqual(100)
  })

  it('that is too long ends the other’s requests before they are sent', async () => {
    answers = [() => status(429, { 'retry-after': '3600' }), ok]
    await ask(createClient())
    const failure = await ask(createClient())
    expect(failure).toBeInstanceOf(SourceError)
    expect(failure).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 3600 })
    expect(sentAt).toHaveLength(1)
  })
})

describe('an opened circuit breaker', () => {
  const limits = { breakAfter: 3, retries: 0, breakForMs: [5000, 20_000, 60_000] }

  async function openIn(client: ReturnType<typeof createClient>) {
    answers = [() => status(500)]
    for (let index = 0; index < limits.breakAfter; index++) await ask(client)
    sentAt.length = 0
  }

  it('stops the other client until the time is over', async () => {
    const [first, second] = [createClient(limits), createClient(limits)]
    await openIn(first)
    expect(await ask(second)).toMatchObject({ kind: 'circuit_open', retryAfterSeconds: 5 })
    expect(sentAt).toEqual([])
    await vi.advanceTimersByTimeAsync(5000)
    answers = [ok]
    expect([await ask(second), await ask(second), await ask(first)]).toEqual(['answer', 'answer', 'answer'])
  })

  it('lets the other try once, and opens for longer in both', async () => {
    const [first, second] = [createClient(limits), createClient(limits)]
    await openIn(first)
    await ask(second)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await ask(second)).toMatchObject({ kind: 'server_error' })
    expect(sentAt).toHaveLength(1)
    for (const client of [second, first])
      expect(await ask(client)).toMatchObject({ kind: 'circuit_open', retryAfterSeconds: 20 })
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await ask(first)).toMatchObject({ kind: 'server_error' })
    expect(await ask(second)).toMatchObject({ kind: 'circuit_open', retryAfterSeconds: 60 })
    expect(sentAt).toHaveLength(2)
  })
})

describe('the trial of a circuit breaker', () => {
  const limits = { breakAfter: 1, retries: 0, breakForMs: [5000] }

  it('is one request, for which the others wait', async () => {
    const client = createClient(limits)
    answers = [() => status(500)]
    await ask(client)
    await vi.advanceTimersByTimeAsync(5000)
    const outcomes = await Promise.all([ask(client), ask(client), ask(client)])
    expect(outcomes.map((error) => (error as SourceError).kind)).toEqual([
      'server_error',
      'circuit_open',
      'circuit_open',
    ])
    expect(sentAt).toHaveLength(2)
  })

  it('is left to the next request if it is cancelled', async () => {
    const client = createClient(limits)
    answers = [() => status(500)]
    await ask(client)
    await vi.advanceTimersByTimeAsync(5000)
    const stop = new AbortController()
    client.restFor(1000)
    const cancelled = client.ask({ path: '/', signal: stop.signal, read: () => 'answer' }).catch((error) => error)
    await vi.advanceTimersByTimeAsync(10)
    stop.abort()
    expect(await cancelled).toMatchObject({ kind: 'cancelled' })
    answers = [ok]
    expect(await ask(client)).toBe('answer')
    expect(sentAt).toHaveLength(2)
  })
})
