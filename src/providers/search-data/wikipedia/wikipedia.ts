import { z } from 'zod'
import { askAll } from '../ask-in-parallel.ts'
import { distinct, ranked, toAnswer } from '../normalize-answer.ts'
import type { SearchSource, Trend } from '../port.ts'
import { mainRows, optionalField } from '../readable-rows.ts'
import type { AdapterOptions } from '../suggest/suggest-source.ts'
import { createVendorClient } from '../vendor-client/vendor-client.ts'
import type { Fault } from '../vendor-client/vendor-errors.ts'
import { wikimediaRefusal } from './wikimedia-refusal.ts'
import { missingEdition, wikipediaLanguage } from './wikipedia-editions.ts'
import { createPageViews } from './wikipedia-views.ts'

const label = 'Wikipedia'
const titles = z.tuple([z.unknown(), mainRows(z.string())]).rest(z.unknown())
const found = z.object({
  query: z.object({
    search: mainRows(z.object({ title: z.string() })).nullish(),
    searchinfo: optionalField(z.object({ suggestion: optionalField(z.string()) })),
  }),
})
const complaint = z.object({ error: z.object({ code: z.string(), info: z.string().nullish() }) })

/** MediaWiki answers its errors with 200. */
function getComplaint(body: unknown): Fault | null {
  const error = complaint.safeParse(body).data?.error
  if (!error) return null
  const isBusy = error.code === 'ratelimited' || error.code === 'maxlag'
  return {
    kind: isBusy ? 'rate_limited' : 'bad_answer',
    what: `rejected the request: ${error.info ?? error.code}`.replace(/\.$/, ''),
    advice: 'Try again later, or leave the source out.',
    retries: isBusy ? 2 : 0,
    weighs: isBusy,
  }
}

/**
 * Titles that begin with the term are suggestions, titles of articles about it are related. Trends are the page views of
 * the article the term leads to.
 */
export function createWikipedia(options: AdapterOptions & { metricsUrl?: string }): SearchSource {
  const client = createVendorClient({
    ...options,
    source: 'wikipedia',
    label,
    setting: 'WIKIPEDIA_URL',
    credentials: null,
    vendorUrl: 'https://{lang}.wikipedia.org',
    limits: { concurrency: 3, spacingMs: 100, ...options.limits },
  })
  const views = createPageViews({ ...options, baseUrl: options.metricsUrl })
  const api = { path: '/w/api.php', check: getComplaint, explain: getRefusal }

  /** Titles and redirects that begin with the term, resolved, the best first. */
  const prefixed = (term: string, lang: string, limit: number, signal: AbortSignal) =>
    client.ask({
      ...api,
      lang,
      query: { action: 'opensearch', search: term, limit, namespace: 0, redirects: 'resolve', format: 'json' },
      signal,
      read: (body) => titles.parse(body)[1],
    })

  const searched = (term: string, lang: string, signal: AbortSignal) =>
    client.ask({
      ...api,
      lang,
      query: {
        action: 'query',
        list: 'search',
        srsearch: term,
        srlimit: 20,
        srnamespace: 0,
        srinfo: 'suggestion',
        srprop: '',
        format: 'json',
        formatversion: 2,
      },
      signal,
      read: (body) => found.parse(body).query,
    })

  return {
    id: 'wikipedia',
    label,
    fanOut: 'seed',
    concurrency: client.concurrency,
    unavailable: null,
    unsupported: ({ language }) => missingEdition(language),
    costPerAskUsd: 0,
    async ask(term, { language }, { signal }) {
      const lang = wikipediaLanguage(language)
      const { answers, incomplete } = await askAll<[string[], z.output<typeof found>['query']]>([
        prefixed(term, lang, 20, signal),
        searched(term, lang, signal),
      ])
      const [starts, query] = answers
      const related = [...(query?.search ?? []).map(({ title }) => title), query?.searchinfo?.suggestion]
      const suggestions = [...ranked((starts ?? []).map(plain), 'suggestion'), ...ranked(related.map(plain), 'related')]
      return toAnswer({ suggestions: distinct(suggestions), incomplete })
    },
    async trend(term, { language }, { signal, range = '12m' }) {
      const lang = wikipediaLanguage(language)
      const [title] = await prefixed(term, lang, 1, signal)
      return title ? views(title, lang, range, signal) : null
    },
    compareCostUsd: () => 0,
    async compare(terms, { language }, { signal, range = '12m' }) {
      const lang = wikipediaLanguage(language)
      const { answers, incomplete } = await askAll<(Trend | 'nothing')[]>(
        terms.map(async (term) => {
          const [title] = await prefixed(term, lang, 1, signal)
          return (title && (await views(title, lang, range, signal))) || 'nothing'
        }),
      )
      const series = terms.map((term, at) => {
        const found = answers[at]
        const trend = found === 'nothing' ? null : found
        return { term, about: trend?.about ?? null, points: trend?.points ?? [] }
      })
      if (series.every(({ points }) => points.length === 0)) {
        if (incomplete) throw incomplete
        return null
      }
      const failed = terms.filter((_, at) => answers[at] === null)
      return { provider: 'wikipedia_pageviews', scale: 'absolute', series, related: [], costUsd: 0, incomplete, failed }
    },
  }
}

const getRefusal = (status: number, _body: unknown, _retryAfter: number | null, text: string) =>
  wikimediaRefusal(status, text)

/** "Java (programming language)" is searched as "Java programming language". */
const plain = (title: string | null | undefined) => title?.replace(/\s\(([^()]+)\)$/, ' $1')
