import type { Strictness } from '#features/reports/contract.ts'
import type { Modifiers } from './group-heads.ts'
import {
  centerMeanings,
  getCosine,
  insertNeighbor,
  type Meanings,
  nearestMeanings,
  sketchMeanings,
} from './nearest-meanings.ts'
import { type Neighbors, nearestRows } from './nearest-neighbors.ts'
import { cohesiveGroups, neighborGraph } from './neighbor-graph.ts'
import { createConflicts } from './telling-words.ts'
import { readTermRows, weighHeads } from './term-vectors.ts'
import type { Word } from './word-reader.ts'

/** More keywords can't be compared by meaning within seconds: every pair is. */
export const maxKeywordsByMeaning = 5000

/** What speaks for two keywords being one topic, as parts of 1. */
const evidence = { meaning: 0.6, topic: 0.24, words: 0.16 }
/** Minimum average evidence inside a topic. */
const cohesion: Record<Strictness, number> = { loose: 0.26, balanced: 0.32, strict: 0.38 }
const size = 24
const sizeByMeaning = 48
const wordNeighbors = { size: 24, minSimilarity: 0.1 }

export type MeaningInput = {
  keywords: readonly string[]
  /** Words of each keyword. */
  words: readonly Word[][]
  language: string
  meanings: Meanings
  modifiers: Modifiers
  strictness: Strictness
  /** Whether SERPs told a keyword's topic: these topics stay as they are. */
  isDecided(keyword: number): boolean
}

/**
 * Groups keywords by what they mean, next to what words say: two keywords that words put in one topic need little more to stay
 * together, and two that they didn't need to mean the same. Meaning says nothing of two brands or sizes, which are alike in meaning.
 * Keywords whose topic SERPs told stay where they are; others may join them.
 * @param groups keywords by topic as words and SERPs told them, each keyword once
 */
export function groupByMeaning(groups: readonly number[][], input: MeaningInput): number[][] {
  const { isDecided, strictness } = input
  const near = findNeighbors(groups, input)
  const decidedGroups = groups.map((members) => members.filter(isDecided)).filter(({ length }) => length > 0)
  const groupByKeyword = new Int32Array(input.keywords.length).fill(-1)
  decidedGroups.forEach((members, group) => {
    for (const member of members) groupByKeyword[member] = group
  })
  const joined = decidedGroups.map((members) => [...members])
  const open = new Int32Array(input.keywords.length).fill(-1)
  const left: number[] = []
  for (const member of groups.flat()) {
    if (groupByKeyword[member] !== -1) continue
    const group = findClosestGroup(near, member, groupByKeyword, decidedGroups, cohesion[strictness])
    if (group === -1) open[member] = left.push(member) - 1
    else joined[group]!.push(member)
  }
  const { community } = cohesiveGroups(neighborGraph(pickRows(near, left, open)), cohesion[strictness])
  const regrouped = Map.groupBy(left, (_, at) => community[at]!)
  return [...joined, ...regrouped.values()]
}

/** The decided group with the most evidence on average; -1 when none has enough. */
function findClosestGroup(
  near: Neighbors,
  keyword: number,
  groupByKeyword: Int32Array,
  groups: readonly number[][],
  minimum: number,
): number {
  const sums = new Map<number, number>()
  for (let slot = keyword * near.size; slot < keyword * near.size + near.count[keyword]!; slot++) {
    const group = groupByKeyword[near.rows[slot]!]!
    if (group !== -1) sums.set(group, (sums.get(group) ?? 0) + near.similarity[slot]!)
  }
  let best = -1
  let maxAverage = minimum
  for (const [group, sum] of sums) {
    const average = sum / Math.min(near.size, groups[group]!.length)
    if (average < maxAverage || (average === maxAverage && best !== -1)) continue
    best = group
    maxAverage = average
  }
  return best
}

