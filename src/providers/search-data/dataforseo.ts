import {
  type Answered,
  comparisonOf,
  complaintOf,
  difficultiesOf,
  ideasOf,
  resultPageOf,
  searchVolumesOf,
  taskOf,
  trendOf,
} from './dataforseo-answers.ts'
import { askable, DATAFORSEO_KEYWORDS_AT_ONCE } from './dataforseo-keywords.ts'
import { type KeywordMetrics, type Locale, type SearchSource, SourceError, type TrendRange } from './port.ts'
import { askAll } from './several-questions.ts'
import { answerOf, distinct, ranked } from './source-answer.ts'
import type { AdapterOptions } from './suggest-source.ts'
import { createVendorClient } from './vendor-client.ts'
import { countryName, googleAdsLanguage, googleGeoTarget, googleLanguage } from './vendor-locale.ts'

const label = 'DataForSEO'
const ideasAtOnce = 300

/** List prices in US dollars, for estimates; what an answer really cost stands in it. */
export const dataForSeoPrices = {
  resultPage: 0.002,
  ideas: 0.01 + ideasAtOnce * 0.0001,
  /** For up to 1,000 keywords. */
  volumes: 0.075,
  trend: 0.009,
  /** A task for up to 1,000 keywords, and each of its keywords. */
  difficultyTask: 0.01,
  difficulty: 0.0001,
} as const

const timeRanges: Record<TrendRange, string> = { '3m': 'past_90_days', '12m': 'past_12_months', '5y': 'past_5_years' }

export type DataForSeoOptions = AdapterOptions & { login?: string; password?: string }

