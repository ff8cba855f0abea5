import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { expireRedditTokens, type SearchVendors, startSearchVendors } from '../../../tests/doubles/search-vendors.ts'
import { createMemoryCache } from './answer-cache.ts'
import { createSearchSources, type SearchSettings, searchSettings } from './catalogue.ts'
import { SourceError, type SourceId, sourceIds, sourceLabels } from './port.ts'
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
  'dataforseo',
  'serpapi',
  'serper',
] as const satisfies SourceId[]

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
const lastRequest = () => double.log.requests.at(-1)!

describe('the list of sources', () => {
  it('has eleven vendors with their labels', () => {
    const sources = createSearchSources({ settings: {}, fetch, cache: createMemoryCache() })
    expect([...sources.keys()].sort()).toEqual([...vendorIds, ...sources.get('dataforseo')!.parts!].sort())
    for (const [id, source] of sources) expect(source).toMatchObject({ id, label: sourceLabels[id] })
    expect(Object.keys(sourceLabels).sort()).toEqual([...sourceIds].sort())
  })

  it('says which settings are missing', async () => {
    const sources = createSearchSources({ settings: {}, fetch, cache: createMemoryCache() })
    const missing = [...sources.values()].filter(({ unavailable, parentId }) => !parentId && unavailable !== null)
    expect(missing.map(({ id }) => id)).toEqual(['searxng', 'dataforseo', 'serpapi', 'serper'])
    expect(sources.get('dataforseo')!.unavailable).toBe(
      'Set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD to use DataForSEO.',
    )
    for (const source of missing) {
      expect(await getFailure(source.ask('tea', us, open()))).toMatchObject({ details: source.unavailable })
    }
  })

  it('caches responses', async () => {
    const google = getSources()('google_suggest')
    const first = await google.ask('cold brew', us, open())
    const second = await google.ask('cold brew', us, open())
    expect(second).toEqual({ ...first, cached: true })
    expect(double.log.count('google_suggest', 'cold brew')).toBe(1)
    await google.ask('cold brew', us, { ...open(), fresh: true })
    expect(double.log.count('google_suggest')).toBe(2)
  })
})

describe('autocomplete suggestions', () => {
  it.each(['google_suggest', 'bing_suggest', 'duckduckgo_suggest', 'youtube_suggest'] as const)(
    'from %s',
    async (id) => {
      const answer = await getSources()(id).ask('cold brew', us, open())
      expect(answer).toMatchObject({ discussions: [], pages: [], metrics: [], cached: false, costUsd: null })
      expect(answer.suggestions.length).toBeGreaterThanOrEqual(8)
      expect(answer.suggestions[0]).toMatchObject({ kind: 'suggestion', relevance: 1 })
      for (const { text, relevance } of answer.suggestions) {
        expect(text).toMatch(/^cold brew /)
        expect(relevance).toBeGreaterThan(0)
      }
      expect(Date.parse(answer.fetchedAt)).toBeGreaterThan(Date.now() - 60_000)
      expect(double.log.count(id, 'cold brew')).toBe(1)
    },
  )

  it('leave out URLs that Google suggests', async () => {
    const { suggestions } = await getSources()('google_suggest').ask('cold brew', us, open())
    expect(suggestions.map(({ text }) => text).join()).not.toContain('example')
  })

  it('use Google’s relevance', async () => {
    const { suggestions } = await getSources()('google_suggest').ask('cold brew', us, open())
    expect(suggestions[1]!.relevance).toBeCloseTo(600 / 1252)
  })

  it('keep non-ASCII letters', async () => {
    const { suggestions } = await getSources()('google_suggest').ask('café', { country: 'FR', language: 'fr' }, open())
    expect(suggestions.every(({ text }) => text.startsWith('café'))).toBe(true)
  })

  it.each([
    ['google_suggest', { country: 'GB', language: 'en' }, { hl: 'en', gl: 'gb', client: 'chrome' }],
    ['google_suggest', { country: 'BR', language: 'pt' }, { hl: 'pt-BR', gl: 'br' }],
    ['google_suggest', { country: 'TW', language: 'zh' }, { hl: 'zh-TW', gl: 'tw' }],
    ['google_suggest', { country: 'IL', language: 'he' }, { hl: 'iw', gl: 'il' }],
    ['youtube_suggest', { country: 'DE', language: 'de' }, { hl: 'de', gl: 'de', ds: 'yt' }],
    ['bing_suggest', { country: 'AT', language: 'de' }, { mkt: 'de-AT' }],
    ['duckduckgo_suggest', { country: 'GB', language: 'en' }, { kl: 'uk-en', type: 'list' }],
    ['duckduckgo_suggest', { country: 'JP', language: 'ja' }, { kl: 'jp-jp' }],
  ] as const)('send %s the right parameters for %o', async (id, locale, query) => {
    await getSources()(id).ask('tea', locale, open())
    expect(lastRequest().query).toMatchObject(query)
  })
})

