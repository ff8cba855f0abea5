import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type SearchVendors,
  startSearchVendors,
  type Vendor,
  type VendorFault,
} from '../../../tests/doubles/search-vendors.ts'
import { createMemoryCache } from './answer-cache.ts'
import { createSearchSources, type SearchSettings, searchSettings } from './catalogue.ts'
import { type SearchSource, SourceError, type SourceId, sourceLabels } from './port.ts'
import type { VendorLimits } from './vendor-client/vendor-request.ts'

let double: SearchVendors
beforeAll(async () => {
  double = await startSearchVendors()
})
afterAll(() => double.close())
beforeEach(() => double.log.clear())

const us = { country: 'US', language: 'en' }
const open = () => ({ signal: new AbortController().signal })
const vendorIds = [
  'google_suggest',
  'bing_suggest',
  'duckduckgo_suggest',
  'youtube_suggest',
  'wikipedia',
  'stackexchange',
  'reddit',
  'searxng',
  'dataforseo_serp',
  'dataforseo_ideas',
  'serpapi',
  'serper',
] as const satisfies SourceId[]

/** All products of DataForSEO share one URL. */
const getVendor = (id: SourceId) => (id.startsWith('dataforseo') ? 'dataforseo' : id) as Vendor

/** Sources with an empty cache and no previous failures. */
function getSources(limits: Partial<VendorLimits> = {}, settings: Partial<SearchSettings> = {}) {
  const all = createSearchSources({
    settings: { ...searchSettings(double.settings), ...settings },
    fetch,
    cache: createMemoryCache(),
    limits: { backoffMs: 1, ...limits },
  })
  return (id: SourceId) => all.get(id)!
}

const getFailure = (asking: Promise<unknown>) =>
  asking.then(
    () => expect.fail('It answered.'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(SourceError)
      return error as SourceError
    },
  )

type Case = [name: string, fault: VendorFault, kind: SourceError['kind'], limits?: Partial<VendorLimits>]

const cases: Case[] = [
  ['429 for an hour', { kind: 'status', status: 429, retryAfter: 3600 }, 'rate_limited'],
  ['429', { kind: 'status', status: 429 }, 'rate_limited'],
  ['500', { kind: 'status', status: 500 }, 'server_error'],
  ['401', { kind: 'status', status: 401 }, 'unauthorized'],
  ['silence', { kind: 'hang' }, 'timeout', { timeoutMs: 120 }],
  ['a slow drip', { kind: 'drip', bytesPerSecond: 20 }, 'timeout', { timeoutMs: 120 }],
  ['half an answer', { kind: 'truncated' }, 'bad_answer'],
  ['a wall for robots', { kind: 'html' }, 'blocked'],
  ['some page', { kind: 'html', text: 'Welcome' }, 'bad_answer'],
  ['a broken connection', { kind: 'reset' }, 'unreachable'],
  ['far too much', { kind: 'huge', bytes: 12_000_000 }, 'bad_answer'],
]

describe.each(vendorIds)('%s handles', (id) => {
  it.each(cases)('%s', async (_name, fault, kind, limits) => {
    double.setFault(getVendor(id), fault)
    try {
      const failure = await getFailure(getSources(limits)(id).ask('tea', us, open()))
      expect(failure).toMatchObject({ kind, source: id })
      expect(failure.message.startsWith(`${sourceLabels[id]} `)).toBe(true)
      expect(failure.details).toMatch(/\.$/)
    } finally {
      double.setFault(getVendor(id), null)
    }
  })

  it('a temporary 500 by retrying', async () => {
    double.setFault(getVendor(id), { kind: 'status', status: 500, times: 1 })
    const answer = await getSources()(id).ask('tea', us, open())
    expect(answer.suggestions.length + answer.pages.length).toBeGreaterThan(0)
  })

  it('a canceled request', async () => {
    double.setFault(getVendor(id), { kind: 'hang' })
    const stop = new AbortController()
    const asking = getFailure(getSources()(id).ask('tea', us, { signal: stop.signal }))
    await expect.poll(() => double.log.count(getVendor(id))).toBeGreaterThan(0)
    stop.abort()
    expect((await asking).kind).toBe('cancelled')
    double.setFault(getVendor(id), null)
  })
})

it('a 403 without credentials means the server is blocked', async () => {
  double.setFault('bing_suggest', { kind: 'status', status: 403, body: { message: 'Forbidden', error: 403 } })
  const failure = await getFailure(getSources()('bing_suggest').ask('tea', us, open()))
  double.setFault('bing_suggest', null)
  expect(failure).toMatchObject({
    kind: 'blocked',
    details:
      'Bing answered 403: it blocks this server’s IP address. Set BING_SUGGEST_URL to a proxy you run, or leave the source out.',
  })
})

it('an unreachable host is named', async () => {
  const source: SearchSource = getSources({}, { redditUrl: 'http://127.0.0.1:9' })('reddit')
  const failure = await getFailure(source.ask('tea', us, open()))
  expect(failure).toMatchObject({ kind: 'unreachable' })
  expect(failure.details).toContain('127.0.0.1')
  expect(failure.details).toContain('REDDIT_URL')
})
