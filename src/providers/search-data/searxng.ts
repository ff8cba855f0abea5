import { z } from 'zod'
import { bestPages, joinPages, tidy, toAnswer, unranked } from './normalize-answer.ts'
import {
  type AskOptions,
  type Locale,
  type SearchSource,
  type SerpFeature,
  type SerpResult,
  sourceNotSetUp,
} from './port.ts'
import { mainRows, optionalField, sideRows } from './readable-rows.ts'
import type { AdapterOptions } from './suggest/suggest-source.ts'
import { createVendorClient } from './vendor-client/vendor-client.ts'
import type { Fault } from './vendor-client/vendor-errors.ts'
import { baseLanguage } from './vendor-client/vendor-locale.ts'

const label = 'SearXNG'
const results = z.object({
  results: mainRows(
    z.object({ url: z.string(), title: optionalField(z.string()), content: optionalField(z.string()) }),
  ),
  suggestions: sideRows(z.string()),
  // Older versions answer with texts, newer ones with objects.
  answers: sideRows(z.union([z.string(), z.object({ answer: z.string() })])),
  infoboxes: sideRows(z.object({ infobox: z.string() })),
  unresponsive_engines: sideRows(z.array(z.unknown())),
})

const jsonIsOff: Fault = {
  kind: 'blocked',
  what: 'answered 403: its JSON format is off',
  advice: 'Add "json" under search.formats in its settings.yml.',
  retries: 0,
  weighs: true,
}

/**
 * SearXNG's limiter refuses programs by 429: without these headers every question, and with them all but four an hour
 * from one address (searx/botdetection/http_accept.py, http_accept_language.py, ip_limit.py).
 */
const limiterIsOn = (retryAfterSeconds: number | null): Fault => ({
  kind: 'rate_limited',
  what: 'answered 429: its limiter blocks programs',
  advice:
    'Add the address of this server to pass_ip under botdetection.ip_lists in its limiter.toml, or set "limiter: false" in its settings.yml.',
  retries: 0,
  weighs: true,
  retryAfterSeconds,
})

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
  const unavailable = baseUrl ? null : 'Set SEARXNG_URL to the URL of your SearXNG instance, with its JSON format on.'

  async function search(term: string, locale: Locale, pageno: number, { signal }: AskOptions) {
    if (unavailable) throw sourceNotSetUp('searxng', unavailable)
    return client.ask({
      path: '/search',
      query: { q: term, format: 'json', language: getLanguage(locale), categories: 'general', pageno },
      headers: {
        accept: 'application/json, text/html;q=0.9',
        'accept-language': `${getLanguage(locale)}, ${baseLanguage(locale.language)};q=0.9, en;q=0.5`,
      },
      signal,
      explain: (status, _body, retryAfter) =>
        status === 403 ? jsonIsOff : status === 429 ? limiterIsOn(retryAfter) : null,
      check: silence,
      read: (answer) => results.parse(answer),
    })
  }

  const getPages = (body: z.output<typeof results>) =>
    body.results.map(({ url, title, content }) => ({ url, title, snippet: content }))

  const answered = (body: z.output<typeof results>, pages: SerpResult[]) =>
    toAnswer({
      pages,
      suggestions: unranked(body.suggestions, 'related'),
      features: getFeatures(body),
      // It returns no "People Also Ask" and no AI overview.
      peopleAlsoAsk: [],
    })

  return {
    id: 'searxng',
    label,
    fanOut: 'seed',
    concurrency: client.concurrency,
    unavailable,
    costPerAskUsd: 0,
    async ask(term, locale, options) {
      const body = await search(term, locale, 1, options)
      return answered(body, bestPages(getPages(body)))
    },
    serp: {
      devices: ['desktop'],
      calls: () => [],
      async read(term, locale, { depth }, options) {
        const first = await search(term, locale, 1, options)
        const requests = [getPages(first)]
        for (let pageno = 2; pageno <= depth / 10; pageno++) {
          const { results: more } = await search(term, locale, pageno, options)
          if (more.length === 0) break
          requests.push(more.map(({ url, title, content }) => ({ url, title, snippet: content })))
        }
        return answered(first, joinPages(requests, depth))
      },
    },
  }
}

const getLanguage = ({ language, country }: Locale) => `${baseLanguage(language)}-${country.toUpperCase()}`

/** Nothing found because the engines behind it did not answer is a failure, not an answer. */
function silence(body: unknown): Fault | null {
  const parsed = results.safeParse(body).data
  const silent = parsed?.unresponsive_engines ?? []
  if (!parsed || parsed.results.length > 0 || silent.length === 0) return null
  const names = silent.map(([name, reason]) => (reason ? `${name} (${reason})` : `${name}`)).slice(0, 5)
  return {
    kind: 'server_error',
    what: `found nothing: its engines didn’t respond: ${names.join(', ')}`,
    advice: 'Turn on other engines in its settings, or try again later.',
    retries: 1,
    weighs: true,
  }
}

function getFeatures({ answers, infoboxes }: z.output<typeof results>): SerpFeature[] {
  const texts = answers.map((answer) => (typeof answer === 'string' ? answer : answer.answer))
  return [
    ...texts.map((text) => ({ type: 'answer_box', rank: null, title: tidy(text) || null })),
    ...infoboxes.map(({ infobox }) => ({ type: 'knowledge_graph', rank: null, title: tidy(infobox) || null })),
  ]
}
