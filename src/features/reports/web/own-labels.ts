import { formatCount, formatDay, formatDayShort, plural } from '#ui/format/format.ts'
import type { OwnOrigin, OwnPage, Row } from '../contract.ts'
import { sourceLabel } from './keyword-labels.ts'

/** Texts about the figures of your own pages, and about the period they are of. */

/**
 * "in 28 days", "in an export of Mar 1, 2026 – May 31, 2026" or "in an export uploaded on Jun 3, 2026; its period isn’t known". Empty
 * without figures of Search Console.
 */
export function showOwnPeriod({ period, upload }: OwnOrigin): string {
  if (period && upload) return `in an export of ${formatDayShort(period.from)} – ${formatDayShort(period.to)}`
  if (period) return `in ${plural(period.days, 'day')}`
  return upload ? `in an export uploaded on ${formatDayShort(upload.uploaded_at)}; its period isn’t known` : ''
}

/** "14 clicks, 320 impressions in 28 days · Search Console, November 19, 2026" */
export const showOwnFacts = (own: OwnPage) =>
  [
    `${plural(own.clicks ?? 0, 'click')}, ${plural(own.impressions ?? 0, 'impression')} ${showOwnPeriod(own)}`,
    own.pages > 1 && `${formatCount(own.pages)} of your pages shown`,
    `Search Console${own.as_of && !own.upload ? `, ${formatDay(own.as_of)}` : ''}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** The footnote under your rank and page: the period they are of and, of an export, what it was limited to and what it lacks. */
export function ownNote(rows: Row[]) {
  const sources = new Map<string, string>()
  for (const { own } of rows) if (own) sources.set(own.upload?._id ?? own.period?.to ?? '', showOwnSource(own))
  return sources.size > 0 ? `Your rank and page: ${[...new Set(sources.values())].join('; ')}.` : ''
}

function showOwnSource({ period, upload }: OwnOrigin): string {
  if (!upload) return `Search Console${period ? `, ${plural(period.days, 'day')} to ${formatDay(period.to)}` : ''}`
  const days = period ? `${formatDayShort(period.from)} – ${formatDayShort(period.to)}` : 'period unknown'
  const filters = upload.filters.map(({ name, value }) => `${name}: ${value}`).join(', ')
  const lacks = upload.pairs === 0 && 'It has no pages by query'
  const more = [filters && `It says: ${filters}`, lacks].filter(Boolean).join('. ')
  return `uploaded export ${upload.file_name}, ${days}${more && ` (${more})`}`
}

/** The footnote under impressions, clicks, CTR and position: who counted them, and the newest date they speak of. */
export function performanceNote(rows: Row[]) {
  const latest = new Map<string, string | null>()
  for (const { performance } of rows) {
    if (!performance) continue
    const before = latest.get(performance.provider) ?? null
    const { provider, as_of } = performance
    latest.set(provider, as_of && (!before || as_of > before) ? as_of : before)
  }
  if (latest.size === 0) return ''
  const named = [...latest].map(([id, at]) => (at ? `${sourceLabel(id)}, ${formatDay(at)}` : sourceLabel(id)))
  return `Impressions, clicks, CTR and position: ${named.join('; ')}.`
}
