import { sourceLabels } from '#providers/search-data/port.ts'
import { formatCount, formatDecimal, formatMonth, formatPercent, formatShort } from '#ui/format/format.ts'
import type { Row, SourceState } from '../contract.ts'
import { isFromGoogleAds, volumeFigure } from '../rules/rows/volume-figure.ts'

export { volumeFigure }

export const typeLabels: Record<Row['type'], string> = {
  seed: 'Seed',
  question: 'Question',
  comparison: 'Comparison',
  preposition: 'Preposition',
  alphabetical: 'Alphabetical',
  related: 'Related',
  idea: 'Idea',
}

export type IntentName = NonNullable<Row['intent']>['main']
export const intentLabels: Record<IntentName, string> = {
  informational: 'Informational',
  commercial: 'Commercial',
  transactional: 'Transactional',
  navigational: 'Navigational',
  local: 'Local',
}

/** Providers of trends that aren't sources themselves. */
const providerLabels: Record<string, string> = {
  wikipedia_pageviews: 'Wikipedia page views',
  google_trends: 'Google Trends',
  /** Pasted into a list with their numbers. */
  pasted: 'Pasted',
}

const labels: Record<string, string> = { ...sourceLabels, ...providerLabels }

/** The name people know a source by; an unknown id is shown as it is. */
export const sourceLabel = (id: string) => labels[id] ?? id

export const stateLabels: Record<SourceState['state'], string> = {
  waiting: 'waiting',
  running: 'running',
  done: 'done',
  skipped: 'skipped',
  failed: 'failed',
}

/** No data: the reason is in a footnote or tooltip. */
export const none = '–'

/** "74,000", a source's range "10K–100K", or "–". */
export function showVolume(volume: Row['volume']) {
  if (!volume) return none
  const { value, low, high } = volume
  if (low !== null && high !== null && low !== high) return `${formatShort(low)}–${formatShort(high)}`
  return value === null ? none : formatCount(value)
}

/** Making one takes longer than drawing the rest of a row. */
const moneyFormats = new Map<string, Intl.NumberFormat>()

function getMoneyFormat(currency: string) {
  const format = moneyFormats.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency })
  moneyFormats.set(currency, format)
  return format
}

/** "$1.20" */
export function showCpc(cpc: Row['cpc']) {
  if (!cpc) return none
  if (cpc.currency === null) return `${cpc.value.toFixed(2)} (no currency)`
  try {
    return getMoneyFormat(cpc.currency).format(cpc.value)
  } catch {
    return `${cpc.value.toFixed(2)} ${cpc.currency}`
  }
}

/** "3.44%" of a fraction. Rows from before clicks were stored have none. */
export const showCtr = (ctr: Row['ctr'] | undefined) => (typeof ctr === 'number' ? formatPercent(ctr) : none)

/** "7.4" */
export const showPosition = (position: Row['position'] | undefined) =>
  typeof position === 'number' ? formatDecimal(position) : none

/** The end of an address, as people name a page: "/guides/ratio". */
export function showPath(page: string): string {
  try {
    const { pathname, search, hostname } = new URL(page)
    return pathname === '/' ? hostname : decodeURIComponent(pathname.replace(/\/$/, '')) + search
  } catch {
    return page
  }
}

export type Measure = { by: 'volume' | 'popularity' | 'none'; legend: string; of: (row: Row) => number | null }

/**
 * What a picture of these rows may be drawn by: search volume where a tenth of the rows have one, else popularity,
 * else nothing, with the sentence that says so.
 */
export function getMeasure(rows: Row[]): Measure {
  const known = rows.filter((row) => volumeFigure(row.volume) !== null)
  if (known.length > 0 && known.length * 10 >= rows.length)
    return {
      by: 'volume',
      legend: `Monthly search volume, ${getProviders(known)}`,
      of: (row) => volumeFigure(row.volume),
    }
  if (rows.some((row) => row.popularity !== null))
    return {
      by: 'popularity',
      legend: 'How often and how high sources suggested it, 0–100',
      of: (row) => row.popularity,
    }
  return { by: 'none', legend: 'No source has data for these', of: () => null }
}

/** "DataForSEO, October 2026, rounded by Google Ads": who measured a volume, for when, and that it's no exact count where it isn't. */
export const showVolumeOrigin = (provider: string, as_of: string | null | undefined) =>
  [sourceLabel(provider), as_of && formatMonth(as_of), isFromGoogleAds(provider) && 'rounded by Google Ads']
    .filter(Boolean)
    .join(', ')

/** Why a sum of volumes can be too high; empty where none of their providers gives close variants one volume. */
export const getSumNote = (rows: readonly Pick<Row, 'volume'>[]) =>
  rows.some(({ volume }) => volume && isFromGoogleAds(volume.provider))
    ? 'Google Ads gives close variants the same volume, and sums add it for each of them.'
    : ''

/** Who measured these volumes and, where they say so, for when. */
function getProviders(rows: Row[]) {
  const latest = new Map<string, string | null>()
  for (const { volume } of rows) {
    if (!volume) continue
    const before = latest.get(volume.provider) ?? null
    latest.set(volume.provider, volume.as_of && (!before || volume.as_of > before) ? volume.as_of : before)
  }
  return [...latest].map(([id, at]) => showVolumeOrigin(id, at)).join('; ')
}

/** Sorted by the measure, highest first; rows without a figure keep their order at the end. */
export function byMeasure(rows: Row[], measure: Measure) {
  return rows
    .map((row, at) => ({ row, at, figure: measure.of(row) ?? -1 }))
    .sort((a, b) => b.figure - a.figure || a.at - b.at)
    .map(({ row }) => row)
}

/** The footnote under volumes: who measured, when, and what "–" means. */
export function volumeNote(rows: readonly Pick<Row, 'volume'>[], missing?: string) {
  const seen = new Map<string, string>()
  let gaps = false
  for (const { volume } of rows) {
    if (!volume || volumeFigure(volume) === null) gaps = true
    else if (!seen.has(volume.provider)) seen.set(volume.provider, showVolumeOrigin(volume.provider, volume.as_of))
  }
  if (seen.size === 0) return missing ? `“–”: ${missing}` : 'No source returned search volumes.'
  return `Volume: ${[...seen.values()].join('; ')}.${gaps ? ' “–” means no source has data.' : ''}`
}

const featureLabels: Record<string, string> = {
  ai_overview: 'AI Overview',
  faq: 'FAQ',
  people_also_ask: 'People Also Ask',
}

/** "featured_snippet" → "Featured snippet" */
export function serpFeatureLabel(type: string): string {
  const words = type.replaceAll('_', ' ')
  return featureLabels[type] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
