import { getMedian } from '#kit/median.ts'
import type { Term, TermUse } from '../contract.ts'
import type { PageUse } from './keywords/extract-terms.ts'

/** Uses told by the rank of their page. @param urls the ranking pages, best first */
export function toTermUses(uses: readonly PageUse[], urls: readonly string[]): TermUse[] {
  return uses
    .flatMap(({ url, ...use }) => {
      const index = urls.indexOf(url)
      return index < 0 ? [] : [{ rank: index + 1, ...use }]
    })
    .sort((a, b) => a.rank - b.rank)
}

export type UseRange = { low: number; median: number; high: number }

/** How often the pages that use a term use it, in their text; null when it isn't known or none does. */
export function getUseRange({ uses }: Pick<Term, 'uses'>): UseRange | null {
  const counts = (uses ?? [])
    .map(({ body }) => body)
    .filter((count) => count > 0)
    .sort((a, b) => a - b)
  const [low, high] = [counts[0], counts.at(-1)]
  if (low === undefined || high === undefined) return null
  return { low, median: Math.round(getMedian(counts)), high }
}

/** Numbers of pages with the term in a heading, and in their title; null when it isn't known. */
export function countPlaces({ uses }: Pick<Term, 'uses'>): { headings: number; titles: number } | null {
  if (!uses) return null
  return {
    headings: uses.filter(({ headings }) => headings > 0).length,
    titles: uses.filter(({ title }) => title).length,
  }
}
