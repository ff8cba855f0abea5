/**
 * The sample world of the demo behind the wires of real sources, so that a picture shows what a report with sources looks
 * like: phrases, threads and pages are the world's, the numbers are made up and alike on every run.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { SampleTopic } from '../../src/providers/search-data/sample/topic.ts'
import { matchSampleTopic, sampleSource } from '../../src/providers/search-data/sample.ts'

export type SampleVendors = {
  settings: Record<string, string>
  /** Hides these phrases from the answers, so that a listener finds new and lost keywords. */
  silence(phrases: (text: string) => boolean): void
  /** Puts a page at a position of a keyword's results. */
  rank(find: (keyword: string) => RankedPage | null): void
  close(): Promise<void>
}

type RankedPage = { url: string; position: number }

const login = { DATAFORSEO_LOGIN: 'pictures@example.com', DATAFORSEO_PASSWORD: 'pictures' }
/** Steps in which ad planners give volumes, from the most searched phrase of a topic down. */
const volumes = [
  74000, 49500, 33100, 22200, 18100, 14800, 12100, 9900, 8100, 6600, 5400, 4400, 3600, 2900, 2400, 1900, 1600, 1300,
  1000, 880, 720, 590, 480, 390, 320, 260, 210, 170, 140, 110, 90, 70, 50, 40, 30, 20, 10,
]