describe('Wikipedia', () => {
  it('suggests titles that start with the term and titles about it', async () => {
    const { suggestions, incomplete } = await getSources()('wikipedia').ask('cold brew', us, open())
    expect(incomplete).toBeNull()
    expect(suggestions[0]).toEqual({ text: 'Cold brew', kind: 'suggestion', relevance: 1 })
    const related = suggestions.filter(({ kind }) => kind === 'related')
    expect(related).toHaveLength(10)
    // "Word (cold brew)" is searched without the parentheses.
    expect(related[3]!.text).toMatch(/^\w+ cold brew$/)
  })

  it.each(['wikipedia', 'wikimedia_metrics'] as const)(
    'asks for contact details if %s requires them',
    async (vendor) => {
      const refusing = async (url: string, init: RequestInit) =>
        url.includes('/api/rest_v1/') === (vendor === 'wikimedia_metrics')
          ? new Response('Please respect our robot policy: set a user-agent https://w.wiki/4wJS', {
              status: 403,
              headers: { 'content-type': 'text/plain' },
            })
          : fetch(url, init)
      const source = createSearchSources({
        settings: searchSettings(double.settings),
        fetch: refusing,
        cache: createMemoryCache(),
        limits: { backoffMs: 1 },
      }).get('wikipedia')!
      const failure = await getFailure(source.trend!('tea', us, open()))
      expect(failure.details).toContain('requires contact details in the User-Agent')
      expect(failure.details).toContain('BOT_CONTACT')
      expect(failure.details).not.toContain('blocks this server’s IP address')
    },
  )

  it('uses the language’s own host', async () => {
    const seen: string[] = []
    const recording = async (url: string) => {
      seen.push(new URL(url).host)
      return Response.json(url.includes('opensearch') ? ['x', []] : { query: { search: [] } })
    }
    const sources = createSearchSources({
      settings: { wikipediaUrl: 'https://{lang}.wiki.example' },
      fetch: recording,
      cache: createMemoryCache(),
    })
    await sources.get('wikipedia')!.ask('tee', { country: 'NO', language: 'nb-NO' }, open())
    expect(new Set(seen)).toEqual(new Set(['no.wiki.example']))
  })

  it('reports an incomplete response if one of its two requests failed', async () => {
    double.setFault('wikipedia', { kind: 'status', status: 400, times: 1 })
    const { suggestions, incomplete } = await getSources()('wikipedia').ask('tea', us, open())
    expect(suggestions.length).toBeGreaterThan(0)
    expect(incomplete?.message).toContain('Wikipedia sent a response')
    expect(incomplete).toMatchObject({ reason: 'source_invalid_response', params: { source: 'Wikipedia' } })
  })

  it('has monthly page views, with the current month as partial', async () => {
    const trend = await getSources()('wikipedia').trend!('cold brew', us, open())
    expect(trend).toMatchObject({ provider: 'wikipedia_pageviews', scale: 'absolute', about: 'Cold brew' })
    const month = new Date().toISOString().slice(0, 7)
    expect(trend!.points).toHaveLength(12)
    expect(trend!.points.at(-1)).toMatchObject({ t: `${month}-01`, partial: true })
    expect(trend!.points.slice(0, -1).every(({ partial }) => !partial)).toBe(true)
    expect(lastRequest().path).toMatch(
      /^\/api\/rest_v1\/metrics\/pageviews\/per-article\/en\.wikipedia\/all-access\/user\/Cold_brew\/monthly\/\d{10}\/\d{10}$/,
    )
  })

  it('has daily page views for three months', async () => {
    const trend = await getSources()('wikipedia').trend!('cold brew', us, { ...open(), range: '3m' })
    expect(trend!.points.length).toBeGreaterThan(80)
    expect(trend!.points.at(-1)).toMatchObject({ t: new Date().toISOString().slice(0, 10), partial: true })
  })

  it('has no trend without page views', async () => {
    expect(await getSources()('wikipedia').trend!('unknown thing', us, open())).toBeNull()
  })
})

