import { z } from 'zod'
import { bestPages, distinct, joinPages, ranked, toAnswer, toPeopleAlsoAsk } from './normalize-answer.ts'
import {
  type AskOptions,
  type Locale,
  type PaidCall,
  type SearchSource,
  type SerpFeature,
  type SerpResult,
  sourceNotSetUp,
} from './port.ts'
import { mainRows, optionalField, sideRows } from './readable-rows.ts'
import type { AdapterOptions } from './suggest/suggest-source.ts'
import { createVendorClient } from './vendor-client/vendor-client.ts'
import { type Fault, outOfCredit, type VendorVoice } from './vendor-client/vendor-errors.ts'
import { googleLanguage } from './vendor-client/vendor-locale.ts'

const label = 'Serper'
const titled = optionalField(z.object({ title: optionalField(z.string()) }))
const many = optionalField(z.array(z.unknown()))
const page = z.object({
  organic: mainRows(
    z.object({
      position: optionalField(z.number()),
      title: optionalField(z.string()),
      link: z.string(),
      snippet: optionalField(z.string()),
    }),
  ).nullish(),
  peopleAlsoAsk: sideRows(
    z.object({
      question: z.string(),
      snippet: optionalField(z.string()),
      title: optionalField(z.string()),
      link: optionalField(z.string()),
    }),
  ),
  relatedSearches: sideRows(z.object({ query: z.string() })),
  answerBox: titled,
  knowledgeGraph: titled,
  topStories: many,
  images: many,
  videos: many,
  places: many,
  shopping: many,
})

/** The smallest package's price for one search; the answer counts credits, not money. */
const oneSearch: PaidCall = { source: 'serper', endpoint: 'search', calls: 1, usd: 0.001 }

export type SerperOptions = AdapterOptions & { apiKey?: string }

/** Google's result page through Serper. Source: https://serper.dev/playground */
export function createSerper(options: SerperOptions): SearchSource {
  const { apiKey = '' } = options
  const client = createVendorClient({
    ...options,
    source: 'serper',
    label,
    setting: 'SERPER_URL',
    credentials: 'SERPER_API_KEY',
    vendorUrl: 'https://google.serper.dev',
    secrets: [apiKey],
    limits: { concurrency: 4, timeoutMs: 15_000, ...options.limits },
  })
  const unavailable = apiKey ? null : 'Set SERPER_API_KEY to use Serper.'

  async function search(term: string, locale: Locale, page_no: number, { signal, spending }: AskOptions) {
    if (unavailable) throw sourceNotSetUp('serper', unavailable)
    return client.ask({
      path: '/search',
      headers: { 'x-api-key': apiKey },
      json: {
        ...{ q: term, gl: locale.country.toLowerCase(), hl: googleLanguage(locale).toLowerCase(), num: 10 },
        ...(page_no > 1 ? { page: page_no } : {}),
      },
      signal,
      paid: { call: oneSearch, spending },
      explain: (status, answer) => getCredit(status, answer, client.voice),
      read: (answer) => page.parse(answer),
    })
  }

  return {
    id: 'serper',
    label,
    fanOut: 'seed',
    concurrency: client.concurrency,
    unavailable,
    costPerAskUsd: oneSearch.usd,
    askCalls: () => [oneSearch],
    async ask(term, locale, options) {
      const body = await search(term, locale, 1, options)
      return answered(body, bestPages(getPages(body)))
    },
    serp: {
      devices: ['desktop'],
      calls: ({ depth }) => [{ ...oneSearch, calls: depth / 10, usd: oneSearchUsd(depth / 10) }],
      async read(term, locale, { depth }, options) {
        const first = await search(term, locale, 1, options)
        const requests = [getPages(first)]
        for (let at = 2; at <= depth / 10; at++) {
          const more = getPages(await search(term, locale, at, options))
          if (more.length === 0) break
          requests.push(more)
        }
        const answer = answered(first, joinPages(requests, depth))
        return { ...answer, costUsd: oneSearchUsd(requests.length) }
      },
    },
  }
}

const oneSearchUsd = (searches: number) => Math.round(searches * oneSearch.usd * 1e6) / 1e6

const getPages = (body: z.output<typeof page>) =>
  (body.organic ?? []).map(({ link, title, snippet, position }) => ({ url: link, title, snippet, rank: position }))

const answered = (body: z.output<typeof page>, pages: SerpResult[]) =>
  toAnswer({
    pages,
    suggestions: distinct([
      ...ranked(
        body.peopleAlsoAsk.map(({ question }) => question),
        'question',
      ),
      ...ranked(
        body.relatedSearches.map(({ query }) => query),
        'related',
      ),
    ]),
    features: getFeatures(body),
    peopleAlsoAsk: toPeopleAlsoAsk(
      body.peopleAlsoAsk.map(({ question, snippet, title, link }) => ({
        text: question,
        answer: snippet,
        title,
        url: link,
      })),
    ),
  })

/** An empty account is refused with 400. */
function getCredit(status: number, body: unknown, voice: VendorVoice): Fault | null {
  const words = z.object({ message: z.string() }).safeParse(body).data?.message ?? ''
  return status === 400 && /not enough credits/i.test(words) ? outOfCredit(voice, 'answered 400') : null
}

function getFeatures(body: z.output<typeof page>): SerpFeature[] {
  const single = (type: string, part: z.output<typeof titled>): SerpFeature[] =>
    part ? [{ type, rank: null, title: part.title ?? null }] : []
  const several = (type: string, part: unknown[] | null | undefined): SerpFeature[] =>
    part && part.length > 0 ? [{ type, rank: null, title: null }] : []
  return [
    ...single('featured_snippet', body.answerBox),
    ...single('knowledge_graph', body.knowledgeGraph),
    ...several('people_also_ask', body.peopleAlsoAsk),
    ...several('related_searches', body.relatedSearches),
    ...several('top_stories', body.topStories),
    ...several('images', body.images),
    ...several('video', body.videos),
    ...several('local_pack', body.places),
    ...several('shopping', body.shopping),
  ]
}