export async function startSampleVendors(): Promise<SampleVendors> {
  let silent = (_text: string) => false
  let findRanked = (_keyword: string): RankedPage | null => null
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const expect = async (term: string) => {
    const found = await sampleSource.ask(
      term,
      { country: 'US', language: 'en' },
      { signal: AbortSignal.timeout(10_000) },
    )
    return { ...found, texts: found.suggestions.map(({ text }) => text).filter((text) => !silent(text)) }
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', url)
    const term = query.get('q') ?? query.get('query') ?? query.get('search') ?? query.get('srsearch') ?? ''
    const send = (body: unknown) => reply(response, typeof body === 'string' ? body : JSON.stringify(body))
    // Sources do not answer in the same moment, nor all with the same words.
    await new Promise((resolve) => setTimeout(resolve, 20 + 120 * share(pathname + term)))
    const some = async (who: string, part: number) =>
      (await expect(term)).texts.filter((text, at) => at < 2 || share(`${who}:${text}`) < part)
    if (pathname === '/complete/search' && query.get('ds') === 'yt') {
      const texts = await some('youtube', 0.55)
      if (query.get('client') !== 'youtube') return send([term, texts])
      return send(`window.google.ac.h(${JSON.stringify([term, texts.map((text) => [text, 0, [512]]), { k: 1 }])})`)
    }
    if (pathname === '/complete/search') return send(suggested(term, await some('google', 0.95)))
    if (pathname === '/osjson.aspx') return send([term, await some('bing', 0.7)])
    if (pathname.startsWith('/ac')) return send((await some('duckduckgo', 0.6)).map((phrase) => ({ phrase })))
    if (pathname === '/w/api.php') return send(articles(term, query))
    if (pathname.includes('/pageviews/per-article/')) return send(views(pathname))
    if (pathname.startsWith('/2.3/search/')) return sendGzip(response, await threadsFor('stackexchange', term))
    if (pathname === '/api/v1/access_token') return send({ access_token: 'pictures', expires_in: 86_400 })
    if (pathname === '/search') return send(await threadsFor('reddit', term))
    if (pathname.startsWith('/v3/')) return send(numbersFor(pathname, JSON.parse(await toBody(request))[0], findRanked))
    response.writeHead(404).end()
  }

  async function threadsFor(where: 'reddit' | 'stackexchange', term: string) {
    const { discussions } = await expect(term)
    const mine = discussions.filter(({ url }) => url.includes('questions.') === (where === 'stackexchange'))
    const at = (title: string) => Math.floor(Date.now() / 1000) - 86_400 * (20 + Math.floor(700 * share(title)))
    if (where === 'stackexchange')
      return {
        has_more: false,
        quota_remaining: 280,
        items: mine.map(({ title, url: link }) => ({
          title,
          link,
          score: Math.floor(60 * share(`s${title}`)),
          answer_count: 1 + Math.floor(6 * share(`a${title}`)),
          is_answered: true,
          creation_date: at(title),
        })),
      }
    const children = mine.map(({ title, url: link }) => ({
      kind: 't3',
      data: {
        title,
        subreddit: 'Coffee',
        permalink: `/r/Coffee/comments/${Math.floor(1e6 * share(link)).toString(36)}/${new URL(link).pathname.split('/').at(-1)}/`,
        selftext: `I’ve been at it for a few weeks and keep wondering: ${title.toLowerCase()} What works for you?`,
        url: link,
        score: 4 + Math.floor(400 * share(`s${title}`) ** 2),
        num_comments: 2 + Math.floor(90 * share(`c${title}`)),
        created_utc: at(title),
        over_18: false,
      },
    }))
    return { kind: 'Listing', data: { after: null, dist: children.length, children, before: null } }
  }

  return {
    settings: {
      ...Object.fromEntries(
        ['GOOGLE_SUGGEST', 'BING_SUGGEST', 'DUCKDUCKGO_SUGGEST', 'YOUTUBE_SUGGEST', 'WIKIPEDIA', 'WIKIMEDIA_METRICS']
          .concat('STACKEXCHANGE', 'REDDIT', 'DATAFORSEO')
          .map((name) => [`${name}_URL`, url]),
      ),
      ...login,
      REDDIT_CLIENT_ID: 'pictures',
      REDDIT_CLIENT_SECRET: 'pictures',
      OUTBOUND_ALLOW: new URL(url).host,
    },
    silence(phrases) {
      silent = phrases
    },
    rank(find) {
      findRanked = find
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const suggested = (term: string, texts: string[]) => [
  term,
  texts,
  texts.map(() => ''),
  [],
  { 'google:suggestrelevance': texts.map((_, at) => 1250 - at * 50), 'google:suggesttype': texts.map(() => 'QUERY') },
]

function articles(term: string, query: URLSearchParams) {
  const topic = matchSampleTopic(term)
  const titles = topic
    ? [topic.name, ...topic.aliases.slice(1, 3)].map((name) => name[0]!.toUpperCase() + name.slice(1))
    : []
  if (query.get('action') === 'opensearch')
    return [term, titles, titles.map(() => ''), titles.map((title) => `https://en.wikipedia.org/wiki/${title}`)]
  return { batchcomplete: true, query: { search: titles.map((title, at) => ({ ns: 0, title, pageid: 100 + at })) } }
}

function views(pathname: string) {
  const [, , , article = '', granularity = '', start = '', end = ''] = pathname.split('/').slice(6)
  const items: { timestamp: string; views: number }[] = []
  const day = new Date(`${start.slice(0, 4)}-${start.slice(4, 6)}-01T00:00:00Z`)
  while (day.toISOString().slice(0, 10).replaceAll('-', '') <= end.slice(0, 8) && day < new Date()) {
    const stamp = day.toISOString().slice(0, 10).replaceAll('-', '')
    items.push({
      timestamp: `${stamp}00`,
      views: Math.round(9000 * season(day) * (0.9 + 0.2 * share(article + stamp))),
    })
    if (granularity === 'daily') day.setUTCDate(day.getUTCDate() + 1)
    else day.setUTCMonth(day.getUTCMonth() + 1)
  }
  return { items }
}

/** Cold drinks are a matter of summer. */
const season = (day: Date) => 1 - 0.45 * Math.cos(((day.getUTCMonth() - 0.5) / 12) * 2 * Math.PI)

type TrendRequest = { keywords?: string[]; keyword?: string; time_range?: string } & Record<string, unknown>

function numbersFor(pathname: string, task: TrendRequest, findRanked: (keyword: string) => RankedPage | null) {
  const result = getResult(pathname, task.keywords ?? [task.keyword ?? ''], task, findRanked)
  const done = {
    id: '00000000-0000-0000-0000-000000000000',
    status_code: 20000,
    status_message: 'Ok.',
    cost: 0,
    result_count: result.length,
    data: task,
    result,
  }
  return {
    version: '0.1',
    status_code: 20000,
    status_message: 'Ok.',
    cost: 0,
    tasks_count: 1,
    tasks_error: 0,
    tasks: [done],
  }
}

function getResult(
  pathname: string,
  words: string[],
  task: TrendRequest,
  findRanked: (keyword: string) => RankedPage | null,
): object[] {
  if (pathname.includes('google_trends')) return [trends(words, task.time_range === 'past_5_years' ? 260 : 52)]
  if (pathname.includes('search_volume')) return words.map(getVolume)
  if (pathname.includes('difficulty'))
    return [{ items: words.map((keyword) => ({ keyword, keyword_difficulty: difficulty(keyword) })) }]
  const topic = matchSampleTopic(words[0]!)
  if (!topic) return [{ items: [] }]
  if (pathname.includes('/serp/')) return [{ keyword: words[0], items: resultsPage(topic, findRanked(words[0]!)) }]
  return [{ items: topic.keywords.slice(0, 60).map(idea) }]
}

const difficulty = (keyword: string) => 8 + Math.floor(60 * share(`d${keyword}`))

function idea(keyword: string) {
  const { search_volume, monthly_searches, cpc, competition } = getVolume(keyword)
  return {
    keyword,
    keyword_info: { search_volume, monthly_searches, cpc, competition_level: competition },
    keyword_properties: { keyword_difficulty: difficulty(keyword) },
  }
}

const resultsPage = ({ pages, peopleAlsoAsk }: SampleTopic, ranked: RankedPage | null) => [
  ...withRanked(pages, ranked).map(({ url, title, description }, at) => ({
    type: 'organic',
    rank_group: at + 1,
    rank_absolute: at + 2,
    domain: new URL(url).hostname,
    title,
    description,
    url,
  })),
  {
    type: 'people_also_ask',
    rank_absolute: 3,
    items: peopleAlsoAsk.map(({ text, parent, answer, title, url }) => ({
      type: 'people_also_ask_element',
      title: text,
      seed_question: parent,
      expanded_element: [{ type: 'people_also_ask_expanded_element', description: answer, title, url }],
    })),
  },
]

type ResultPage = { url: string; title: string; description: string }

/** With a page at its position, behind made-up ones where the topic has too few. */
function withRanked(pages: ResultPage[], ranked: RankedPage | null): ResultPage[] {
  if (!ranked) return pages
  const others = [...pages]
  for (let at = others.length; at < 20; at++)
    others.push({ url: `https://page-${at}.example/`, title: `Page ${at}`, description: '' })
  return others.toSpliced(ranked.position - 1, 0, { url: ranked.url, title: 'Hollow Oak Coffee', description: '' })
}

/** The earlier a suggested phrase, the higher its search volume; a tenth of the phrases have none. */
function getVolume(keyword: string) {
  const sampleIndex = matchSampleTopic(keyword)?.keywords.indexOf(keyword) ?? -1
  const step =
    sampleIndex < 0
      ? 18 + Math.floor(16 * share(keyword))
      : Math.floor(Math.log2(1 + sampleIndex) * 3 + 6 * share(keyword))
  const volume = share(`k${keyword}`) < 0.1 ? null : volumes[Math.min(step, volumes.length - 1)]!
  const months = Array.from({ length: 12 }, (_, at) => {
    const month = new Date()
    month.setUTCMonth(month.getUTCMonth() - 1 - at, 1)
    const searched = Math.round(((volume ?? 0) * season(month) * (0.9 + 0.2 * share(`${keyword}${at}`))) / 10) * 10
    return { year: month.getUTCFullYear(), month: month.getUTCMonth() + 1, search_volume: searched }
  })
  return {
    keyword,
    search_volume: volume,
    monthly_searches: volume === null ? null : months,
    cpc: volume === null ? null : Math.round(share(`c${keyword}`) * 260) / 100,
    competition: volume === null ? null : share(keyword) < 0.5 ? 'LOW' : 'MEDIUM',
    competition_index: volume === null ? null : Math.floor(70 * share(keyword)),
  }
}

function trends(keywords: string[], weeks: number) {
  const data = Array.from({ length: weeks }, (_, at) => {
    const from = new Date(Date.now() - (weeks - 1 - at) * 7 * 86_400_000)
    return {
      date_from: from.toISOString().slice(0, 10),
      date_to: new Date(from.getTime() + 6 * 86_400_000).toISOString().slice(0, 10),
      timestamp: Math.floor(from.getTime() / 1000),
      missing_data: false,
      // A little more each year.
      values: keywords.map((word) =>
        Math.round(60 * season(from) * (0.8 + (0.25 * at) / weeks) * (0.9 + 0.15 * share(`${word}${at}`))),
      ),
    }
  })
  const graph = { position: 1, type: 'google_trends_graph', keywords, data, averages: [] }
  return { keywords, items: [graph, ...(keywords.length === 1 ? besideTrend(keywords[0]!) : [])] }
}

const states = ['Oregon', 'Washington', 'Vermont', 'California', 'Massachusetts', 'Colorado', 'New York', 'Maine']

/** What only a request for one keyword gets. */
function besideTrend(keyword: string) {
  const known = matchSampleTopic(keyword)?.keywords ?? []
  const toQueries = (list: string[]) => list.map((query, at) => ({ query, value: 100 - at * 7 }))
  return [
    {
      position: 2,
      type: 'google_trends_map',
      keywords: [keyword],
      data: states.map((geo_name, at) => ({ geo_id: `US-${at}`, geo_name, values: [100 - at * 9] })),
    },
    {
      position: 3,
      type: 'google_trends_queries_list',
      keywords: [keyword],
      data: { top: toQueries(known.slice(1, 7)), rising: toQueries(known.slice(30, 35)) },
    },
  ]
}

/** From 0 to 1, by the text alone (FNV-1a). */
function share(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return ((hash ^ (hash >>> 12)) >>> 0) / 2 ** 32
}

const reply = (response: ServerResponse, body: string) =>
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' }).end(body)

const sendGzip = (response: ServerResponse, body: unknown) =>
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    .end(gzipSync(JSON.stringify(body)))

async function toBody(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
