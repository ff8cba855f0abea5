import { z } from 'zod'
import { type Locale, type SearchSource, type SerpFeature, SourceError } from './port.ts'
import { answerOf, bestPages, ranked, tidy } from './source-answer.ts'
import type { AdapterOptions } from './suggest-source.ts'
import { createVendorClient } from './vendor-client.ts'
import type { Fault } from './vendor-failure.ts'
import { baseLanguage } from './vendor-locale.ts'

const label = 'SearXNG'
const results = z.object({
  results: z.array(z.object({ url: z.string().nullish(), title: z.string().nullish(), content: z.string().nullish() })),
  suggestions: z.array(z.string()).nullish(),
  // Older versions answer with texts, newer ones with objects.
  answers: z.array(z.union([z.string(), z.object({ answer: z.string().nullish() })])).nullish(),
  infoboxes: z.array(z.object({ infobox: z.string().nullish() })).nullish(),
  unresponsive_engines: z.array(z.array(z.unknown())).nullish(),
})

const jsonIsOff: Fault = {
  kind: 'blocked',
  what: 'answered 403: its JSON format is off',
  advice: 'Add "json" under search.formats in its settings.yml.',
  retries: 0,
  weighs: true,
}

/** A metasearch the person runs: result pages and related searches. */
export function createSearxng(options: AdapterOptions): SearchSource {
  const { baseUrl } = options
  const client = createVendorClient({
    ...options,
    source: 'searxng',
    label,
    setting: 'SEARXNG_URL',
    credentials: null,
    vendorUrl: null,
    baseUrl: baseUrl ?? 'http://searxng.invalid',
    // It waits for its own engines before it answers.
    limits: { concurrency: 2, timeoutMs: 15_000, ...options.limits },
  })
  const unavailable = baseUrl
    ? null
    : 'Set SEARXNG_URL to use SearXNG: the address of one you run, with its JSON format on.'
  return {
    id: 'searxng',
    label,
    fanOut: 'seed',
    concurrency: client.concurrency,
    unavailable,
    costPerAskUsd: 0,
    async ask(term, locale, { signal }) {
      if (unavailable) throw new SourceError('searxng', 'unauthorized', unavailable)
      const body = await client.ask({
        path: '/search',
        query: { q: term, format: 'json', language: languageOf(locale), categories: 'general', pageno: 1 },
        signal,
        explain: (status) => (status === 403 ? jsonIsOff : null),
        check: silence,
        read: (answer) => results.parse(answer),
      })
      const pages = bestPages(body.results.map(({ url, title, content }) => ({ url, title, snippet: content })))
      return answerOf({ pages, suggestions: ranked(body.suggestions ?? [], 'related'), features: featuresOf(body) })
    },
  }
}

const languageOf = ({ language, country }: Locale) => `${baseLanguage(language)}-${country.toUpperCase()}`

/** Nothing found because the engines behind it did not answer is a failure, not an answer. */
function silence(body: unknown): Fault | null {
  const parsed = results.safeParse(body).data
  const silent = parsed?.unresponsive_engines ?? []
  if (!parsed || parsed.results.length > 0 || silent.length === 0) return null
  const names = silent.map(([name, reason]) => (reason ? `${name} (${reason})` : `${name}`)).slice(0, 5)
  return {
    kind: 'server_error',
    what: `found nothing: its engines did not answer, ${names.join(', ')}`,
    advice: 'Switch on other engines in its settings, or try again later.',
    retries: 1,
    weighs: true,
  }
}

function featuresOf({ answers, infoboxes }: z.output<typeof results>): SerpFeature[] {
  const texts = (answers ?? []).map((answer) => (typeof answer === 'string' ? answer : answer.answer))
  return [
    ...texts.map((text) => ({ type: 'answer_box', rank: null, title: tidy(text) || null })),
    ...(infoboxes ?? []).map(({ infobox }) => ({ type: 'knowledge_graph', rank: null, title: tidy(infobox) || null })),
  ]
}
