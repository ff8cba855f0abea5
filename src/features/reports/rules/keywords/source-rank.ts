import type { SightingSummary } from './popularity.ts'

/** Sources whose relevance is a score of their own, not a place in a list. */
const scoring = new Set(['google_suggest', 'sample'])

export type SourceRank = { source: string; rank: number | null; score: number | null; lists: number | null }

/**
 * Where a source's lists had the keyword at best. Lists store the place n as 1/√n; sources with scores of their own have no
 * place, and those whose lists have no order neither.
 */
export function getSourceRanks(sources: readonly string[], sightings: SightingSummary): SourceRank[] {
  const ranks = sources.map((source): SourceRank => {
    const seen = sightings[source]
    if (!seen) return { source, rank: null, score: null, lists: null }
    const [relevance, lists] = seen
    if (scoring.has(source)) return { source, rank: null, score: relevance, lists }
    const rank = relevance > 0 ? 1 / relevance ** 2 : null
    return rank !== null && Math.abs(rank - Math.round(rank)) < 0.01
      ? { source, rank: Math.round(rank), score: null, lists }
      : { source, rank: null, score: relevance, lists }
  })
  return ranks.sort((a, b) => (a.rank ?? 1e6) - (b.rank ?? 1e6) || (b.score ?? 0) - (a.score ?? 0))
}
