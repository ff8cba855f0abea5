import type { ImportedHistory } from '#features/keywords/rules/imported-keyword.ts'
import type { TrendComparison } from '#providers/search-data/port.ts'
import type { TrendAnswer, TrendLine, TrendMeasure, TrendRange } from '../contract.ts'

/** The parts of a trend that are the same for every source. */

export type TrendContent = Pick<TrendAnswer, 'provider' | 'scale' | 'measure' | 'series' | 'related'>

const noneRelated: TrendAnswer['related'] = { top: [], rising: [], by_keyword: [] }

/** A vendor's comparison as it is answered. */
export function toTrend(compared: TrendComparison): TrendContent {
  const { provider, scale, series, related } = compared
  const all = (name: 'top' | 'rising') => [...new Set(related.flatMap((one) => one[name]))]
  return {
    provider,
    scale,
    measure: provider === 'wikipedia_pageviews' ? 'page_views' : 'interest',
    series: series.map(({ term, about, points }) => ({ keyword: term, about, points })),
    related: {
      top: all('top'),
      rising: all('rising'),
      by_keyword: related.map(({ term, top, rising }) => ({ keyword: term, top, rising })),
    },
  }
}

const monthsByRange: Record<TrendRange, number> = { '3m': 3, '12m': 12, '5y': 60 }

/** The first day of a range that ends now, ISO 8601. */
export function rangeStart(range: TrendRange, now: Date): string {
  const start = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsByRange[range], 1))
  return start.toISOString().slice(0, 10)
}

/**
 * Imported numbers as a trend: searches a month where any of the keywords has them, else interest from Google Trends or
 * Semrush, else impressions of Search Console, and never one drawn beside the other. Null when no file says anything within the range.
 */
export function toImportedTrend(
  keywords: readonly string[],
  histories: readonly (ImportedHistory | undefined)[],
  range: TrendRange,
  now: Date,
): TrendContent | null {
  const from = rangeStart(range, now)
  const month = now.toISOString().slice(0, 7)
  const lines = (name: keyof ImportedHistory): TrendLine[] =>
    keywords.map((keyword, at) => ({
      keyword,
      about: null,
      points: (histories[at]?.[name] ?? [])
        .filter(({ t }) => t >= from)
        // Search Console's day is over when its file is made; a month of searches need not be.
        .map(({ t, v }) => ({ t, v, partial: name === 'searches' && t.startsWith(month) })),
    }))
  for (const measure of ['searches', 'interest', 'impressions'] as const satisfies TrendMeasure[]) {
    const series = lines(measure)
    const scale = measure === 'interest' ? 'relative' : 'absolute'
    if (series.some(({ points }) => points.length > 0))
      return { provider: 'imported', scale, measure, series, related: noneRelated }
  }
  return null
}
