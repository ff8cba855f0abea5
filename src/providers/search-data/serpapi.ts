import { z } from 'zod'
import { getSerpApiOverview } from './ai-overview.ts'
import { askAll } from './ask-in-parallel.ts'
import { bestPages, distinct, joinPages, ranked, toAnswer, toPeopleAlsoAsk } from './normalize-answer.ts'
import {
  type AskOptions,
  type Locale,
  type PaidCall,
  type SearchSource,
  type SerpDevice,
  type SerpFeature,
  type SerpResult,
  type SourceAnswer,
  sourceNotSetUp,
  type TrendRange,
} from './port.ts'
import { mainRows, optionalField, sideRows } from './readable-rows.ts'
import type { AdapterOptions } from './suggest/suggest-source.ts'
import { createVendorClient } from './vendor-client/vendor-client.ts'
import { type Fault, outOfCredit } from './vendor-client/vendor-errors.ts'
import { googleLanguage, serpapiCountry } from './vendor-client/vendor-locale.ts'

const label = 'SerpApi'
const page = z.object({
  organic_results: mainRows(
    z.object({
      position: optionalField(z.number()),
      title: optionalField(z.string()),
      link: z.string(),
      snippet: optionalField(z.string()),
    }),
  ).nullish(),
  related_questions: sideRows(
    z.object({
      question: z.string(),
      snippet: optionalField(z.string()),
      title: optionalField(z.string()),
      link: optionalField(z.string()),
    }),
  ),
  related_searches: sideRows(z.object({ query: z.string() })),
})
const timeline = z.object({
  interest_over_time: z
    .object({
      timeline_data: mainRows(
        z.object({
          timestamp: z.union([z.string(), z.number()]).transform(Number).pipe(z.number()),
          partial_data: optionalField(z.boolean()),
          // Keeps an empty slot for a value that can't be parsed, because values are matched by index.
          values: z.array(optionalField(z.object({ extracted_value: z.number() }))),
        }),
      ),
    })
    .nullish(),
})
const relatedQuery = z.object({ query: z.string() })
const relatedQueries = z.object({
  related_queries: optionalField(z.object({ top: sideRows(relatedQuery), rising: sideRows(relatedQuery) })),
})
const complaint = z.object({ error: z.string() })

/** What SerpApi calls the parts of a page, and what they are called here. */
const features: Record<string, string> = {
  answer_box: 'featured_snippet',
  knowledge_graph: 'knowledge_graph',
  related_questions: 'people_also_ask',
  related_searches: 'related_searches',
  local_results: 'local_pack',
  inline_videos: 'video',
  inline_images: 'images',
  top_stories: 'top_stories',
  shopping_results: 'shopping',
  inline_shopping: 'shopping',
  ads: 'paid',
  ai_overview: 'ai_overview',
}

/** US dollars: the smallest plan's price for one search; the answer itself names none. */
const costOfSearch = 0.015

const dates: Record<TrendRange, string> = { '3m': 'today 3-m', '12m': 'today 12-m', '5y': 'today 5-y' }

const searches = (calls: number): PaidCall => ({
  source: 'serpapi',
  endpoint: 'search.json',
  calls,
  usd: Math.round(calls * costOfSearch * 1e6) / 1e6,
})

export type SerpApiOptions = AdapterOptions & { apiKey?: string }

