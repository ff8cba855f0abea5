import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SearchVendors, startSearchVendors } from './search-vendors.ts'

let double: SearchVendors
beforeAll(async () => {
  double = await startSearchVendors()
})
afterAll(() => double.close())

const get = (path: string, init?: RequestInit) => fetch(double.url + path, init)
const json = async (path: string, init?: RequestInit) => (await get(path, init)).json()

it('gives the same results for the same query, and different ones for different queries', async () => {
  const ask = async (q: string) =>
    (await json(`/complete/search?client=firefox&oe=utf-8&q=${encodeURIComponent(q)}`))[1] as string[]
  expect(await ask('cold brew')).toEqual(await ask('cold brew'))
  const terms = [...'abcdefghijklmnopqrstuvwxyz'].map((letter) => `cold brew ${letter}`)
  const words = ['for', 'with', 'without', 'vs', 'near', 'and', 'like', 'or', 'to', 'is']
  const questions = ['how', 'what', 'why', 'when', 'where', 'which', 'who', 'can', 'are', 'will'].map(
    (word) => `${word} cold brew`,
  )
  const all = [...terms, ...words.map((word) => `cold brew ${word}`), ...questions]
  const vendors = [
    (q: string) => `/complete/search?client=firefox&oe=utf-8&q=${q}`,
    (q: string) => `/complete/search?client=firefox&ds=yt&oe=utf-8&q=${q}`,
    (q: string) => `/osjson.aspx?query=${q}`,
    (q: string) => `/ac/?type=list&q=${q}`,
  ]
  const answers = await Promise.all(
    all.flatMap((term) => vendors.map(async (path) => (await json(path(encodeURIComponent(term))))[1] as string[])),
  )
  expect(new Set(answers.flat()).size).toBeGreaterThan(400)
})

it('responds to Google requests in Latin-1 by default', async () => {
  const plain = await get('/complete/search?client=firefox&q=caf%C3%A9&hl=fr')
  expect(plain.headers.get('content-type')).toContain('ISO-8859-1')
  expect(Buffer.from(await plain.arrayBuffer()).includes(Buffer.from('café', 'latin1'))).toBe(true)
})

it('checks credentials and required parameters', async () => {
  const post = (body: unknown, headers = {}) => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  })
  const statuses = await Promise.all(
    [
      get('/complete/search?client=chrome'),
      get('/osjson.aspx'),
      get('/search.json?q=tea'),
      get('/api/v1/access_token', { method: 'POST', body: 'grant_type=client_credentials' }),
      get('/search?q=tea', { headers: { authorization: 'Bearer made-up' } }),
      get('/2.3/search/advanced?q=tea'),
      get('/search.json?engine=google&q=tea&api_key=wrong'),
      get(`/search.json?engine=google&api_key=${double.settings.SERPAPI_KEY}`),
      get('/search', post({ q: 'tea' })),
      get('/search', post({}, { 'x-api-key': double.settings.SERPER_API_KEY })),
      get('/v3/serp/google/organic/live/advanced', post([{ keyword: 'tea' }])),
      get('/nothing'),
    ].map(async (asked) => (await asked).status),
  )
  expect(statuses).toEqual([400, 400, 403, 401, 401, 400, 401, 400, 403, 400, 401, 404])
})

it('serves the pages in its results, one of them disallowed by robots.txt', async () => {
  const { results } = await json('/search?format=json&q=cold%20brew')
  const robots = await (await get('/robots.txt')).text()
  const [forbidden] = /Disallow: (\S+)/.exec(robots)!.slice(1)
  const paths = results.map((result: { url: string }) => new URL(result.url).pathname) as string[]
  expect(paths.filter((path) => path.startsWith(forbidden!))).toHaveLength(1)
  const page = await get(paths[0]!)
  expect(page.headers.get('content-type')).toContain('text/html')
  const html = await page.text()
  for (const tag of ['<h1>', '<h2>', '<h3>', '<nav>', '<script>', '<article>']) expect(html).toContain(tag)
})

it('rejects programs on SearXNG like its limiter does', async () => {
  const asked = (headers: Record<string, string>) => get('/search?format=json&q=tea', { headers })
  expect((await asked({ accept: 'application/json' })).status).toBe(429)
  expect((await asked({ accept: 'text/html', 'accept-language': '' })).status).toBe(429)
  expect((await asked({ accept: 'application/json, text/html', 'accept-language': 'en' })).status).toBe(200)
})

it('simulates a fault the given number of times', async () => {
  double.log.clear()
  double.setFault('reddit', { kind: 'status', status: 429, retryAfter: 7, times: 2 })
  const asked = [await get('/search.rss?q=tea'), await get('/search.rss?q=tea'), await get('/search.rss?q=milk')]
  expect(asked.map(({ status }) => status)).toEqual([429, 429, 200])
  expect(asked[0]!.headers.get('retry-after')).toBe('7')
  expect(double.log.count('reddit')).toBe(3)
  expect(double.log.count('reddit', 'tea')).toBe(2)
})

it('accepts faults over HTTP', async () => {
  await get('/double/fault', {
    method: 'POST',
    body: JSON.stringify({ vendor: 'reddit', fault: { kind: 'status', status: 403 } }),
  })
  expect((await get('/search.rss?q=tea')).status).toBe(403)
  await get('/double/fault', { method: 'POST', body: JSON.stringify({ vendor: 'reddit', fault: null }) })
  expect((await get('/search.rss?q=tea')).status).toBe(200)
})
