import { askAll } from '../ask-in-parallel.ts'
import { toAnswer } from '../normalize-answer.ts'
import type { AskOptions, SearchSource, TrendComparison, TrendLocale, TrendRange } from '../port.ts'
import { googleLanguage } from '../vendor-client/vendor-locale.ts'
import { getComparison, getTrend } from './dataforseo-answers.ts'
import { createDataForSeoClient, type DataForSeoOptions, paidCall, toDataForSeoLocation } from './dataforseo-client.ts'
import { dataForSeoPrices, dollars } from './dataforseo-prices.ts'

const endpoint = 'keywords_data/google_trends/explore/live'
const timeRanges: Record<TrendRange, string> = { '3m': 'past_90_days', '12m': 'past_12_months', '5y': 'past_5_years' }
const graph = 'google_trends_graph'
/** Only available with one keyword per task, and only when requested. */
const queriesList = 'google_trends_queries_list'
const map = 'google_trends_map'

/** Google Trends: how interest changed, and what is searched beside. */
export function createDataForSeoTrends(options: DataForSeoOptions): SearchSource {
  const { id, label, unavailable, unsupported, client, post } = createDataForSeoClient('dataforseo_trends', options)
  // One task compares all terms; the related queries of each need a separate task.
  const tasksFor = (terms: number) => (terms === 1 ? 1 : 1 + terms)
  const compareCalls = (terms: number) => [
    paidCall(id, endpoint, dollars(tasksFor(terms) * dataForSeoPrices.trend), tasksFor(terms)),
  ]
  const explore = <Result>(
    location: object,
    keywords: string[],
    range: TrendRange,
    item_types: string[],
    options: AskOptions,
    read: (results: unknown[]) => Result,
  ) =>
    post(
      endpoint,
      { ...location, keywords, type: 'web', time_range: timeRanges[range], item_types },
      dataForSeoPrices.trend,
      options,
      read,
    )

  async function compare(terms: string[], location: TrendLocale, options: AskOptions & { range?: TrendRange }) {
    const { range = '12m' } = options
    const locale = { country: location.country ?? '', language: location.language }
    // Without a place Google answers for the whole world.
    const where = location.country
      ? toDataForSeoLocation(locale, googleLanguage(locale))
      : { language_code: googleLanguage(locale) }
    // A comma would part a term into two.
    const sent = terms.map((term) => term.replaceAll(',', ' '))
    const single = sent.length === 1
    const lines = explore(where, sent, range, single ? [graph, queriesList] : [graph], options, (results) =>
      getComparison(results, sent),
    )
    const lists = single
      ? []
      : sent.map((term) =>
          explore(where, [term], range, [queriesList], options, (results) => getRelated(results, term)),
        )
    const { answers, incomplete } = await askAll([lines, ...lists])
    // Without the lines there is nothing to show: what failed there is what is said.
    const { value } = await lines
    if (!value) return null
    const extra = answers.slice(1) as ({ value: TrendComparison['related'] } | null)[]
    const related = single ? value.related : extra.flatMap((answer) => answer?.value ?? [])
    const costUsd = dollars(
      (answers as ({ costUsd: number } | null)[]).reduce((sum, answer) => sum + (answer?.costUsd ?? 0), 0),
    )
    const toOriginalTerm = (term: string) => terms[sent.indexOf(term)] ?? term
    return {
      ...value,
      series: value.series.map((one) => ({ ...one, term: toOriginalTerm(one.term) })),
      related: related.map((one) => ({ ...one, term: toOriginalTerm(one.term) })),
      costUsd,
      incomplete,
    }
  }

  return {
    id,
    label,
    fanOut: 'seed',
    parentId: 'dataforseo',
    adds: 'trends',
    concurrency: client.concurrency,
    unavailable,
    unsupported,
    costPerAskUsd: dataForSeoPrices.trend,
    ask: async () => toAnswer({}),
    trendCalls: () => compareCalls(1),
    async trend(term, locale, { range = '12m', ...options }) {
      const location = toDataForSeoLocation(locale, googleLanguage(locale))
      const sent = [term.replaceAll(',', ' ')]
      return (await explore(location, sent, range, [graph, map, queriesList], options, getTrend)).value
    },
    compareCalls,
    compareCostUsd: (terms) => dollars(compareCalls(terms).reduce((sum, { usd }) => sum + usd, 0)),
    compare,
  }
}

function getRelated(results: unknown[], term: string): TrendComparison['related'] {
  return getComparison(results, [term], { withoutLines: true })?.related ?? []
}