/** Google's result page and Google Trends through SerpApi. Source: https://serpapi.com/search-api */
export function createSerpApi(options: SerpApiOptions): SearchSource {
  const { apiKey = '' } = options
  const client = createVendorClient({
    ...options,
    source: 'serpapi',
    label,
    setting: 'SERPAPI_URL',
    credentials: 'SERPAPI_KEY',
    vendorUrl: 'https://serpapi.com',
    secrets: [apiKey, encodeURIComponent(apiKey)],
    limits: { concurrency: 2, timeoutMs: 20_000, ...options.limits },
  })
  const unavailable = apiKey ? null : 'Set SERPAPI_KEY to use SerpApi.'

  function search<Answer>(
    query: Record<string, string>,
    { signal, spending }: AskOptions,
    read: (body: unknown) => Answer,
  ) {
    if (unavailable) return Promise.reject(sourceNotSetUp('serpapi', unavailable))
    return client.ask({
      path: '/search.json',
      query: { ...query, api_key: apiKey },
      signal,
      paid: { call: searches(1), spending, getCost: (body) => (splitWords(body) === null ? costOfSearch : 0) },
      check: getComplaint,
      explain: (status, body) =>
        status === 429 && /run out of searches/i.test(splitWords(body) ?? '')
          ? outOfCredit(client.voice, 'answered 429')
          : null,
      read,
    })
  }

  /** `start`: results before the page. Source: https://serpapi.com/search-api (Pagination, Device) */
  const searchPage = (term: string, locale: Locale, device: SerpDevice, start: number, options: AskOptions) =>
    search(
      {
        engine: 'google',
        q: term,
        gl: serpapiCountry(locale.country),
        hl: googleLanguage(locale).toLowerCase(),
        ...(device === 'desktop' ? {} : { device }),
        ...(start > 0 ? { start: String(start) } : {}),
      },
      options,
      (answer) => ({ ...page.parse(answer), features: getFeatures(answer), aiOverview: getSerpApiOverview(answer) }),
    )

  return {
    id: 'serpapi',
    label,
    fanOut: 'seed',
    concurrency: client.concurrency,
    unavailable,
    costPerAskUsd: costOfSearch,
    askCalls: () => [searches(1)],
    async ask(term, locale, options) {
      const body = await searchPage(term, locale, 'desktop', 0, options)
      return answered(body, bestPages(getPages(body)))
    },
    serp: {
      devices: ['desktop', 'mobile'],
      calls: ({ depth }) => [searches(depth / 10)],
      async read(term, locale, { device, depth }, options) {
        const first = await searchPage(term, locale, device, 0, options)
        const requests = [getPages(first)]
        for (let start = 10; start < depth; start += 10) {
          const more = getPages(await searchPage(term, locale, device, start, options))
          if (more.length === 0) break
          requests.push(more)
        }
        return { ...answered(first, joinPages(requests, depth)), costUsd: searches(requests.length).usd }
      },
    },
    trendCalls: () => [searches(1)],
    async trend(term, locale, { range = '12m', ...options }) {
      const query = {
        engine: 'google_trends',
        data_type: 'TIMESERIES',
        q: term.replaceAll(',', ' '),
        geo: locale.country.toUpperCase(),
        hl: googleLanguage(locale).toLowerCase(),
        date: dates[range],
      }
      const body = await search(query, options, (answer) => timeline.parse(answer))
      const points = (body.interest_over_time?.timeline_data ?? []).flatMap(({ timestamp, partial_data, values }) => {
        const v = values[0]?.extracted_value
        const t = new Date(timestamp * 1000).toISOString().slice(0, 10)
        return typeof v === 'number' ? [{ t, v, partial: partial_data === true }] : []
      })
      return points.length > 0 ? { provider: 'google_trends', scale: 'relative', points } : null
    },
    // One question for the lines, and one more a term for what goes with it.
    compareCostUsd: (terms) => costOfSearch * (1 + terms),
    compareCalls: (terms) => [searches(1 + terms)],
    async compare(terms, { country, language }, { range = '12m', ...options }) {
      const sent = terms.map((term) => term.replaceAll(',', ' '))
      const query = {
        engine: 'google_trends',
        ...(country ? { geo: country.toUpperCase() } : {}),
        hl: googleLanguage({ country: country ?? '', language }).toLowerCase(),
        date: dates[range],
      }
      const lines = search({ ...query, data_type: 'TIMESERIES', q: sent.join(',') }, options, (body) =>
        timeline.parse(body),
      )
      const { answers, incomplete } = await askAll([
        lines,
        ...sent.map((q) =>
          search({ ...query, data_type: 'RELATED_QUERIES', q }, options, (body) => relatedQueries.parse(body)),
        ),
      ])
      // Without the lines there is nothing to show: what failed there is what is said.
      const { interest_over_time } = await lines
      const drawn = interest_over_time?.timeline_data ?? []
      const series = terms.map((term, at) => ({
        term,
        about: null,
        points: drawn.flatMap(({ timestamp, partial_data, values }) => {
          const v = values[at]?.extracted_value
          const t = new Date(timestamp * 1000).toISOString().slice(0, 10)
          return typeof v === 'number' ? [{ t, v, partial: partial_data === true }] : []
        }),
      }))
      if (series.every(({ points }) => points.length === 0)) return null
      const texts = (list: { query: string }[]) => list.flatMap(({ query }) => (query ? [query] : []))
      const related = (answers.slice(1) as (z.output<typeof relatedQueries> | null)[]).flatMap((answer, at) =>
        answer?.related_queries
          ? [
              {
                term: terms[at]!,
                top: texts(answer.related_queries.top),
                rising: texts(answer.related_queries.rising),
              },
            ]
          : [],
      )
      return {
        provider: 'google_trends',
        scale: 'relative',
        series,
        related,
        costUsd: costOfSearch * answers.filter((answer) => answer !== null).length,
        incomplete,
      }
    },
  }
}

type Page = z.output<typeof page> & Pick<SourceAnswer, 'features' | 'aiOverview'>

const getPages = (body: Page) =>
  (body.organic_results ?? []).map(({ link, title, snippet, position }) => ({
    url: link,
    title,
    snippet,
    rank: position,
  }))

const answered = (body: Page, pages: SerpResult[]) =>
  toAnswer({
    pages,
    suggestions: distinct([
      ...ranked(
        body.related_questions.map(({ question }) => question),
        'question',
      ),
      ...ranked(
        body.related_searches.map((related) => related.query),
        'related',
      ),
    ]),
    features: body.features,
    aiOverview: body.aiOverview,
    peopleAlsoAsk: toPeopleAlsoAsk(
      body.related_questions.map(({ question, snippet, title, link }) => ({
        text: question,
        answer: snippet,
        title,
        url: link,
      })),
    ),
  })

const splitWords = (body: unknown) => complaint.safeParse(body).data?.error ?? null

/** An error can come with 200; "hasn't returned any results" is one too, and means an empty page. */
function getComplaint(body: unknown): Fault | null {
  const words = splitWords(body)
  if (words === null || /hasn't returned any results/i.test(words)) return null
  return {
    kind: 'bad_answer',
    what: `couldn’t answer ("${words.replace(/[."]+$/, '').slice(0, 200)}")`,
    advice: 'Try again later, or leave the source out.',
    retries: 1,
    weighs: true,
  }
}

function getFeatures(body: unknown): SerpFeature[] {
  const present = Object.entries(body as Record<string, unknown>).filter(([, part]) =>
    Array.isArray(part) ? part.length > 0 : typeof part === 'object' && part !== null,
  )
  const found = new Map<string, SerpFeature>()
  for (const [name, part] of present) {
    const type = Object.hasOwn(features, name) ? features[name] : undefined
    if (type && !found.has(type)) found.set(type, { type, rank: null, title: getTitle(part) })
  }
  return [...found.values()]
}

const getTitle = (part: unknown) => z.object({ title: z.string() }).safeParse(part).data?.title ?? null
