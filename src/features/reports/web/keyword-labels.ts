import { sourceLabels } from '#providers/search-data/port.ts'
import { formatCount, formatDecimal, formatPercent, formatShort } from '#ui/format/format.ts'
import type { Row, SourceState } from '../contract.ts'
import { volumeFigure } from '../rules/rows/volume-figure.ts'

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