describe('questions people ask', () => {
  it('from Stack Exchange, with entities decoded and tags removed', async () => {
    const { discussions, suggestions } = await getSources()('stackexchange').ask('cold brew', us, open())
    expect(double.log.count('stackexchange')).toBe(5)
    const second = discussions.find(({ title }) => title.startsWith('What'))!
    expect(second.title).toBe('What\'s the "best" cold brew & why?')
    expect(discussions[0]).toMatchObject({
      source: 'stackexchange',
      at: '2020-09-13T12:26:40.000Z',
      excerpt: 'I read about cold brew & still wonder.',
    })
    expect(new Set(discussions.map(({ url }) => url)).size).toBe(discussions.length)
    expect(discussions.some(({ title }) => title === 'Trouble with cold brew')).toBe(true)
    expect(suggestions.some(({ text }) => text === 'Trouble with cold brew')).toBe(false)
    expect(suggestions.every(({ kind }) => kind === 'question')).toBe(true)
  })

  it('pause when Stack Exchange asks for a backoff', async () => {
    const sent: number[] = []
    const fetchOnce = async () => {
      sent.push(Date.now())
      return Response.json({ items: [], quota_remaining: 200, ...(sent.length === 5 ? { backoff: 20 } : {}) })
    }
    const sources = createSearchSources({
      settings: { stackexchangeUrl: double.url },
      fetch: fetchOnce,
      cache: createMemoryCache(),
    })
    const source = sources.get('stackexchange')!
    await source.ask('tea', us, open())
    const failure = await getFailure(source.ask('milk', us, open()))
    expect(failure).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 20 })
    expect(sent).toHaveLength(5)
  })

  it('report how long Stack Exchange throttles', async () => {
    const body = {
      error_id: 502,
      error_name: 'throttle_violation',
      error_message: 'too many requests from this IP, more requests available in 35000 seconds',
    }
    double.setFault('stackexchange', { kind: 'status', status: 400, body })
    const failure = await getFailure(getSources()('stackexchange').ask('tea', us, open()))
    double.setFault('stackexchange', null)
    expect(failure).toMatchObject({ kind: 'rate_limited', retryAfterSeconds: 35_000 })
  })

  it('from Reddit, with an app', async () => {
    const { discussions, suggestions } = await getSources()('reddit').ask('cold brew', us, open())
    expect(discussions[0]!.url).toMatch(/^https:\/\/www\.reddit\.com\/r\/cold-brew\/comments\//)
    expect(discussions[0]!.score).toEqual(expect.any(Number))
    expect(discussions.slice(0, 2).map(({ excerpt }) => excerpt)).toEqual([
      'What I think of cold brew & more. Second paragraph.',
      undefined,
    ])
    expect(discussions.some(({ title }) => title.includes(' & '))).toBe(true)
    expect(suggestions.length).toBeGreaterThan(5)
    expect(suggestions.map(({ text }) => text)).not.toContain('My cold brew after one year')
    expect(double.log.requests.map(({ method, path }) => [method, path])).toEqual([
      ['POST', '/api/v1/access_token'],
      ['GET', '/search'],
    ])
    expect(lastRequest().query).toMatchObject({ limit: '100', sort: 'relevance', type: 'link' })
  })

  it('from Reddit’s feed without an app, without scores and answer counts', async () => {
    const signedIn = await getSources()('reddit').ask('cold brew', us, open())
    const { discussions, suggestions } = await signedOut()('reddit').ask('cold brew', us, open())
    expect(lastRequest().path).toBe('/search.rss')
    expect(discussions).toEqual(signedIn.discussions.map((post) => ({ ...post, score: null, answers: null })))
    expect(suggestions).toEqual(signedIn.suggestions)
  })

  it('from a proxy without an app that responds like Reddit’s API', async () => {
    const body = { data: { children: [{ kind: 't3', data: { title: 'Tea?', permalink: '/r/tea/1/', score: 4 } }] } }
    double.setFault('reddit', { kind: 'status', status: 200, body })
    const { discussions } = await signedOut()('reddit').ask('tea', us, open())
    double.setFault('reddit', null)
    expect(discussions).toMatchObject([{ title: 'Tea?', url: 'https://www.reddit.com/r/tea/1/', score: 4 }])
  })
})

/** Sources without Reddit credentials. */
const signedOut = () => getSources({}, { redditClientId: undefined, redditClientSecret: undefined })