/** The neighbors of some rows among themselves, numbered by `numbers`. */
function pickRows(near: Neighbors, rows: readonly number[], numbers: Int32Array): Neighbors {
  const picked: Neighbors = {
    size: near.size,
    count: new Int32Array(rows.length),
    rows: new Int32Array(rows.length * near.size),
    similarity: new Float32Array(rows.length * near.size),
  }
  rows.forEach((row, at) => {
    for (let slot = row * near.size; slot < row * near.size + near.count[row]!; slot++) {
      const other = numbers[near.rows[slot]!]!
      if (other === -1) continue
      const own = at * near.size + picked.count[at]!++
      picked.rows[own] = other
      picked.similarity[own] = near.similarity[slot]!
    }
  })
  return picked
}

/** The keywords with most evidence for being one topic with each. */
function findNeighbors(
  groups: readonly number[][],
  { keywords, words, language, meanings, modifiers }: MeaningInput,
): Neighbors {
  const { dimensions } = meanings
  const vectors = centerMeanings(meanings)
  const isConflict = createConflicts(words, modifiers)
  const topicByKeyword = new Int32Array(keywords.length).fill(-1)
  groups.forEach((members, group) => {
    for (const member of members) topicByKeyword[member] = group
  })
  const getBase = (a: number, b: number, cosine: number) => {
    const topic = topicByKeyword[a] === topicByKeyword[b] && topicByKeyword[a] !== -1 ? evidence.topic : 0
    return topic + (cosine > 0 && !isConflict(a, b) ? evidence.meaning * cosine : 0)
  }
  const near: Neighbors = {
    size,
    count: new Int32Array(keywords.length),
    rows: new Int32Array(keywords.length * size),
    similarity: new Float32Array(keywords.length * size),
  }
  const sketch = sketchMeanings(vectors, dimensions)
  const byMeaning = nearestMeanings(sketch.vectors, sketch.dimensions, sizeByMeaning, getBase)
  const byWords = createWordSimilarity(keywords, language)
  for (let row = 0; row < keywords.length; row++) {
    const candidates = new Set(byWords.getNear(row))
    for (let slot = row * sizeByMeaning; slot < row * sizeByMeaning + byMeaning.count[row]!; slot++)
      candidates.add(byMeaning.rows[slot]!)
    for (const other of [...candidates].sort((a, b) => a - b)) {
      const base = getBase(row, other, getCosine(vectors, dimensions, row, other))
      const score = base + evidence.words * byWords.getSimilarity(row, other)
      if (score > 0) insertNeighbor(near, row, other, score)
    }
  }
  return near
}

/** Cosines of keywords by their words, heads counting more. */
function createWordSimilarity(keywords: readonly string[], language: string) {
  const read = readTermRows(keywords, language, () => {})
  const rows = weighHeads(read)
  const near = nearestRows(rows, wordNeighbors, () => {})
  const termsOfRow = Array.from({ length: rows.rows }, (_, row) => {
    const weights = new Map<number, number>()
    for (let at = rows.offsets[row]!; at < rows.offsets[row + 1]!; at++) weights.set(rows.terms[at]!, rows.weights[at]!)
    return weights
  })
  const keywordsOfRow: number[][] = termsOfRow.map(() => [])
  read.rowOfKeyword.forEach((row, keyword) => {
    if (row >= 0) keywordsOfRow[row]!.push(keyword)
  })
  return {
    /** Keywords that share words with this one, without itself. */
    getNear(keyword: number): number[] {
      const row = read.rowOfKeyword[keyword]!
      if (row < 0) return []
      const others = near.rows.subarray(row * near.size, row * near.size + near.count[row]!)
      return [row, ...others].flatMap((other) => keywordsOfRow[other]!).filter((other) => other !== keyword)
    },
    getSimilarity(a: number, b: number): number {
      const [rowA, rowB] = [read.rowOfKeyword[a]!, read.rowOfKeyword[b]!]
      if (rowA < 0 || rowB < 0) return 0
      if (rowA === rowB) return 1
      let sum = 0
      for (const [term, weight] of termsOfRow[rowA]!) sum += weight * (termsOfRow[rowB]!.get(term) ?? 0)
      return sum
    },
  }
}
