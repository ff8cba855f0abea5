import type { SourceId } from '#providers/search-data/port.ts'

/**
 * Popularity, 0 to 100: how often and how high the sources suggested a keyword. It ranks rows that have no search volume.
 * It is derived from suggestion lists and is not an estimate of searches per month.
 *
 * For each source: relevance = the best relevance it gave (rank n becomes 1/√n),
 * breadth = 1 − 1/√requests, where requests counts the different queries that returned the keyword,
 * strength = 0.5 · relevance + 0.5 · breadth.
 * Sources combine as independent evidence: 100 · (1 − Π (1 − 0.6 · strength)). The score rises with a better rank, another
 * request or another source, and never falls with more data. A list without an order counts for nothing.
 */

export type Sighting = {
  source: SourceId
  /** The query that returned the keyword. */
  ask: string
  /** The source's own score, 0..1, or one derived from its rank; null when its list has no order. */
  relevance: number | null
}

const sourceWeight = 0.6
// Template phrases and imported keywords say nothing about what other people search.
const unweightedSources = new Set<SourceId>(['patterns', 'imported'])

/** 0..100 with one decimal; null without a ranked suggestion from a live source. */
export function getPopularity(sightings: Sighting[]): number | null {
  const sources = new Map<SourceId, { relevance: number; requests: Set<string> }>()
  for (const { source, ask, relevance } of sightings) {
    if (unweightedSources.has(source) || relevance === null) continue
    const best = sources.get(source) ?? { relevance: 0, requests: new Set() }
    best.relevance = Math.max(best.relevance, clampToUnit(relevance))
    best.requests.add(ask)
    sources.set(source, best)
  }
  return toPopularity(
    Object.fromEntries(
      [...sources].map(([source, { relevance, requests }]) => [source, [relevance, requests.size] as const]),
    ),
  )
}

/** By source: the best relevance (0..1), and how many different queries returned the keyword. */
export type SightingSummary = Record<string, readonly [relevance: number, requests: number]>

/** The same score from the summary stored with a row. */
export function toPopularity(summary: SightingSummary): number | null {
  const ranked = Object.entries(summary).filter(([source]) => !unweightedSources.has(source as SourceId))
  if (ranked.length === 0) return null
  let doubt = 1
  for (const [, [relevance, requests]] of ranked) doubt *= 1 - sourceWeight * getStrength(relevance, requests)
  return Math.round((1 - doubt) * 1000) / 10
}

function getStrength(relevance: number, requests: number): number {
  return 0.5 * relevance + 0.5 * (1 - 1 / Math.sqrt(requests))
}

/** The summary with one more sighting; unchanged when the source's list has no order. */
export function addSighting(summary: SightingSummary, source: string, relevance: number | null): SightingSummary {
  if (relevance === null) return summary
  const [best, requests] = summary[source] ?? [0, 0]
  return { ...summary, [source]: [Math.max(best, clampToUnit(relevance)), requests + 1] }
}

const clampToUnit = (value: number) => Math.min(1, Math.max(0, value))