describe('Reddit', () => {
  const tokens = () => double.log.count('reddit_token')

  it('is off by default without an app or a proxy', () => {
    const isOptIn = (settings: SearchSettings) =>
      createSearchSources({ settings, fetch, cache: createMemoryCache() }).get('reddit')!.isOptIn
    expect(isOptIn({})).toBe(true)
    expect(isOptIn({ redditClientId: 'app' })).toBe(true)
    expect(isOptIn({ redditClientId: 'app', redditClientSecret: 'secret' })).toBe(false)
    expect(isOptIn({ redditUrl: double.url })).toBe(false)
  })

  it('requests one token for parallel requests', async () => {
    const reddit = getSources()('reddit')
    await Promise.all(['tea', 'milk', 'sugar'].map((term) => reddit.ask(term, us, open())))
    await reddit.ask('lemon', us, open())
    expect([tokens(), double.log.count('reddit')]).toEqual([1, 4])
  })

  it('renews an expired token once', async () => {
    const reddit = getSources()('reddit')
    await reddit.ask('tea', us, open())
    expireRedditTokens()
    expect((await reddit.ask('milk', us, open())).discussions.length).toBeGreaterThan(0)
    expect(tokens()).toBe(2)
    double.setFault('reddit', { kind: 'status', status: 401 })
    const failure = await getFailure(reddit.ask('sugar', us, open()))
    double.setFault('reddit', null)
    expect(failure).toMatchObject({ kind: 'unauthorized', details: expect.stringContaining('REDDIT_CLIENT_ID') })
    expect([tokens(), double.log.count('reddit', 'sugar')]).toEqual([3, 2])
  })

  it('names the rejected settings without showing the secret', async () => {
    const failure = await getFailure(
      getSources({}, { redditClientSecret: 'wr0ng-secret' })('reddit').ask('tea', us, open()),
    )
    expect(failure).toMatchObject({
      kind: 'unauthorized',
      details:
        'Reddit answered 401: it rejected REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET. Check REDDIT_CLIENT_ID and REDDIT_CLIENT_SECRET.',
    })
    double.setFault('reddit_token', { kind: 'status', status: 200, body: { error: 'invalid_grant' } })
    const refused = await getFailure(getSources()('reddit').ask('tea', us, open()))
    double.setFault('reddit_token', null)
    expect(refused).toMatchObject({ kind: 'unauthorized', details: expect.stringContaining('"invalid_grant"') })
    expect(double.log.count('reddit')).toBe(0)
  })

  it('distinguishes an unapproved app from a wrong secret', async () => {
    double.setFault('reddit', { kind: 'status', status: 403, body: { message: 'Forbidden', error: 403 } })
    const failure = await getFailure(getSources()('reddit').ask('tea', us, open()))
    double.setFault('reddit', null)
    expect(failure).toMatchObject({ kind: 'unauthorized', details: expect.stringContaining('approved') })
  })

  it.each([
    ['after the last question of a minute', 200, 'asked to wait another'],
    ['after a refusal', 429, 'reached its rate limit'],
  ])('respects its rate limit, %s', async (_name, status, words) => {
    const rate = { 'x-ratelimit-remaining': '0.0', 'x-ratelimit-reset': '300' }
    const asked: string[] = []
    const source = createSearchSources({
      settings: searchSettings(double.settings),
      cache: createMemoryCache(),
      limits: { backoffMs: 1, retries: 2 },
      async fetch(url, init) {
        if (url.includes('access_token')) return fetch(url, init)
        asked.push(url)
        return Response.json({ data: { children: [] } }, { status, headers: rate })
      },
    }).get('reddit')!
    if (status === 200) await source.ask('tea', us, open())
    const failure = await getFailure(source.ask('milk', us, open()))
    expect(failure).toMatchObject({ kind: 'rate_limited', details: expect.stringContaining(words) })
    expect(failure.retryAfterSeconds).toBeGreaterThan(290)
    expect(asked).toHaveLength(1)
  })

  it.each([
    ['a wall', { kind: 'html', status: 403 }, 'blocked'],
    ['a wall that says 200', { kind: 'html' }, 'blocked'],
    ['a limit', { kind: 'status', status: 429 }, 'rate_limited'],
  ] as const)('explains for %s without an app that Reddit blocked the request', async (_name, fault, kind) => {
    double.setFault('reddit', fault)
    const failure = await getFailure(signedOut()('reddit').ask('tea', us, open()))
    double.setFault('reddit', null)
    expect(failure).toMatchObject({ kind, details: expect.stringContaining('Reddit closed its search to programs') })
    expect(failure.details).toContain('REDDIT_CLIENT_ID')
    expect(failure.details).not.toContain('proxy')
  })

  it('a truncated feed without an app is an error', async () => {
    double.setFault('reddit', { kind: 'truncated' })
    const failure = await getFailure(signedOut()('reddit').ask('tea', us, open()))
    double.setFault('reddit', null)
    expect(failure).toMatchObject({ kind: 'bad_answer', details: expect.stringContaining('cut off') })
  })
})

