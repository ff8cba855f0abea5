import { z } from 'zod'
import { type SearchSource, type SerpFeature, SourceError } from './port.ts'
import { answerOf, bestPages, distinct, ranked } from './source-answer.ts'
import type { AdapterOptions } from './suggest-source.ts'
import { createVendorClient } from './vendor-client.ts'
import { type Fault, outOfCredit, type VendorVoice } from './vendor-failure.ts'
import { googleLanguage } from './vendor-locale.ts'

const label = 'Serper'
const titled = z.object({ title: z.string().nullish() })
const many = z.array(z.unknown())
const page = z.object({
  organic: z
    .array(
      z.object({
        position: z.number().nullish(),
        title: z.string().nullish(),
        link: z.string().nullish(),
        snippet: z.string().nullish(),
      }),
    )
    .nullish(),
  peopleAlsoAsk: z.array(z.object({ question: z.string().nullish() })).nullish(),
  relatedSearches: z.array(z.object({ query: z.string().nullish() })).nullish(),
  answerBox: titled.nullish(),
  knowledgeGraph: titled.nullish(),
  topStories: many.nullish(),
  images: many.nullish(),
  videos: many.nullish(),
  places: many.nullish(),
  shopping: many.nullish(),
})

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
    // The smallest package's price for one search; the answer counts credits, not money.
    costPerAskUsd: 0.001,
    async ask(term, locale, { signal }) {
      if (unavailable) throw new SourceError('serper', 'unauthorized', unavailable)
      const body = await client.ask({
        path: '/search',
        headers: { 'x-api-key': apiKey },
        json: { q: term, gl: locale.country.toLowerCase(), hl: googleLanguage(locale).toLowerCase(), num: 10 },
        signal,
        explain: (status, answer) => creditOf(status, answer, client.voice),
        read: (answer) => page.parse(answer),
      })
      return answerOf({
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
            (body.peopleAlsoAsk ?? []).map(({ question }) => question),
            'question',
          ),
          ...ranked(
            (body.relatedSearches ?? []).map(({ query }) => query),
            'related',
          ),
        ]),
        features: featuresOf(body),
      })
    },
  }
}

/** An empty account is refused with 400. */
function creditOf(status: number, body: unknown, voice: VendorVoice): Fault | null {
  const words = z.object({ message: z.string() }).safeParse(body).data?.message ?? ''
  return status === 400 && /not enough credits/i.test(words) ? outOfCredit(voice, 'answered 400') : null
}

function featuresOf(body: z.output<typeof page>): SerpFeature[] {
  const single = (type: string, part: z.output<typeof titled> | null | undefined): SerpFeature[] =>
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
