import { nearestRows } from './nearest-neighbors.ts'
import { cohesiveGroups, neighbourGraph, ties } from './neighbor-graph.ts'
import { type TermRows, weighRows } from './term-vectors.ts'

/** How much two result pages must share: loose makes fewer and larger topics, strict more and smaller ones. */
export const strictnesses = ['loose', 'balanced', 'strict'] as const
export type Strictness = (typeof strictnesses)[number]

export type SerpOptions = { strictness?: Strictness }

/** Least average similarity inside a group. With ten equally rare results, .2 is two shared of ten on average. */
const cohesion: Record<Strictness, number> = { loose: 0.14, balanced: 0.2, strict: 0.32 }
const neighbors = { size: 24, least: 0.12 }
/** Result pages that are all hubs and unique addresses are not stretched to full length: one shared address must not join them. */
const minLength = 2.3

/**
 * Groups keywords by the addresses their result pages share. Keyword k's addresses are `urls[offsets[k] ..
 * offsets[k + 1])`, each a non-negative number (numbered densely, because they index arrays).
 *
 * An address counts the less the more result pages it is in, and nothing from 2 % of them on: hubs join nothing. Groups
 * are those whose members are alike on average, so a chain of pages alike only two by two falls apart.
 *
 * @returns `groups`, -1 for a keyword alone, and `centrality`: how much of its group each keyword shares.
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
  const graph = neighbourGraph(near)
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
 * An address' weight by the number of result pages it is in, of `rows`. In a short list nothing can be called a hub, and an
 * address seen once is no noise: there all addresses weigh nearly the same.
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

/** Result pages as rows whose terms are addresses, each once. */
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

/** Protocol, `www.`, fragment and a last slash do not make another page. */
export function addressKey(url: string): string {
  const bare = url.replace(/^https?:\/\/(www\.)?/i, '')
  const hash = bare.indexOf('#')
  const page = hash === -1 ? bare : bare.slice(0, hash)
  return page.endsWith('/') ? page.slice(0, -1) : page
}

/** The same for addresses as text; a keyword whose result page is unknown (null) stays alone. */
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
