import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { batch } from '../contract.ts'
import { createEventClient, type EventClientSettings } from './event-client.ts'
import type { EventMessage } from './event-payload.ts'
import { memoryStorage } from './event-storage.ts'

type Answer = { status: number; statusText?: string; retryAfter?: string } | 'no network'
const start = Date.UTC(2026, 10, 21, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: start })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A collector that returns the given responses, then always 202. */
function collector(...answers: Answer[]) {
  const requests: { at: number; body: ReturnType<typeof batch.parse>; init: RequestInit; url: string }[] = []
  const fetch = vi.fn(async (url: unknown, init?: RequestInit) => {
    requests.push({
      at: Date.now() - start,
      body: batch.parse(JSON.parse(String(init?.body))),
      init: init!,
      url: String(url),
    })
    const answer = answers.shift() ?? { status: 202 }
    if (answer === 'no network') throw new TypeError('fetch failed')
    const headers = new Headers(answer.retryAfter === undefined ? {} : { 'Retry-After': answer.retryAfter })
    return new Response(null, { status: answer.status, statusText: answer.statusText ?? '', headers })
  })
  const sizes = () => requests.map(({ body }) => body.messages.length)
  return { requests, fetch: fetch as unknown as typeof globalThis.fetch, sizes }
}

function client(given: Partial<EventClientSettings> = {}) {
  return createEventClient({
    public_key: 'pk',
    workspace_id: 'ws',
    host: 'https://in.example/',
    storage: memoryStorage(),
    ...given,
  })
}
const times = (count: number, work: (at: number) => void) => {
  for (let at = 0; at < count; at++) work(at)
}
const turn = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
const getIds = (messages: { message_id: string }[]) => messages.map(({ message_id }) => message_id)

test('after a reset, new messages are anonymous with a new alias, and queued ones keep their user', async () => {
  const { fetch, requests } = collector()
  const storage = memoryStorage()
  const events = client({ fetch, storage })
  events.identify('ada')
  events.event('Waits')
  events.reset()
  events.event('After')
  await events.flush()
  const [first, waited, after] = requests.flatMap(({ body }) => body.messages)
  expect([first!.uid, waited!.uid, after!.uid]).toEqual(['ada', 'ada', undefined])
  expect(waited!.alias).toBe(first!.alias)
  expect(after!.alias).not.toBe(first!.alias)
  client({ fetch, storage }).page()
  await turn()
  expect(requests.at(-1)!.body.messages[0]).toMatchObject({ type: 'page', alias: after!.alias })
  expect(requests.at(-1)!.body.messages[0]!.uid).toBeUndefined()
})