/** DataForSEO v3: Google's result page, keyword ideas with their numbers, search volumes and Google Trends. */
export function createDataForSeo(options: DataForSeoOptions): SearchSource {
  const { login, password } = options
  const basic = Buffer.from(`${login}:${password}`).toString('base64')
  const client = createVendorClient({
    ...options,
    source: 'dataforseo',
    label,
    setting: 'DATAFORSEO_URL',
    credentials: 'DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD',
    vendorUrl: 'https://api.dataforseo.com',
    secrets: [password ?? '', basic],
    limits: { concurrency: 4, timeoutMs: 30_000, maxBytes: 10_000_000, ...options.limits },
  })
  const unavailable = login && password ? null : 'Set DATAFORSEO_LOGIN and DATAFORSEO_PASSWORD to use DataForSEO.'

  function post<Result>(path: string, task: object, signal: AbortSignal, read: (results: unknown[]) => Result) {
    if (unavailable) return Promise.reject(new SourceError('dataforseo', 'unauthorized', unavailable))
    return client.ask({
      path: `/v3/${path}`,
      headers: { authorization: `Basic ${basic}` },
      json: [task],
      signal,
      check: (body) => complaintOf(body, client.voice),
      read: (body): Answered<Result> => {
        const { results, costUsd } = taskOf(body)
        return { value: read(results), costUsd }
      },
    })
  }

  async function volumes(keywords: string[], locale: Locale, signal: AbortSignal) {
    const { cleaned, originals } = askable(keywords)
    const place = placeOf(locale, googleAdsLanguage(locale))
    const metrics: KeywordMetrics[] = []
    let costUsd = 0
    for (let at = 0; at < cleaned.length; at += DATAFORSEO_KEYWORDS_AT_ONCE) {
      const batch = cleaned.slice(at, at + DATAFORSEO_KEYWORDS_AT_ONCE)
      const numbers = post(
        'keywords_data/google_ads/search_volume/live',
        { ...place, keywords: batch },
        signal,
        searchVolumesOf,
      )
      const difficulties = post(
        'dataforseo_labs/google/bulk_keyword_difficulty/live',
        { ...place, keywords: batch },
        signal,
        difficultiesOf,
      ).catch(nothingUnlessCancelled)
      const [found, difficulty] = await Promise.all([numbers, difficulties])
      costUsd += found.costUsd + (difficulty?.costUsd ?? 0)
      for (const item of found.value) {
        for (const text of originals.get(item.text) ?? [item.text]) {
          metrics.push({ ...item, text, difficulty: difficulty?.value.get(item.text) ?? null })
        }
      }
    }
    return { metrics, costUsd, fetchedAt: new Date().toISOString() }
  }

  return {
    id: 'dataforseo',
    label,
    fanOut: 'seed',
    concurrency: client.concurrency,
    unavailable,
    volumesCostUsd: (keywords) => {
      const tasks = Math.ceil(keywords / DATAFORSEO_KEYWORDS_AT_ONCE)
      return (
        tasks * (dataForSeoPrices.volumes + dataForSeoPrices.difficultyTask) + keywords * dataForSeoPrices.difficulty
      )
    },
    costPerAskUsd: dataForSeoPrices.resultPage + dataForSeoPrices.ideas,
    async ask(term, locale, { signal }) {
      const place = placeOf(locale, googleLanguage(locale))
      const { answers, incomplete } = await askAll<
        [Answered<ReturnType<typeof resultPageOf>>, Answered<KeywordMetrics[]>]
      >([
        post('serp/google/organic/live/advanced', { ...place, keyword: term, depth: 10 }, signal, resultPageOf),
        post(
          'dataforseo_labs/google/keyword_suggestions/live',
          {
            ...placeOf(locale, googleAdsLanguage(locale)),
            keyword: term,
            limit: ideasAtOnce,
            include_seed_keyword: true,
          },
          signal,
          ideasOf,
        ),
      ])
      const [serp, ideas] = answers
      const page = serp?.value
      const suggestions = [
        ...(page?.questions ?? []),
        ...(page?.related ?? []),
        ...ranked(
          (ideas?.value ?? []).map(({ text }) => text),
          'suggestion',
        ),
      ]
      return answerOf({
        suggestions: distinct(suggestions),
        pages: page?.pages,
        features: page?.features,
        metrics: ideas?.value,
        costUsd: (serp?.costUsd ?? 0) + (ideas?.costUsd ?? 0),
        incomplete,
      })
    },
    volumes: (keywords, locale, { signal }) => volumes(keywords, locale, signal),
    async trend(term, locale, { signal, range = '12m' }) {
      const task = {
        ...placeOf(locale, googleLanguage(locale)),
        // A comma would part it into two.
        keywords: [term.replaceAll(',', ' ')],
        type: 'web',
        time_range: timeRanges[range],
      }
      return (await post('keywords_data/google_trends/explore/live', task, signal, trendOf)).value
    },
    compareCostUsd: () => dataForSeoPrices.trend,
    async compare(terms, { country, language }, { signal, range = '12m' }) {
      const locale = { country: country ?? '', language }
      const task = {
        // Without a place Google answers for the whole world.
        ...(country ? placeOf(locale, googleLanguage(locale)) : { language_code: googleLanguage(locale) }),
        keywords: terms.map((term) => term.replaceAll(',', ' ')),
        type: 'web',
        time_range: timeRanges[range],
      }
      const { value, costUsd } = await post('keywords_data/google_trends/explore/live', task, signal, (results) =>
        comparisonOf(results, task.keywords),
      )
      return value && { ...named(value, terms, task.keywords), costUsd, incomplete: null }
    },
  }
}

/** The terms as they were asked for, without the commas taken out. */
function named(
  compared: NonNullable<ReturnType<typeof comparisonOf>>,
  terms: readonly string[],
  sent: readonly string[],
): NonNullable<ReturnType<typeof comparisonOf>> {
  const asAsked = (term: string) => terms[sent.indexOf(term)] ?? term
  return {
    ...compared,
    series: compared.series.map((one) => ({ ...one, term: asAsked(one.term) })),
    related: compared.related.map((one) => ({ ...one, term: asAsked(one.term) })),
  }
}

/** Difficulty is an extra: without it the volumes still stand. */
function nothingUnlessCancelled(error: unknown) {
  if (error instanceof SourceError && error.kind !== 'cancelled') return null
  throw error
}

function placeOf({ country }: Locale, language: string) {
  const code = googleGeoTarget(country)
  const location = code === null ? { location_name: countryName(country) } : { location_code: code }
  return { ...location, language_code: language }
}
