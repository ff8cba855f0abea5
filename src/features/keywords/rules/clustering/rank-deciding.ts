import { clusterByText } from './cluster-by-text.ts'
import { nearestRows } from './nearest-neighbors.ts'
import { readTermRows, weighHeads } from './term-vectors.ts'

/** Which keywords' SERPs decide most, when there isn't money for all. */

const neighbors = { size: 12, minSimilarity: 0.25 }

/**
 * Orders keywords by how much their SERP decides: first the centers of text neighborhoods, which speak for all keywords near
 * them, heaviest first; then keywords between two neighborhoods, and often searched ones. Deterministic.
 * @param volumes monthly searches; null when unknown
 * @returns indexes of all keywords
 */
export function rankByDeciding(
  keywords: readonly string[],
  volumes: readonly (number | null)[],
  language: string,
): Int32Array {
  const { groups, centrality } = clusterByText(keywords, language, () => {})
  const importance = (at: number) => Math.log2(4 + (volumes[at] ?? 0))
  const centerOfGroup = new Map<number, number>()
  const weightOfGroup = new Map<number, number>()
  groups.forEach((group, at) => {
    if (group === -1) return
    weightOfGroup.set(group, (weightOfGroup.get(group) ?? 0) + importance(at))
    const center = centerOfGroup.get(group)
    if (center === undefined || centrality[at]! > centrality[center]!) centerOfGroup.set(group, at)
  })
  const doubts = getDoubts(keywords, language, groups)
  const scores = Float64Array.from(keywords, (_, at) => {
    const group = groups[at]!
    const speaksFor = group !== -1 && centerOfGroup.get(group) === at ? weightOfGroup.get(group)! : 0
    return importance(at) * (1 + doubts[at]!) + speaksFor
  })
  return Int32Array.from(keywords.keys()).sort((a, b) => scores[b]! - scores[a]! || a - b)
}

/** How close each keyword is to another group compared with its own, from 0 to 1. */
function getDoubts(keywords: readonly string[], language: string, groups: Int32Array): Float32Array {
  const read = readTermRows(keywords, language, () => {})
  const near = nearestRows(weighHeads(read), neighbors, () => {})
  const groupOfRow = new Int32Array(read.rows).fill(-1)
  read.rowOfKeyword.forEach((row, at) => {
    if (row >= 0) groupOfRow[row] = groups[at]!
  })
  return Float32Array.from(read.rowOfKeyword, (row) => {
    if (row < 0) return 0
    let own = 0
    let other = 0
    for (let slot = row * near.size; slot < row * near.size + near.count[row]!; slot++) {
      const isOwn = groupOfRow[row] !== -1 && groupOfRow[near.rows[slot]!] === groupOfRow[row]
      if (isOwn) own = Math.max(own, near.similarity[slot]!)
      else other = Math.max(other, near.similarity[slot]!)
    }
    return other === 0 ? 0 : Math.min(1, other / Math.max(own, other))
  })
}