describe('construction and payloads', () => {
  test.each(['public_key', 'workspace_id', 'host'] as const)('throws an error naming %s if it is missing', (field) => {
    expect(() => client({ [field]: '' })).toThrow(`${field} is required`)
    expect(() => client({ [field]: undefined } as never)).toThrow(field)
  })

  test('every call’s error names the missing or invalid field', () => {
    const { fetch, requests } = collector()
    const events = client({ fetch })
    expect(() => events.identify('')).toThrow('identify: uid is required')
    expect(() => events.group(undefined as never)).toThrow('group: id is required')
    expect(() => events.event('  ')).toThrow('event: name is required')
    expect(() => events.screen('')).toThrow('screen: name is required')
    expect(() => events.alias('')).toThrow('alias: uid is required')
    expect(() => events.event('x'.repeat(201))).toThrow('up to 200 characters')
    expect(() => events.event('a', [] as never)).toThrow('event: properties must be an object')
    expect(() => events.identify('u', 'pro' as never)).toThrow('identify: traits must be an object')
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(() => events.page(circle)).toThrow('page: properties cannot be written as JSON')
    expect(requests).toEqual([])
  })

  test('messages have type, alias, user, page and time, and match the collector’s schema', async () => {
    vi.stubGlobal('location', new URL('https://shop.example/a/b?c=d#e'))
    vi.stubGlobal('document', { referrer: 'https://search.example/', addEventListener: () => {} })
    const { fetch, requests } = collector()
    const events = client({ fetch })
    events.page()
    events.identify('u1', { plan: 'pro' })
    events.group('g1', { name: 'Acme' })
    events.event('Report made', { rows: 3 })
    events.screen('Settings')
    events.alias('u2')
    await events.flush()
    expect(requests[0]!.url).toBe('https://in.example/v1/public/batch')
    const messages = requests.flatMap(({ body }) => body.messages)
    expect(messages.map(({ type, uid, event, group_id }) => [type, uid, event, group_id])).toEqual([
      ['page', undefined, undefined, undefined],
      ['identify', 'u1', undefined, undefined],
      ['group', 'u1', undefined, 'g1'],
      ['event', 'u1', 'Report made', undefined],
      ['screen', 'u1', 'Settings', undefined],
      ['alias', 'u2', undefined, undefined],
    ])
    expect(messages[1]).toMatchObject({ traits: { plan: 'pro' }, timestamp: new Date(start).toISOString() })
    expect(new Set(messages.map(({ alias }) => alias)).size).toBe(1)
    expect(new Set(getIds(messages)).size).toBe(6)
    expect(messages[0]!.location).toEqual({
      address: 'https://shop.example/a/b?c=d#e',
      path: '/a/b',
      query: '?c=d',
      host: 'shop.example',
      origin: 'https://shop.example',
      referrer: 'https://search.example/',
    })
  })

  test('user and alias are stored, and unavailable storage costs only that', async () => {
    const storage = memoryStorage()
    const { fetch, requests } = collector()
    client({ fetch, storage }).identify('u1')
    client({ fetch, storage }).event('Later')
    const blocked = () => {
      throw new Error('blocked')
    }
    client({ fetch, storage: { getItem: blocked, setItem: blocked, removeItem: blocked } }).event('Private')
    await turn()
    const [first, second, other] = requests
      .flatMap(({ body }) => body.messages)
      .filter(({ type, event }) => type === 'identify' || event)
    expect(second).toMatchObject({ alias: first!.alias })
    expect(requests.flatMap(({ body }) => body.messages).find(({ event }) => event === 'Later')?.uid).toBe('u1')
    const privately = requests.flatMap(({ body }) => body.messages).find(({ event }) => event === 'Private')
    expect(privately?.uid).toBeUndefined()
    expect(privately?.alias).not.toBe(first!.alias)
    expect(other).toBeDefined()
  })
})

describe('batching', () => {
  test('the first message is sent immediately; the next 20 are sent together', () => {
    const { fetch, sizes } = collector()
    const events = client({ fetch })
    events.event('First')
    expect(sizes()).toEqual([1])
    times(19, () => events.event('More'))
    expect(sizes()).toEqual([1])
    events.event('The 20th')
    expect(sizes()).toEqual([1, 20])
  })

  test('460,799 characters of JSON wait, and 460,800 are sent', () => {
    const characters = (extra: number) => {
      const { fetch, requests, sizes } = collector()
      const events = client({ fetch })
      events.event('First')
      events.event('a', { padding: 'x'.repeat(200_000) })
      // The overhead of the second message equals that of the next one.
      const own = JSON.stringify([{ ...requests[0]!.body.messages[0], event: 'a', properties: { padding: '' } }]).length
      const total = 2 * (own - 2) + 3 + 200_000
      events.event('a', { padding: 'x'.repeat(460_800 - total + extra) })
      return { sizes: sizes(), sent: requests.at(-1)!.body.messages }
    }
    expect(characters(-1).sizes).toEqual([1])
    const sent = characters(0)
    expect(sent.sizes).toEqual([1, 2])
    expect(JSON.stringify(sent.sent).length).toBe(460_800)
  })

  test('waiting messages are sent 10,000 ms after the first of them, not after 9,999', async () => {
    const { fetch, sizes, requests } = collector()
    const events = client({ fetch })
    events.event('First')
    await turn(3000)
    events.event('Waits')
    await turn(5000)
    events.event('Comes later')
    await turn(4999)
    expect(sizes()).toEqual([1])
    await turn(1)
    expect(sizes()).toEqual([1, 2])
    expect(requests[1]!.at).toBe(13_000)
    await turn(60_000)
    expect(sizes()).toEqual([1, 2])
  })

  test('flush() sends waiting messages and resolves after the response', async () => {
    const { fetch, sizes } = collector({ status: 202 }, { status: 503 })
    const events = client({ fetch })
    events.event('First')
    events.event('Waits')
    const flushed = vi.fn()
    void events.flush().then(flushed)
    expect(sizes()).toEqual([1, 1])
    await turn(999)
    expect(flushed).not.toHaveBeenCalled()
    await turn(1)
    expect(flushed).toHaveBeenCalledOnce()
  })
})

