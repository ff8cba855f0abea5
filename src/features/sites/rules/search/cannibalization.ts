import { minDemand, type PageShare } from './query-views.ts'

/** A page competes with at least a fifth of its query’s impressions. */
const minShare = 0.2

/**
 * Cannibalization: two or more pages of the site share a query. `swaps`: days on which another page than the usual one
 * came first. Null when one page has the query for itself. Impressions of pages are compared with each other alone, since
 * one search may show several pages.
 */
export function findCannibalization(pages: readonly PageShare[]): { swaps: number } | null {
  const total = pages.reduce((sum, { impressions }) => sum + impressions, 0)
  const rivals = pages.filter(({ impressions }) => impressions >= minShare * total)
  if (total < minDemand || rivals.length < 2) return null
  const days = rivals.map(({ days_first }) => days_first).sort((a, b) => b - a)
  return { swaps: days.slice(1).reduce((sum, day) => sum + day, 0) }
}
