import type { Strictness } from '#features/reports/contract.ts'
import { nearestRows } from './nearest-neighbors.ts'
import { cohesiveGroups, neighborGraph, ties } from './neighbor-graph.ts'
import { type TermRows, weighRows } from './term-vectors.ts'

/** How many results two SERPs must share: loose makes fewer, larger topics; strict makes more, smaller ones. */
export type SerpOptions = { strictness?: Strictness }

/** Minimum average similarity inside a group. With ten equally rare results, 0.2 means two shared on average. */
const cohesion: Record<Strictness, number> = { loose: 0.14, balanced: 0.2, strict: 0.32 }
const neighbors = { size: 24, minSimilarity: 0.12 }
/**
 * Minimum length when normalizing. A SERP of only hubs and unique URLs stays short, so that one shared URL can't join two of
 * them.
 */
const minLength = 2.3

/**
 * Groups keywords by the URLs their SERPs share. Keyword k's URLs are `urls[offsets[k] .. offsets[k + 1])`, each a non-negative
 * number (numbered densely, because they index arrays).
 * A URL counts less the more SERPs it's in, and nothing from 2% of them on, so that hubs join nothing. Members of a group are
 * similar on average, so a chain of SERPs that are only similar pairwise splits.
 * @returns `groups`: -1 for a keyword without a group; `centrality`: how much each keyword shares with its group
 */
export function clusterSerpIds(
  offsets: Int32Array,
  urls: Int32Array,
  { strictness = 'balanced' }: SerpOptions = {},
  onProgress: (fraction: number) => void = () => {},
): { groups: Int32Array; centrality: Float32Array } {
  const serps = readSerps(offsets, urls)
  onProgress(0.1)
  const weighted = weighRows(serps, weighByHubs(serps.rows), minLength)
  const near = nearestRows(weighted, neighbors, (fraction) => onProgress(0.1 + 0.6 * fraction))
  const graph = neighborGraph(near)
  const { community, count } = cohesiveGroups(graph, cohesion[strictness])
  onProgress(0.95)
  const sizes = new Int32Array(count)
  for (const group of community) sizes[group]!++
  return {
    groups: community.map((group) => (sizes[group]! > 1 ? group : -1)),
    centrality: ties(graph, community).own,
  }
}

/**
 * Weighs a URL by the number of SERPs it's in, of `rows`. In a short list all weights are nearly equal: it has too few SERPs to
 * identify hubs, and a URL seen once isn't noise.
 */
function weighByHubs(rows: number): (frequency: number) => number {
  const limit = Math.min(500, Math.max(30, 0.02 * rows))
  const full = Math.log(1 + rows / 20)
  const unique = Math.max(0.35, 1 - rows / 100)
  return (frequency) => {
    if (frequency > limit) return 0
    return frequency === 1 ? unique : Math.min(1, Math.log((rows + 1) / frequency) / full)
  }
}

/** Converts SERPs to rows whose terms are URLs, without duplicates. */
function readSerps(offsets: Int32Array, urls: Int32Array): TermRows {
  const rows = offsets.length - 1
  let termCount = 0
  for (const url of urls) if (url >= termCount) termCount = url + 1
  const frequency = new Int32Array(termCount)
  const lastRow = new Int32Array(termCount).fill(-1)
  const starts = new Int32Array(rows + 1)
  const terms = new Int32Array(urls.length)
  let end = 0
  for (let row = 0; row < rows; row++) {
    for (let at = offsets[row]!; at < offsets[row + 1]!; at++) {
      const url = urls[at]!
      if (lastRow[url] === row) continue
      lastRow[url] = row
      frequency[url]!++
      terms[end++] = url
    }
    starts[row + 1] = end
  }
  const rowOfKeyword = Int32Array.from({ length: rows }, (_, row) => row)
  return { rows, termCount, offsets: starts, terms: terms.subarray(0, end), frequency, rowOfKeyword }
}

/** Normalizes a URL: protocol, `www.`, fragment and trailing slash don't count. */
export function addressKey(url: string): string {
  const bare = url.replace(/^https?:\/\/(www\.)?/i, '')
  const hash = bare.indexOf('#')
  const page = hash === -1 ? bare : bare.slice(0, hash)
  return page.endsWith('/') ? page.slice(0, -1) : page
}

/** Groups keywords by URLs given as text. A keyword with an unknown SERP (null) gets no group. */
export function clusterBySerp(
  serps: readonly (readonly string[] | null | undefined)[],
  options: SerpOptions = {},
  onProgress: (fraction: number) => void = () => {},
): { groups: Int32Array; centrality: Float32Array } {
  const numbers = new Map<string, number>()
  const offsets = new Int32Array(serps.length + 1)
  for (let at = 0; at < serps.length; at++) offsets[at + 1] = offsets[at]! + (serps[at]?.length ?? 0)
  const urls = new Int32Array(offsets[serps.length]!)
  let next = 0
  for (const serp of serps) {
    for (const url of serp ?? []) {
      const key = addressKey(url)
      let number = numbers.get(key)
      if (number === undefined) {
        number = numbers.size
        numbers.set(key, number)
      }
      urls[next++] = number
    }
  }
  return clusterSerpIds(offsets, urls, options, onProgress)
}
