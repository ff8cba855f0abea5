import { formatCount, formatDayShort, plural } from '#ui/format/format.ts'
import type { ItemState, ListedPlan } from '../../contract.ts'

/** In the order of a row: what is done first. */
const words: readonly [ItemState, (n: number) => string][] = [
  ['measured', (n) => `${formatCount(n)} measured`],
  ['published', (n) => `${formatCount(n)} published`],
  ['review', (n) => `${formatCount(n)} in review`],
  ['drafting', (n) => `${formatCount(n)} drafting`],
  ['briefed', (n) => `${formatCount(n)} briefed`],
  ['idea', (n) => plural(n, 'idea')],
]

/** "12 pages: 3 published, 2 drafting, 7 ideas", without the states that no page has; dropped ones are apart. */
export function describePages({ pages }: Pick<ListedPlan, 'pages'>): string {
  const dropped = pages.dropped > 0 ? `${formatCount(pages.dropped)} dropped` : ''
  const planned = words.reduce((sum, [state]) => sum + pages[state], 0)
  if (planned === 0) return dropped ? `No pages planned, ${dropped}` : 'No pages planned'
  const parts = words.flatMap(([state, show]) => (pages[state] > 0 ? [show(pages[state])] : []))
  return `${plural(planned, 'page')}: ${parts.join(', ')}${dropped && `; ${dropped}`}`
}

/** "412 keywords, 31 of them fit no page" */
export function describeKeywords({ keywords, rest_keywords: rest }: Pick<ListedPlan, 'keywords' | 'rest_keywords'>) {
  if (rest === 0) return plural(keywords, 'keyword')
  return `${plural(keywords, 'keyword')}, ${formatCount(rest)} of them ${rest === 1 ? 'fits' : 'fit'} no page`
}

/** When the next pages are due; empty where all pages are published or dropped. */
export function describeDue({ pages, late, next_due_on: next }: Pick<ListedPlan, 'pages' | 'late' | 'next_due_on'>) {
  if (next) return `next due ${formatDayShort(next)}`
  const unfinished = pages.idea + pages.briefed + pages.drafting + pages.review
  return unfinished > late ? `no ${late > 0 ? 'other ' : ''}due dates` : ''
}
