import { joinLinkedStars, stars } from './serp-clusters.ts'
import { matchSerps, type SerpMatches } from './serp-matches.ts'
import { readSerpRows } from './serp-rows.ts'

export type SerpOptions = {
  /** Addresses two result pages must share; hubs count as less than one. */
  threshold?: number
}

export const sharedAddresses = 4

/**
 * Groups keywords whose result pages share enough addresses. Keyword k's addresses are `urls[offsets[k] ..
 * offsets[k + 1])`, each a non-negative number (numbered densely, for they index arrays).
 *
 * Every group is a star, whose members all share enough with one centre, or two stars of which most members match one
 * another. So a chain of pages that are alike only two by two falls apart, and an address found everywhere joins
 * nothing.
 *
 * Answers `groups`, -1 for a keyword alone, and `centrality`, how firmly each keyword stands among those it matches.
 */
export function clusterSerpIds(
  offsets: Int32Array,
  urls: Int32Array,
  { threshold = sharedAddresses }: SerpOptions = {},
  onProgress: (fraction: number) => void = () => {},
): { groups: Int32Array; centrality: Float32Array } {
  const serps = readSerpRows(offsets, urls)
  onProgress(0.2)
  const matches = matchSerps(serps, threshold, (fraction) => onProgress(0.2 + 0.6 * fraction))
  const keywordsOfRow = new Int32Array(serps.rows)
  for (const row of serps.rowOfKeyword) keywordsOfRow[row]!++
  const strength = strengths(matches, keywordsOfRow, threshold)
  const groupOfRow = joinLinkedStars(matches, stars(matches, strength))
  onProgress(0.95)

  const sizes = new Int32Array(serps.rows)
  for (const row of serps.rowOfKeyword) sizes[groupOfRow[row]!]!++
  const groups = serps.rowOfKeyword.map((row) => {
    const tooFew = serps.offsets[row + 1]! - serps.offsets[row]! < threshold
    return tooFew || sizes[groupOfRow[row]!]! < 2 ? -1 : groupOfRow[row]!
  })
  return { groups, centrality: Float32Array.from(serps.rowOfKeyword, (row) => strength[row]!) }
}

/**
 * How firmly each row stands in the midst of others: the sum over the keywords it matches of the square of what they
 * share, so that a few close ones outweigh many that barely match. Keywords with its own very addresses count too.
 */
function strengths(matches: SerpMatches, keywordsOfRow: Int32Array, threshold: number): Int32Array {
  return keywordsOfRow.map((count, row) => {
    let sum = (count - 1) * threshold ** 2
    for (let at = matches.offsets[row]!; at < matches.offsets[row + 1]!; at++) {
      sum += keywordsOfRow[matches.to[at]!]! * matches.shared[at]! ** 2
    }
    return Math.min(2 ** 31 - 1, Math.round(sum))
  })
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
  const numberOf = new Map<string, number>()
  const offsets = new Int32Array(serps.length + 1)
  for (let at = 0; at < serps.length; at++) offsets[at + 1] = offsets[at]! + (serps[at]?.length ?? 0)
  const urls = new Int32Array(offsets[serps.length]!)
  let next = 0
  for (const serp of serps) {
    for (const url of serp ?? []) {
      const key = addressKey(url)
      let number = numberOf.get(key)
      if (number === undefined) {
        number = numberOf.size
        numberOf.set(key, number)
      }
      urls[next++] = number
    }
  }
  return clusterSerpIds(offsets, urls, options, onProgress)
}