describe('retries', () => {
  test.each<[string, Answer]>([
    ['no network', 'no network'],
    ['500', { status: 500 }],
    ['599', { status: 599 }],
    ['429', { status: 429 }],
  ])('%s is retried three times, after 1, 2 and 4 seconds, with the same messages', async (_name, answer) => {
    const { fetch, requests } = collector(answer, answer, answer, answer)
    const onError = vi.fn()
    client({ fetch, onError }).event('A')
    await turn(60_000)
    expect(requests.map(({ at }) => at)).toEqual([0, 1000, 3000, 7000])
    expect(new Set(requests.map(({ init }) => init.body)).size).toBe(1)
    expect(onError).toHaveBeenCalledOnce()
  })

  test.each([304, 399, 400, 401, 404, 413, 499])('%s isn’t retried', async (status) => {
    const { fetch, requests } = collector({ status, statusText: 'Not Taken' })
    const onError = vi.fn()
    client({ fetch, onError }).event('A')
    await turn(60_000)
    expect(requests).toHaveLength(1)
    expect(onError.mock.calls[0]![0]).toEqual(new Error('Not Taken'))
  })

  test('after the last retry, the error message is the server’s status text', async () => {
    const broken = { status: 503, statusText: 'Service Unavailable' }
    const { fetch } = collector(broken, broken, broken, broken)
    const onError = vi.fn()
    client({ fetch, onError }).event('A')
    await turn(6999)
    expect(onError).not.toHaveBeenCalled()
    await turn(1)
    expect(onError.mock.calls).toEqual([[new Error('Service Unavailable')]])
  })

  test.each([
    ['seconds', '7'],
    ['a date', new Date(start + 7000).toUTCString()],
  ])('waits for Retry-After (%s), and so do messages added meanwhile', async (_name, retryAfter) => {
    const { fetch, requests, sizes } = collector({ status: 429, retryAfter })
    const events = client({ fetch })
    events.event('A')
    await turn()
    times(20, () => events.event('B'))
    await turn(6998)
    expect(sizes()).toEqual([1])
    await turn(2)
    expect(requests.map(({ at }) => at)).toEqual([0, 7000, 7000])
    expect([...sizes()].sort()).toEqual([1, 1, 20])
  })

  test('ignores an invalid Retry-After', async () => {
    const { fetch, requests } = collector({ status: 503, retryAfter: 'soon' })
    client({ fetch }).event('A')
    await turn(60_000)
    expect(requests.map(({ at }) => at)).toEqual([0, 1000])
  })
})

