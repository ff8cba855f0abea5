import { formatCount, formatDayShort, plural } from '#ui/format/format.ts'
import type { ListedSite } from '../contract.ts'

/** "2,639 (+21%)": what there was before, and the change since; without a share where there was nothing before. */
export function showBefore(before: number, now: number): string {
  if (before === 0) return formatCount(before)
  const share = Math.round((100 * (now - before)) / before)
  return `${formatCount(before)} (${share > 0 ? '+' : share < 0 ? '−' : ''}${Math.abs(share)}%)`
}

/** "1,428 clicks, was 1,310 (+9%) · Oct 23, 2026 – Nov 19, 2026", or why there are none. */
export function describeClicks({ clicks: found, search_console, uploads }: ListedSite): string {
  if (found) {
    const { from, to, clicks, before } = found
    const was = before === null ? '' : `, was ${showBefore(before, clicks)}`
    return `${plural(clicks, 'click')}${was} · ${formatDayShort(from)} – ${formatDayShort(to)}`
  }
  const { state } = search_console
  if (state === 'connected') return 'Search Console is connected; no complete day has arrived yet'
  if (state === 'error') return 'No clicks: Search Console can’t be read'
  if (uploads > 0) return `No clicks by day: ${plural(uploads, 'uploaded export')} of Search Console`
  return 'No clicks: Search Console isn’t connected'
}