describe('result pages', () => {
  it.each(['searxng', 'dataforseo', 'serpapi', 'serper'] as const)('from %s', async (id) => {
    const { pages, suggestions } = await getSources()(id).ask('cold brew', us, open())
    expect(pages.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(pages[0]).toMatchObject({ domain: new URL(double.url).host, title: expect.stringContaining('Cold Brew') })
    expect(pages[0]!.url).toMatch(new RegExp(`^${double.url}/pages/cold-brew-`))
    expect(suggestions.filter(({ kind }) => kind === 'related').length).toBeGreaterThan(3)
    if (id !== 'searxng') expect(suggestions.filter(({ kind }) => kind === 'question')).toHaveLength(4)
  })

  it('have People Also Ask with answers, and the question each was found under', async () => {
    const asked = async (id: SourceId) => (await getSources()(id).ask('tea', us, open())).peopleAlsoAsk!
    for (const id of ['serpapi', 'serper'] as const) {
      const questions = await asked(id)
      expect(questions).toHaveLength(4)
      expect(questions[0]).toMatchObject({ parent: null, answer: 'A short answer.', title: 'A page' })
      expect(questions[0]!.url).toBe(`${double.url}/pages/answer`)
    }
    const nested = await asked('dataforseo')
    expect(nested.map(({ parent }) => parent)).toEqual([null, null, null, nested[0]!.text])
    expect(nested[0]).toMatchObject({ answer: 'A short answer.', url: `${double.url}/pages/answer-0` })
    expect(nested[1]).toMatchObject({ answer: null, title: null, url: null })
    expect(await asked('searxng')).toEqual([])
    expect((await getSources()('google_suggest').ask('tea', us, open())).peopleAlsoAsk).toBeUndefined()
  })

  it('have SERP features', async () => {
    const types = async (id: SourceId) =>
      (await getSources()(id).ask('tea', us, open())).features.map(({ type }) => type)
    expect(await types('dataforseo')).toEqual(['featured_snippet', 'people_also_ask', 'video', 'related_searches'])
    expect(await types('serpapi')).toEqual(['featured_snippet', 'people_also_ask', 'related_searches'])
    expect(await types('serper')).toEqual(['people_also_ask', 'related_searches'])
    expect(await types('searxng')).toEqual(['knowledge_graph'])
  })

  it('are requested for country and language', async () => {
    const at = { country: 'GB', language: 'en-GB' }
    await getSources()('serpapi').ask('tea', at, open())
    expect(lastRequest().query).toMatchObject({ engine: 'google', gl: 'uk', hl: 'en' })
    await getSources()('serper').ask('tea', at, open())
    expect(JSON.parse(lastRequest().body)).toMatchObject({ q: 'tea', gl: 'gb', hl: 'en' })
    await getSources()('searxng').ask('tea', at, open())
    expect(lastRequest().query).toMatchObject({ language: 'en-GB', format: 'json' })
  })

  it('SearXNG without its JSON format is explained', async () => {
    double.setFault('searxng', { kind: 'html', status: 403 })
    const failure = await getFailure(getSources()('searxng').ask('tea', us, open()))
    double.setFault('searxng', null)
    expect(failure.details).toBe(
      'SearXNG answered 403: its JSON format is off. Add "json" under search.formats in its settings.yml.',
    )
  })

  it('SearXNG’s related searches have no rank', async () => {
    const { suggestions } = await getSources()('searxng').ask('tea', us, open())
    expect(suggestions.length).toBeGreaterThan(3)
    expect(suggestions.every(({ relevance }) => relevance === null)).toBe(true)
  })

  it('SearXNG’s limiter is distinguished from a busy server and not retried', async () => {
    double.setFault('searxng', { kind: 'html', status: 429, text: 'Too Many Requests' })
    const failure = await getFailure(getSources()('searxng').ask('tea', us, open()))
    double.setFault('searxng', null)
    expect(failure).toMatchObject({ kind: 'rate_limited', details: expect.stringContaining('pass_ip') })
    expect(double.log.count('searxng')).toBe(1)
  })

  it.each([
    [
      'searxng',
      {
        results: [{ url: 7 }, { url: 'https://a.example/', title: ['no text'], content: 'Text' }],
        suggestions: ['tea time', { text: 'new' }],
        answers: 'none',
        infoboxes: [{ infobox: 5 }],
        unresponsive_engines: { qwant: 'denied' },
      },
      { related: ['tea time'], questions: [] },
    ],
    [
      'serpapi',
      {
        organic_results: [
          { link: null },
          { position: 'first', link: 'https://a.example/', title: { text: 'new' }, snippet: 'Text' },
        ],
        related_questions: [{ question: ['no text'] }, { question: 'What is tea?' }],
        related_searches: ['a text', { query: 'tea time' }],
      },
      { related: ['tea time'], questions: ['What is tea?'] },
    ],
    [
      'serper',
      {
        organic: ['?', { position: null, link: 'https://a.example/', title: 4, snippet: 'Text' }],
        peopleAlsoAsk: { first: 'no list' },
        relatedSearches: [{ query: 'tea time' }, { query: 9 }],
        answerBox: 'a text',
        images: 'no list',
      },
      { related: ['tea time'], questions: [] },
    ],
  ] as const)('from %s tolerate fields of unexpected types', async (id, body, expected) => {
    double.setFault(id, { kind: 'status', status: 200, body })
    const { pages, suggestions } = await getSources()(id).ask('tea', us, open())
    double.setFault(id, null)
    expect(pages).toEqual([{ rank: 1, url: 'https://a.example/', domain: 'a.example', title: '', snippet: 'Text' }])
    const texts = (kind: string) => suggestions.filter((one) => one.kind === kind).map(({ text }) => text)
    expect(texts('related')).toEqual(expected.related)
    expect(texts('question')).toEqual(expected.questions)
  })

  it.each([
    ['searxng', { results: [{ link: 'https://a.example/' }] }],
    ['serpapi', { organic_results: [{ href: 'https://a.example/' }] }],
    ['serper', { organic: ['https://a.example/'] }],
  ] as const)('from %s in an unknown format are an error, not an empty page', async (id, body) => {
    double.setFault(id, { kind: 'status', status: 200, body })
    const failure = await getFailure(getSources()(id).ask('tea', us, open()))
    double.setFault(id, null)
    expect(failure).toMatchObject({ kind: 'bad_answer', details: expect.stringContaining('shape') })
  })

  it('SearXNG with unresponsive engines is an error', async () => {
    const body = { query: 'tea', results: [], unresponsive_engines: [['google', 'CAPTCHA']] }
    double.setFault('searxng', { kind: 'status', status: 200, body })
    const failure = await getFailure(getSources()('searxng').ask('tea', us, open()))
    double.setFault('searxng', null)
    expect(failure).toMatchObject({ kind: 'server_error', details: expect.stringContaining('google (CAPTCHA)') })
  })

  it('SerpApi without results is an empty page, and any other error a failure', async () => {
    const respond = (error: string) => double.setFault('serpapi', { kind: 'status', status: 200, body: { error } })
    respond("Google hasn't returned any results for this query.")
    expect((await getSources()('serpapi').ask('tea', us, open())).pages).toEqual([])
    respond('We could not search Google.')
    expect(await getFailure(getSources()('serpapi').ask('milk', us, open()))).toMatchObject({ kind: 'bad_answer' })
    double.setFault('serpapi', null)
  })

  it('Google Trends through SerpApi', async () => {
    const trend = await getSources()('serpapi').trend!(
      'tea',
      { country: 'GB', language: 'en' },
      { ...open(), range: '5y' },
    )
    expect(lastRequest().query).toMatchObject({
      engine: 'google_trends',
      geo: 'GB',
      date: 'today 5-y',
      data_type: 'TIMESERIES',
    })
    expect(trend).toMatchObject({ provider: 'google_trends', scale: 'relative' })
    expect(trend!.points).toHaveLength(260)
    expect(trend!.points.at(-1)!.partial).toBe(true)
    expect(trend!.points[0]!.partial).toBe(false)
  })
})

describe('DataForSEO', () => {
  it('returns keyword ideas with metrics and its cost', async () => {
    const { metrics, suggestions, costUsd } = await getSources()('dataforseo').ask('cold brew', us, open())
    expect(costUsd).toBeCloseTo(0.002 + 0.01 + 60 * 0.0001)
    expect(metrics).toHaveLength(61)
    const [seed] = metrics
    expect(seed).toMatchObject({
      text: 'cold brew',
      volume: { value: expect.any(Number), low: null, high: null, provider: 'dataforseo', as_of: '2026-01-15' },
      cpc: { value: expect.any(Number), currency: 'USD' },
      difficulty: expect.any(Number),
    })
    expect(seed!.monthly).toHaveLength(12)
    expect([...seed!.monthly].sort((a, b) => (a.t < b.t ? -1 : 1))).toEqual(seed!.monthly)
    expect(seed!.monthly[0]!.t).toMatch(/^\d{4}-\d\d-01$/)
    expect(seed!.competition).toBeLessThanOrEqual(1)
    expect(suggestions.map(({ text }) => text)).toContain(metrics[5]!.text)
  })

  it.each([
    [{ country: 'US', language: 'en' }, 2840, 'en', 'en'],
    [{ country: 'GB', language: 'en' }, 2826, 'en', 'en'],
    [{ country: 'TW', language: 'zh-TW' }, 2158, 'zh-TW', 'zh-TW'],
    [{ country: 'NO', language: 'no' }, 2578, 'no', 'nb'],
    [{ country: 'NO', language: 'nb' }, 2578, 'no', 'nb'],
    [{ country: 'IL', language: 'he' }, 2376, 'iw', 'he'],
    [{ country: 'HK', language: 'zh' }, 2344, 'zh-TW', 'zh-TW'],
    [{ country: 'BR', language: 'pt' }, 2076, 'pt-BR', 'pt'],
  ])('understands its error codes in %o', async (locale, location_code, serpLanguage, labsLanguage) => {
    await getSources()('dataforseo').ask('tea', locale, open())
    const sent = double.log.requests.map(({ path, body }) => ({ path, task: JSON.parse(body)[0] }))
    expect(sent.find(({ path }) => path.includes('serp/'))!.task).toMatchObject({
      location_code,
      language_code: serpLanguage,
    })
    expect(sent.find(({ path }) => path.includes('labs/'))!.task).toMatchObject({
      location_code,
      language_code: labsLanguage,
    })
  })

  it('volumes: keywords come back in their original spelling, and unknown ones have no volume', async () => {
    const keywords = [
      'Cold Brew',
      'cold brew',
      'what is cold brew?',
      '☕',
      ...Array.from({ length: 60 }, (_, index) => `tea ${index}`),
    ]
    const { metrics, costUsd } = await getSources()('dataforseo').volumes!(keywords, us, open())
    const byText = new Map(metrics.map((item) => [item.text, item]))
    expect(byText.get('Cold Brew')!.volume).toEqual(byText.get('cold brew')!.volume)
    expect(byText.get('what is cold brew?')).toBeDefined()
    expect(byText.has('☕')).toBe(false)
    expect(metrics.some(({ volume }) => volume === null)).toBe(true)
    expect(metrics.every(({ difficulty }) => difficulty !== null)).toBe(true)
    expect(metrics.every(({ competition }) => competition === null || competition <= 1)).toBe(true)
    expect(costUsd).toBeCloseTo(0.075 + 0.01 + 62 * 0.0001)
  })

  it('volumes: requests up to 1,000 keywords at a time', async () => {
    const keywords = Array.from({ length: 1500 }, (_, index) => `tea ${index}`)
    const { metrics } = await getSources()('dataforseo').volumes!(keywords, us, open())
    expect(metrics).toHaveLength(1500)
    expect(double.log.requests.filter(({ path }) => path.includes('search_volume'))).toHaveLength(2)
  })

  it('returns a trend with related queries and regions', async () => {
    const trend = await getSources()('dataforseo').trend!('tea, green', us, { ...open(), range: '5y' })
    expect(JSON.parse(lastRequest().body)[0]).toMatchObject({ keywords: ['tea  green'], time_range: 'past_5_years' })
    expect(trend!.points).toHaveLength(260)
    expect(trend!.points.at(-1)!.partial).toBe(true)
    expect(trend!.points[10]!.partial).toBe(false)
    expect(trend!.related!.top).toHaveLength(5)
    expect(trend!.regions).toEqual([
      { name: 'Texas', value: 100 },
      { name: 'New York', value: 74 },
      { name: 'California', value: 61 },
      { name: 'Ohio', value: 38 },
    ])
  })

  it.each([
    [40501, "Invalid Field: 'language_code'.", 'unsupported', 2],
    [40501, "Invalid Field: 'keyword'.", 'bad_answer', 2],
    [40202, 'Rate-limit per minute exceeded.', 'rate_limited', 6],
    [40201, 'Your account is paused.', 'unauthorized', 2],
    [40210, 'Insufficient Funds.', 'unauthorized', 2],
    [50301, '3rd Party API Service Unavailable.', 'server_error', 6],
  ])('reports task code %s', async (status_code, status_message, kind, requests) => {
    const body = { status_code: 20000, tasks: [{ status_code, status_message, cost: 0, result: null }] }
    double.setFault('dataforseo', { kind: 'status', status: 200, body })
    const failure = await getFailure(getSources()('dataforseo').ask('tea', us, open()))
    double.setFault('dataforseo', null)
    expect(failure.kind).toBe(kind)
    expect(failure.details).toContain(`answered ${status_code}`)
    expect(double.log.count('dataforseo')).toBe(requests)
  })

  it('a paused account isn’t retried, and the error says who can help', async () => {
    const task = { status_code: 40201, status_message: 'Your account is paused.', cost: 0, result: null }
    double.setFault('dataforseo', { kind: 'status', status: 200, body: { status_code: 20000, tasks: [task] } })
    const failure = await getFailure(getSources()('dataforseo_serp').ask('tea', us, open()))
    double.setFault('dataforseo', null)
    expect(failure.kind).toBe('unauthorized')
    expect(failure.details).toMatch(/the account is paused.*Ask DataForSEO’s support to resume it/)
    expect(double.log.count('dataforseo')).toBe(1)
  })

  it.each([
    ['/serp/', { pages: 0, ideas: true }],
    ['/dataforseo_labs/', { pages: 10, ideas: false }],
  ])('if %s fails, the other half is returned, with empty lists for the missing part', async (path, half) => {
    double.setFault('dataforseo', { kind: 'status', status: 404, path })
    const answer = await getSources()('dataforseo').ask('cold brew', us, open())
    double.setFault('dataforseo', null)
    expect(answer.incomplete?.message).toContain('DataForSEO')
    expect(answer.features.length > 0).toBe(!half.ideas)
    expect({ pages: answer.pages.length, ideas: answer.metrics.length > 0 }).toEqual(half)
    expect(answer.suggestions.length).toBeGreaterThan(3)
  })

  it('reads all results of a task', async () => {
    const answering = (...result: object[]) => {
      const task = { status_code: 20000, status_message: 'Ok.', cost: 0.002, result }
      double.setFault('dataforseo', { kind: 'status', status: 200, body: { status_code: 20000, tasks: [task] } })
    }
    const page = (name: string, rank: number) => ({
      items: [{ type: 'organic', rank_group: rank, rank_absolute: rank, title: name, url: `https://${name}.example/` }],
    })
    answering(page('first', 1), { items: null }, page('second', 2))
    const { pages } = await getSources()('dataforseo_serp').ask('tea', us, open())
    expect(pages.map(({ title }) => title)).toEqual(['first', 'second'])

    const idea = (keyword: string, search_volume: number) => ({ keyword, keyword_info: { search_volume } })
    answering({ items: [idea('green tea', 10)] }, { items: [idea('black tea', 20)] })
    const { metrics } = await getSources()('dataforseo_ideas').ask('tea', us, open())
    expect(metrics.map(({ text, volume }) => [text, volume?.value])).toEqual([
      ['green tea', 10],
      ['black tea', 20],
    ])
    double.setFault('dataforseo', null)
  })

  it('positions in pixels are asked for and read where they are wanted; strange ones are left out', async () => {
    const { serp } = getSources()('dataforseo_serp')
    const scope = { device: 'desktop', depth: 10 } as const
    double.log.clear()
    const { pages } = await serp!.read('pixel tea', us, { ...scope, pixels: true }, { signal: open().signal })
    expect(pages.every(({ pixels }) => Number.isInteger(pixels))).toBe(true)
    const plain = await serp!.read('plain tea', us, scope, { signal: open().signal })
    expect(plain.pages.some((page) => 'pixels' in page)).toBe(false)
    const sent = double.log.requests.map(({ body }) => JSON.parse(body)[0].calculate_rectangles)
    expect(sent).toEqual([true, undefined])
    expect(double.log.costUsd()).toBe(0.006)

    const rectangles = [{ y: 420.4 }, { y: -3 }, { y: 1e9 }, { y: '12' }, null, {}]
    const items = rectangles.map((rectangle, at) => ({
      ...{ type: 'organic', rank_group: at + 1, title: 'A', url: `https://${at}.example/`, rectangle },
    }))
    const task = { status_code: 20000, status_message: 'Ok.', cost: 0.004, result: [{ items }] }
    double.setFault('dataforseo', { kind: 'status', status: 200, body: { status_code: 20000, tasks: [task] } })
    const strange = await serp!.read('strange tea', us, { ...scope, pixels: true }, { signal: open().signal })
    expect(strange.pages.map(({ pixels }) => pixels)).toEqual([420, ...Array(5).fill(undefined)])
    double.setFault('dataforseo', null)
  })

  it('no results is an empty response', async () => {
    const body = {
      status_code: 20000,
      tasks: [{ status_code: 40102, status_message: 'No Search Results.', cost: 0.002, result: null }],
    }
    double.setFault('dataforseo', { kind: 'status', status: 200, body })
    const answer = await getSources()('dataforseo').ask('tea', us, open())
    double.setFault('dataforseo', null)
    expect(answer).toMatchObject({ pages: [], metrics: [], suggestions: [], costUsd: 0.004 })
  })
})

describe('credentials', () => {
  it.each([
    ['dataforseo', { dataforseoPassword: 'wr0ng-secret' }, 'DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD'],
    ['serpapi', { serpapiKey: 'wr0ng-secret' }, 'SERPAPI_KEY'],
    ['serper', { serperApiKey: 'wr0ng-secret' }, 'SERPER_API_KEY'],
  ] as const)('for %s that are wrong are named, not shown', async (id, settings, names) => {
    const failure = await getFailure(getSources({}, settings)(id).ask('tea', us, open()))
    expect(failure).toMatchObject({
      kind: 'unauthorized',
      details: expect.stringContaining(`rejected ${names}`),
    })
    expect(failure.details).not.toContain('wr0ng-secret')
  })
})
