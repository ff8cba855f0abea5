import { formatCount, formatDayShort } from '#ui/format/format.ts'
import { getErrorText } from '#web/calls/error-texts.ts'
import type { RankItem, RankSource } from '../contract.ts'
import { gapWords } from '../rules/gap-words.ts'
import { rankErrorTexts } from './error-texts.ts'

export const trackerHref = (id: string) => `/app/ranks/${id}`

export const sourceNames: Record<RankSource, string> = {
  dataforseo: 'DataForSEO',
  serpapi: 'SerpApi',
  serper: 'Serper',
  searxng: 'SearXNG',
}

export const reasonWords = gapWords

/** Why a keyword has no position, as a sentence; null when it has one. */
export function getGapText({ reason, failure }: Pick<RankItem, 'reason' | 'failure'>, depth: number): string | null {
  if (!reason) return null
  if (reason === 'not_in_depth') return `Not among the first ${depth} results.`
  if (failure) return getErrorText(failure, rankErrorTexts)
  return reason === 'budget' ? 'The monthly limit was reached.' : 'The results page couldn’t be read.'
}

/** "420 px from the top", or that the source gave none; null where it isn’t measured or there is nothing to measure. */
export function getPixelsText({ pixels, pixels_reason }: Pick<RankItem, 'pixels' | 'pixels_reason'>): string | null {
  if (pixels !== null) return `${formatCount(pixels)} px from the top`
  return pixels_reason === 'not_given' ? 'pixels not given' : null
}

/** What the averages of Search Console are, why they differ from positions, or why there are none. */
export function getOwnText(items: readonly Pick<RankItem, 'own' | 'own_reason'>[]): string {
  const own = items.find((item) => item.own)?.own
  if (own?.upload) {
    const filters = own.upload.filters.map(({ name, value }) => `${name}: ${value}`).join(', ')
    return `Search Console average: totals for ${own.site} in the uploaded export ${own.upload.file_name}, ${formatDayShort(own.from)} – ${formatDayShort(own.to)}.${filters && ` The export says: ${filters}.`} It differs from Position, which is one check of one results page. Search Console exports up to 1,000 queries; others are “not shown”.`
  }
  if (own)
    return `Search Console average: the mean over every search in all countries and on all devices that showed ${own.site}, ${formatDayShort(own.from)} – ${formatDayShort(own.to)}. It differs from Position, which is one check of one results page, and leaves out rare searches (“not shown”).`
  const reason = items[0]?.own_reason
  if (reason === 'no_site')
    return 'Search Console average: add this domain in My site, then connect Search Console or upload an export to see it.'
  if (reason === 'no_data')
    return 'Search Console average: connect Search Console or upload an export in My site to see it.'
  if (reason === 'period_unknown')
    return 'Search Console average: the exports uploaded in My site don’t name their period. Upload one with days to see it.'
  return 'Search Console average: Search Console lists no impressions for these keywords. It leaves out rare searches.'
}

/** One per line. */
export const getLines = (text: string) => [
  ...new Set(
    text
      .split('\n')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
]

const featureNames: Record<string, string> = {
  ai_overview: 'AI Overview',
  people_also_ask: 'People Also Ask',
  featured_snippet: 'Featured snippet',
  knowledge_graph: 'Knowledge panel',
  local_pack: 'Local pack',
  top_stories: 'Top stories',
  paid: 'Ads',
}

export const getFeatureName = (type: string) => {
  const words = type.replaceAll('_', ' ')
  return featureNames[type] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
/** On nearly every page, so they tell nothing. */
export const commonFeatures = new Set(['related_searches', 'people_also_search', 'organic'])