describe('page changes', () => {
  const minimal = () => {
    const full = memoryStorage()
    return { getItem: full.getItem, setItem: full.setItem, removeItem: full.removeItem }
  }

  test.each([
    ['localStorage', memoryStorage],
    ['a storage that cannot list its keys', minimal],
  ])('the next page sends unacknowledged messages in order, then removes them: %s', async (_name, storageOf) => {
    const storage = storageOf()
    const first = collector('no network', 'no network', 'no network', 'no network')
    const events = client({ fetch: first.fetch, storage })
    events.event('Sent, not delivered')
    await turn(60_000)
    events.event('Waits')
    await turn(1)
    events.event('Waits, too')
    // The page closes without an event.
    const second = collector()
    client({ fetch: second.fetch, storage })
    await turn()
    expect(second.requests.flatMap(({ body }) => body.messages.map(({ event }) => event))).toEqual([
      'Sent, not delivered',
      'Waits',
      'Waits, too',
    ])
    const third = collector()
    client({ fetch: third.fetch, storage })
    await turn()
    expect(third.requests).toEqual([])
  })

  test('two tabs lose no message, and a message sent by both has the same message_id', async () => {
    const storage = memoryStorage()
    const [a, b] = [collector(), collector()]
    const one = client({ fetch: a.fetch, storage })
    one.event('A1')
    one.event('A2')
    const two = client({ fetch: b.fetch, storage })
    two.event('B1')
    one.event('A3')
    await turn(10_000)
    two.event('B2')
    await turn(10_000)
    const arrived = [...a.requests, ...b.requests].flatMap(({ body }) => body.messages)
    const names = new Map(arrived.map(({ message_id, event }) => [message_id, event]))
    expect([...names.values()].sort()).toEqual(['A1', 'A2', 'A3', 'B1', 'B2'])
    const left = collector()
    client({ fetch: left.fetch, storage })
    await turn()
    expect(left.requests).toEqual([])
  })

  test('the next page doesn’t resend a rejected batch', async () => {
    const storage = memoryStorage()
    client({ fetch: collector({ status: 400 }).fetch, storage }).event('Malformed')
    await turn()
    const next = collector()
    client({ fetch: next.fetch, storage })
    await turn()
    expect(next.requests).toEqual([])
  })

  function leavingPage(sendBeacon: (url: string, body: string) => boolean) {
    const page = new EventTarget() as EventTarget & { visibilityState: string }
    page.visibilityState = 'hidden'
    vi.stubGlobal('document', page)
    vi.stubGlobal('navigator', { sendBeacon })
    return () => page.dispatchEvent(new Event('visibilitychange'))
  }

  test('a hidden page sends waiting messages by beacon, and its timer has nothing left to send', async () => {
    const beacons: EventMessage[][] = []
    const hide = leavingPage((_url, body) => {
      beacons.push(batch.parse(JSON.parse(body)).messages as EventMessage[])
      return true
    })
    const { fetch, sizes } = collector()
    const storage = memoryStorage()
    const events = client({ fetch, storage })
    events.event('First')
    await turn()
    events.event('Waits')
    hide()
    expect(beacons.map((messages) => messages.map(({ event }) => event))).toEqual([['Waits']])
    await turn(60_000)
    expect(sizes()).toEqual([1])
    // The client can't know whether the beacon arrived, so the next page sends it again with the same id.
    const next = collector()
    client({ fetch: next.fetch, storage })
    await turn()
    expect(getIds(next.requests[0]!.body.messages)).toEqual(getIds(beacons[0]!))
  })

  test('when a beacon is refused, messages are sent by keepalive requests, split to fit their size limit', async () => {
    const hide = leavingPage(() => false)
    const { fetch, requests } = collector()
    const storage = memoryStorage()
    const events = client({ fetch, storage })
    events.event('First')
    times(5, () => events.event('Waits', { padding: 'x'.repeat(9000) }))
    hide()
    await turn()
    const parts = requests.slice(1)
    expect(parts.map(({ init }) => init.keepalive)).toEqual([true, true, true])
    expect(parts.map(({ body }) => body.messages.length)).toEqual([2, 2, 1])
    for (const { init } of parts) expect(String(init.body).length).toBeLessThan(64_000)
    const next = collector()
    client({ fetch: next.fetch, storage })
    await turn()
    expect(next.requests).toEqual([])
  })
})
