import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { SearchVendors } from '../doubles/search-vendors.ts'

/** Which recorded responses each part of the doubles is compared with, and how the double is called. */

type Comparison = {
  name: string
  files: string[]
  /** The parts of a response that the adapter reads. The others don't matter. */
  parts: string[]
  /** Paths the double sends although the recordings, which are trimmed or older, don't have them. */
  beyond: Record<string, string>
  ask(double: SearchVendors): Promise<unknown>
}

const json = async (url: string, init?: RequestInit) => (await fetch(url, init)).json()

async function redditToken({ url, settings }: SearchVendors): Promise<string> {
  const basic = btoa(`${settings.REDDIT_CLIENT_ID}:${settings.REDDIT_CLIENT_SECRET}`)
  const answer = (await json(`${url}/api/v1/access_token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  })) as { access_token: string }
  return answer.access_token
}

export const comparisons: Comparison[] = [
  {
    name: 'searxng',
    files: ['searxng/espresso.json', 'searxng/all-silent.json'],
    parts: ['results', 'suggestions', 'answers', 'infoboxes', 'unresponsive_engines'],
    beyond: {
      'infoboxes[]': 'the recorded answers have no info box',
      'infoboxes[].infobox': 'as above',
      'infoboxes[].id': 'as above',
      'infoboxes[].content': 'as above',
      'infoboxes[].urls': 'as above',
    },
    ask: ({ url }) =>
      json(`${url}/search?format=json&q=tea`, { headers: { accept: 'text/html', 'accept-language': 'en' } }),
  },
  {
    name: 'reddit',
    files: ['reddit/TestSubreddit.test_search.json', 'reddit/TestDomainListing.test_hot.json'],
    parts: ['kind', 'data.children'],
    beyond: { 'data.children[].data.selftext': 'left out of the recorded posts' },
    ask: async (double) =>
      json(`${double.url}/search?q=tea`, { headers: { authorization: `Bearer ${await redditToken(double)}` } }),
  },
  {
    name: 'stackexchange',
    files: ['stackexchange/angular-item.json'],
    parts: ['items', 'has_more', 'quota_max', 'quota_remaining'],
    beyond: {
      'items[].tags': 'left out of the recorded items',
      'items[].tags[]': 'as above',
      'items[].content_license': 'as above',
      'items[].owner.account_id': 'as above',
    },
    ask: ({ url }) => json(`${url}/2.3/search/advanced?q=tea&site=stackoverflow`),
  },
  {
    name: 'serper',
    files: ['serper/olivia-wilde.json', 'serper/langgraph-2025.json'],
    parts: ['organic', 'peopleAlsoAsk', 'relatedSearches', 'answerBox', 'knowledgeGraph'],
    beyond: {},
    ask: ({ url, settings }) =>
      json(`${url}/search`, {
        method: 'POST',
        headers: { 'x-api-key': settings.SERPER_API_KEY!, 'content-type': 'application/json' },
        body: JSON.stringify({ q: 'tea' }),
      }),
  },
  {
    name: 'serpapi',
    files: ['serpapi/coffee-2022.json', 'serpapi/capital-of-france-2025.json'],
    parts: ['organic_results', 'related_questions', 'related_searches'],
    beyond: { 'related_searches[].block_position': 'newer than the recorded answers' },
    ask: ({ url, settings }) => json(`${url}/search.json?engine=google&q=tea&api_key=${settings.SERPAPI_KEY}`),
  },
  {
    name: 'serpapi trends',
    files: ['serpapi/trends-klima-ch.json'],
    parts: ['interest_over_time'],
    beyond: {
      'interest_over_time.timeline_data[].partial_data': 'only the last week has it; the recording ends before',
    },
    ask: ({ url, settings }) =>
      json(`${url}/search.json?engine=google_trends&data_type=TIMESERIES&q=tea&api_key=${settings.SERPAPI_KEY}`),
  },
  {
    name: 'wikipedia',
    files: [
      'wikipedia/search-barack-obama.json',
      'wikipedia/search-butteryfly.json',
      'wikipedia/search-suggestion.json',
    ],
    parts: ['query'],
    beyond: { 'query.search[].pageid': 'newer than the recorded answers' },
    ask: ({ url }) => json(`${url}/w/api.php?action=query&list=search&srsearch=tea&format=json`),
  },
  {
    name: 'wikimedia page views',
    files: ['wikipedia/views-dan-castellaneta.json'],
    parts: ['items'],
    beyond: {},
    ask: ({ url }) =>
      json(
        `${url}/api/rest_v1/metrics/pageviews/per-article/en.wikipedia/all-access/user/Tea/monthly/2026010100/2026040100`,
      ),
  },
  {
    name: 'google completions',
    files: ['google/etec-a.json', 'google/fuer.json', 'google/hello.json', 'google/flower-navigation.json'],
    parts: ['answer'],
    beyond: {},
    ask: async ({ url }) => ({ answer: await json(`${url}/complete/search?client=chrome&oe=utf-8&q=tea`) }),
  },
]

/** One recorded response in the format of the double's request. */
export function readRecording(folder: string, name: string, { parts }: Pick<Comparison, 'parts'>): unknown {
  const text = readFileSync(path.join(folder, name), 'utf8').replace(/^\)\]\}'\s*/, '')
  const answer = JSON.parse(text) as unknown
  return parts[0] === 'answer' ? { answer } : answer
}

export const modelWires = { openai: 'openai', anthropic: 'anthropic', google: 'google' } as const

/** The messages of a stream, or the whole response. */
export function getMessages(text: string): unknown[] {
  if (!/^\s*(?:event|data|:)/.test(text)) return [JSON.parse(text)]
  return text
    .split(/\r?\n\r?\n/)
    .map((block) => /^data: ?(.*)$/m.exec(block)?.[1] ?? '')
    .filter((data) => data.startsWith('{'))
    .flatMap((data) => {
      try {
        return [JSON.parse(data) as unknown]
      } catch {
        return []
      }
    })
}
