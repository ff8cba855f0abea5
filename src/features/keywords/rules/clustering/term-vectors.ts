import { keywordTerms } from './tokenize.ts'

/**
 * Keywords as bags of terms. Keywords with the same terms share a row, so `best desk` and `the best desks` always stay
 * together, and duplicates don't change word weights.
 */
export type TermRows = {
  rows: number
  termCount: number
  /** Terms of row r in the order of its first keyword: `terms[offsets[r] .. offsets[r + 1])`. */
  offsets: Int32Array
  terms: Int32Array
  /** Number of rows with each term. */
  frequency: Int32Array
  /** The row of each keyword; -1 for an empty keyword. */
  rowOfKeyword: Int32Array
}

/** Rows with a weight per term; every row has length 1, or less when its terms have almost no weight. */
export type WeightedRows = TermRows & { weights: Float32Array }

/** Reads every keyword once; `onProgress` gets a fraction from 0 to 1. */
export function readTermRows(
  keywords: readonly string[],
  language: string,
  onProgress: (fraction: number) => void,
): TermRows {
  const getTerms = keywordTerms(language)
  const idOfTerm = new Map<string, number>()
  const rowOfBag = new Map<string, number>()
  const rowOfKeyword = new Int32Array(keywords.length).fill(-1)
  const offsets = [0]
  const terms: number[] = []

  for (let at = 0; at < keywords.length; at++) {
    if (at % 4096 === 0) onProgress(at / keywords.length)
    const ids = getTerms(keywords[at]!).map((term) => {
      const id = idOfTerm.get(term) ?? idOfTerm.size
      if (id === idOfTerm.size) idOfTerm.set(term, id)
      return id
    })
    if (ids.length === 0) continue
    const bag = [...ids].sort((a, b) => a - b).join(' ')
    let row = rowOfBag.get(bag)
    if (row === undefined) {
      row = rowOfBag.size
      rowOfBag.set(bag, row)
      for (const id of ids) terms.push(id)
      offsets.push(terms.length)
    }
    rowOfKeyword[at] = row
  }

  const frequency = new Int32Array(idOfTerm.size)
  for (const term of terms) frequency[term] = frequency[term]! + 1
  return {
    rows: rowOfBag.size,
    termCount: idOfTerm.size,
    offsets: Int32Array.from(offsets),
    terms: Int32Array.from(terms),
    frequency,
    rowOfKeyword,
  }
}

export function weighRows(rows: TermRows, getWeight: (frequency: number) => number, minLength = 0): WeightedRows {
  const termWeights = Float32Array.from(rows.frequency, getWeight)
  const weights = new Float32Array(rows.terms.length)
  for (let row = 0; row < rows.rows; row++) {
    let squares = 0
    for (let at = rows.offsets[row]!; at < rows.offsets[row + 1]!; at++) squares += termWeights[rows.terms[at]!]! ** 2
    const scale = squares > 0 ? 1 / Math.max(minLength, Math.sqrt(squares)) : 0
    for (let at = rows.offsets[row]!; at < rows.offsets[row + 1]!; at++) {
      weights[at] = termWeights[rows.terms[at]!]! * scale
    }
  }
  return { ...rows, weights }
}

/**
 * Weighs terms by inverse document frequency, for near-synonyms. A word in every row, the list's seed, weighs about a tenth of
 * a rare one, so a hundredth in a product of two.
 */
export function weighByRarity(rows: TermRows): WeightedRows {
  return weighRows(rows, (frequency) => Math.log(1 + rows.rows / frequency))
}

/** Weight of a head (word pair) relative to single words. */
const pairWeight = 1.4
/** Minimum lift of a word pair: how much more often than chance the words are adjacent. */
const minLift = 2
/** Minimum significance of a word pair, in standard deviations above chance. */
const minDeviations = 2.2

/**
 * Weighs terms for near-synonyms in lists such as a shop's, with "best copper kettle" and "best copper vase": words that are
 * adjacent more often than chance ("copper kettle") count as an extra term, so that a keyword's subject outweighs its phrasing.
 * Words that go with everything ("best copper") form no pair.
 */
export function weighHeads(rows: TermRows): WeightedRows {
  const { rows: count, termCount, offsets, terms, frequency } = rows
  const pairFrequency = new Map<number, number>()
  const pairAt = (at: number) => terms[at - 1]! * termCount + terms[at]!
  for (let row = 0; row < count; row++)
    for (let at = offsets[row]! + 1; at < offsets[row + 1]!; at++)
      pairFrequency.set(pairAt(at), (pairFrequency.get(pairAt(at)) ?? 0) + 1)

  const idOfPair = new Map<number, number>()
  const frequencies = Array.from(frequency)
  const newOffsets = new Int32Array(count + 1)
  const newTerms: number[] = []
  const weights: number[] = []
  const rarity = (found: number) => Math.log(1 + count / found)
  for (let row = 0; row < count; row++) {
    const start = newTerms.length
    for (let at = offsets[row]!; at < offsets[row + 1]!; at++) {
      newTerms.push(terms[at]!)
      weights.push(rarity(frequency[terms[at]!]!))
    }
    for (let at = offsets[row]! + 1; at < offsets[row + 1]!; at++) {
      const found = pairFrequency.get(pairAt(at))!
      const expected = (frequency[terms[at - 1]!]! * frequency[terms[at]!]!) / count
      const lift = found / expected
      if (found < 2 || lift < minLift || found - expected < minDeviations * Math.sqrt(expected)) continue
      let id = idOfPair.get(pairAt(at))
      if (id === undefined) {
        id = termCount + idOfPair.size
        idOfPair.set(pairAt(at), id)
        frequencies[id] = 0
      }
      if (newTerms.includes(id, start)) continue
      frequencies[id]!++
      newTerms.push(id)
      weights.push(pairWeight * rarity(found) * Math.min(1, Math.log(lift) / Math.log(3 * minLift)))
    }
    newOffsets[row + 1] = newTerms.length
    const length = Math.hypot(...weights.slice(start)) || 1
    for (let at = start; at < weights.length; at++) weights[at]! /= length
  }
  return {
    ...rows,
    termCount: termCount + idOfPair.size,
    offsets: newOffsets,
    terms: Int32Array.from(newTerms),
    weights: Float32Array.from(weights),
    frequency: Int32Array.from(frequencies),
  }
}

/**
 * Share of rows up to which a word has full weight in topics; above it the weight falls to 0 for a word in every row. A lower
 * value would treat the names of two or three large topics as common words.
 */
const commonShare = 0.3

/**
 * Weighs terms for topics: every word that is neither unique nor common weighs the same, since frequent words name topics and
 * rarity would mislead. A row of only the seed's words and a unique word isn't normalized to length 1; otherwise all such rows
 * would look alike.
 */
export function weighForTopics(rows: TermRows): WeightedRows {
  const full = Math.log(1 / commonShare)
  const getWeight = (frequency: number) => (frequency < 2 ? 0 : Math.min(1, Math.log(rows.rows / frequency) / full))
  return weighRows(rows, getWeight, 1)
}
