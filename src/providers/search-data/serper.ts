import { z } from 'zod'
import { bestPages, distinct, ranked, toAnswer } from './normalize-answer.ts'
import { notSetUp, type PaidCall, type SearchSource, type SerpFeature, SourceError } from './port.ts'
import { mainRows, optionalField, sideRows } from './readable-rows.ts'
import type { AdapterOptions } from './suggest-source.ts'
import { createVendorClient } from './vendor-client.ts'
import { type Fault, outOfCredit, type VendorVoice } from './vendor-errors.ts'
import { googleLanguage } from './vendor-locale.ts'

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
  peopleAlsoAsk: sideRows(z.object({ question: z.string() })),
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
  return {
    id: 'serper',
    label,
    fanOut: 'seed',
    concurrency: client.concurrency,
    unavailable,
    costPerAskUsd: oneSearch.usd,
    askCalls: () => [oneSearch],
    async ask(term, locale, { signal, spending }) {
      if (unavailable) throw new SourceError('serper', 'unauthorized', notSetUp('Serper'), { details: unavailable })
      const body = await client.ask({
        path: '/search',
        headers: { 'x-api-key': apiKey },
        json: { q: term, gl: locale.country.toLowerCase(), hl: googleLanguage(locale).toLowerCase(), num: 10 },
        signal,
        paid: { call: oneSearch, spending },
        explain: (status, answer) => getCredit(status, answer, client.voice),
        read: (answer) => page.parse(answer),
      })
      return toAnswer({
        pages: bestPages(
          (body.organic ?? []).map(({ link, title, snippet, position }) => ({
            url: link,
            title,
            snippet,
            rank: position,
          })),
        ),
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
      })
    },
  }
}

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
