import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type SearchVendors, startSearchVendors } from '../../../tests/doubles/search-vendors.ts'
import { createMemoryCache } from './answer-cache.ts'
import { createSearchSources, searchSettings } from './catalogue.ts'
import { getComparison } from './dataforseo/dataforseo-answers.ts'

let double: SearchVendors
beforeAll(async () => {
  double = await startSearchVendors()
})
afterAll(() => double.close())
beforeEach(() => double.log.clear())

const open = () => ({ signal: new AbortController().signal })
const source = (id: 'dataforseo' | 'serpapi' | 'wikipedia') =>
  createSearchSources({
    settings: searchSettings(double.settings),
    fetch,
    cache: createMemoryCache(),
    limits: { backoffMs: 1 },
  }).get(id)!

test('DataForSEO: one request for all lines and one per term for related queries, with commas removed from terms', async () => {
  const terms = ['cold brew', 'drip, slow']
  const compared = await source('dataforseo').compare!(terms, { country: 'DE', language: 'de' }, open())
  const sent = double.log.requests.map(({ body }) => JSON.parse(body)[0])
  const place = { location_code: 2276, time_range: 'past_12_months' }
  expect(sent).toHaveLength(3)
  // The API returns related queries only for a single keyword, and only if requested.
  expect(sent).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...place, keywords: ['cold brew', 'drip  slow'], item_types: ['google_trends_graph'] }),
      expect.objectContaining({ ...place, keywords: ['cold brew'], item_types: ['google_trends_queries_list'] }),
      expect.objectContaining({ ...place, keywords: ['drip  slow'], item_types: ['google_trends_queries_list'] }),
    ]),
  )
  expect(compared!.related.every(({ top, rising }) => top.length === 5 && rising.length === 5)).toBe(true)
  expect(compared!.series.map(({ term }) => term)).toEqual(terms)
  expect(compared!.related.map(({ term }) => term)).toEqual(terms)
  expect(compared!.costUsd).toBe(0.027)
  expect(source('dataforseo').compareCostUsd!(2)).toBe(0.027)
  expect(source('dataforseo').compareCostUsd!(1)).toBe(0.009)
})

test('without a country the request is worldwide', async () => {
  await source('dataforseo').compare!(['tea'], { country: null, language: 'en' }, open())
  expect(Object.keys(JSON.parse(double.log.requests[0]!.body)[0]).sort()).toEqual([
    'item_types',
    'keywords',
    'language_code',
    'time_range',
    'type',
  ])
  await source('serpapi').compare!(['tea'], { country: null, language: 'en' }, open())
  expect(double.log.requests.at(-1)!.query).not.toHaveProperty('geo')
})

test('a week without any value is left out instead of being zero', () => {
  const graph = {
    type: 'google_trends_graph',
    data: [
      { date_from: '2026-01-04', date_to: '2026-01-10', missing_data: false, values: [12, null] },
      { date_from: '2026-01-11', date_to: '2026-01-17', missing_data: true, values: [9, 3] },
    ],
  }
  const compared = getComparison([{ items: [graph] }], ['a', 'b'])!
  expect(compared.series.map(({ points }) => points)).toEqual([
    [
      { t: '2026-01-04', v: 12, partial: false },
      { t: '2026-01-11', v: 9, partial: true },
    ],
    [{ t: '2026-01-11', v: 3, partial: true }],
  ])
  expect(compared.related).toEqual([])
})

test('SerpApi: one request for the lines and one per term for related queries', async () => {
  const serpapi = source('serpapi')
  const compared = await serpapi.compare!(['tea', 'coffee'], { country: 'GB', language: 'en' }, open())
  expect(double.log.requests.map(({ query }) => [query.data_type, query.q, query.geo])).toEqual(
    expect.arrayContaining([
      ['TIMESERIES', 'tea,coffee', 'GB'],
      ['RELATED_QUERIES', 'tea', 'GB'],
      ['RELATED_QUERIES', 'coffee', 'GB'],
    ]),
  )
  expect(compared!.related.map(({ term, top }) => [term, top.length])).toEqual([
    ['tea', 5],
    ['coffee', 5],
  ])
  expect(compared!.costUsd).toBeCloseTo(serpapi.compareCostUsd!(2))
})

test('Wikipedia: page views of several articles are merged, and a term without an article has no points', async () => {
  const compared = await source('wikipedia').compare!(
    ['coffee', 'unknown'],
    { country: 'US', language: 'en' },
    {
      ...open(),
      range: '5y',
    },
  )
  expect(compared).toMatchObject({ provider: 'wikipedia_pageviews', scale: 'absolute', costUsd: 0 })
  expect(compared!.series.map(({ about, points }) => [about, points.length])).toEqual([
    ['Coffee', 60],
    [null, 0],
  ])
})

test('Wikipedia: a term whose request failed isn’t a term without an article', async () => {
  const failing = (term: string) =>
    createSearchSources({
      settings: searchSettings(double.settings),
      fetch: (input, init) =>
        new URL(String(input)).searchParams.get('search') === term
          ? Promise.resolve(new Response('', { status: 503 }))
          : fetch(input, init),
      cache: createMemoryCache(),
      limits: { backoffMs: 1 },
    }).get('wikipedia')!
  const us = { country: 'US', language: 'en' }
  const compared = await failing('tea').compare!(['coffee', 'tea', 'unknown'], us, open())
  expect(compared!.failed).toEqual(['tea'])
  expect(compared!.incomplete).toMatchObject({ kind: 'server_error' })
  await expect(failing('tea').compare!(['tea', 'unknown'], us, open())).rejects.toMatchObject({ kind: 'server_error' })
})
