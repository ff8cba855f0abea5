import { formatCount, plural } from '#ui/format/format.ts'
import type { Cluster, TopicCoverage } from '../../../contract.ts'
import { type IntentName, intentLabels } from '../../keyword-labels.ts'

/** How topics are named, counted and colored on screens. */

/** Tailwind classes of an intent: `tint` below text, `hue` for a swatch. */
export const intentColors: Record<IntentName, { tint: string; hue: string }> = {
  informational: { tint: 'bg-tint-blue', hue: 'bg-hue-blue' },
  commercial: { tint: 'bg-tint-amber', hue: 'bg-hue-amber' },
  transactional: { tint: 'bg-tint-green', hue: 'bg-hue-green' },
  navigational: { tint: 'bg-tint-plum', hue: 'bg-hue-plum' },
  local: { tint: 'bg-tint-teal', hue: 'bg-hue-teal' },
}

export const isIntent = (intent: string | null): intent is IntentName => intent !== null && intent in intentColors
export const getIntentLabel = (intent: string | null) => (isIntent(intent) ? intentLabels[intent] : 'Unclear')
export const getTint = (intent: string | null) => (isIntent(intent) ? intentColors[intent].tint : 'bg-well')

/**
 * "31 of 31 keywords, 100% of volume · 30 in 7 topics · 1 standalone · 2 without volume".
 * @param total keywords of the report
 */
export function getCoverageText(coverage: TopicCoverage, topics: number, total: number): string {
  const { keywords, in_topics, standalone, volume, volume_known } = coverage
  const isWhole = keywords >= total
  return [
    `${formatCount(keywords)} of ${plural(Math.max(total, keywords), 'keyword')}${isWhole && volume !== null ? ', 100% of volume' : ''}`,
    `${formatCount(in_topics)} in ${plural(topics, 'topic')}`,
    `${formatCount(standalone)} standalone`,
    ...(volume !== null && volume_known !== null && volume_known < keywords
      ? [`${formatCount(keywords - volume_known)} without volume`]
      : []),
  ].join(' · ')
}

/** 0.996 → "99%": only all of it is 100%. */
export const formatShare = (share: number) =>
  share > 0 && share < 0.01 ? 'under 1%' : `${share >= 1 ? 100 : Math.min(99, Math.round(share * 100))}%`

/** "9 of 11 keywords with a known volume", or null where that isn't known. */
export const getKnownText = (known: number | null, { keywords }: Pick<Cluster, 'keywords'>) =>
  known === null
    ? null
    : known === keywords
      ? `all ${plural(keywords, 'keyword')}`
      : `${formatCount(known)} of ${plural(keywords, 'keyword')}`

const featureLabels: Record<string, string> = {
  ai_overview: 'AI Overview',
  featured_snippet: 'Featured snippet',
  people_also_ask: 'People Also Ask',
  related_searches: 'Related searches',
  knowledge_graph: 'Knowledge panel',
  local_pack: 'Local pack',
  shopping: 'Shopping',
  images: 'Images',
  video: 'Video',
  videos: 'Videos',
  top_stories: 'Top stories',
}

export const getFeatureLabel = (type: string) =>
  featureLabels[type] ?? `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll('_', ' ')}`
