import type { WeightedRows } from './term-vectors.ts'

/** Nearest other rows of each row, best first, in slots `row * size .. row * size + count[row]`. */
export type Neighbors = { size: number; count: Int32Array; rows: Int32Array; similarity: Float32Array }

export type NearestOptions = {
  /** Maximum neighbors per row. */
  size: number
  /** Minimum cosine. */
  minSimilarity: number
  /** For terms in more rows than this, candidates come from a sample. Default: as many as `maxVisits` allows. */
  maxPostingLength?: number
}

/** Pairs of rows looked at through shared terms, at about four nanoseconds each. */
const maxVisits = 1.2e9
/** Rows looked at for a term in too many rows. */
const sampleSize = 2000

/** The longest postings that can all be read within `maxVisits`: every row of a posting visits all its rows. */
function getMaxPostingLength(frequency: Int32Array): number {
  let visits = 0
  for (const length of Int32Array.from(frequency).sort()) {
    visits += length ** 2
    if (visits > maxVisits) return Math.max(sampleSize, length - 1)
  }
  return Number.POSITIVE_INFINITY
}

type Postings = { offsets: Int32Array; rows: Int32Array; weights: Float32Array }

function invert({ rows, termCount, offsets, terms, weights, frequency }: WeightedRows): Postings {
  const starts = new Int32Array(termCount + 1)
  for (let term = 0; term < termCount; term++) starts[term + 1] = starts[term]! + frequency[term]!
  const next = starts.slice()
  const postingRows = new Int32Array(terms.length)
  const postingWeights = new Float32Array(terms.length)
  for (let row = 0; row < rows; row++) {
    for (let at = offsets[row]!; at < offsets[row + 1]!; at++) {
      const slot = next[terms[at]!]!++
      postingRows[slot] = row
      postingWeights[slot] = weights[at]!
    }
  }
  return { offsets: starts, rows: postingRows, weights: postingWeights }
}

/** Share of rows from which a term counts as common. */
const commonShare = 0.25

/** The weights of the terms that most rows have, as a short vector per row: adding them up per posting costs many times as much. */
type CommonTerms = {
  count: number
  isCommon: Uint8Array
  weights: Float32Array
  length: Float32Array
  /** Rows by length, longest first. */
  order: Int32Array
}

function readCommonTerms(
  { rows, termCount, offsets, terms, weights, frequency }: WeightedRows,
  maxLength: number,
): CommonTerms {
  const isCommon = Uint8Array.from(frequency, (found) => (found > rows * commonShare && found <= maxLength ? 1 : 0))
  const ids = new Int32Array(termCount)
  let count = 0
  for (let term = 0; term < termCount; term++) if (isCommon[term]) ids[term] = count++
  const commonWeights = new Float32Array(rows * count)
  const length = new Float32Array(rows)
  for (let row = 0; row < rows; row++) {
    let squares = 0
    for (let at = offsets[row]!; at < offsets[row + 1]!; at++) {
      if (!isCommon[terms[at]!]) continue
      commonWeights[row * count + ids[terms[at]!]!] = weights[at]!
      squares += weights[at]! ** 2
    }
    length[row] = Math.sqrt(squares)
  }
  const order = Int32Array.from(length, (_, row) => row)
  if (count > 0) order.sort((a, b) => length[b]! - length[a]! || a - b)
  return { count, isCommon, weights: commonWeights, length, order }
}

/**
 * Finds cosine neighbors with an inverted index. Exact, except that rows sharing only terms in more than `maxPostingLength`
 * rows are candidates by a regular sample.
 */
export function nearestRows(
  input: WeightedRows,
  { size, minSimilarity, maxPostingLength }: NearestOptions,
  onProgress: (fraction: number) => void,
): Neighbors {
  const { rows, termCount, offsets, terms, weights, frequency } = input
  const maxLength = maxPostingLength ?? getMaxPostingLength(frequency)
  const postings = invert(input)
  const common = readCommonTerms(input, maxLength)
  const found: Neighbors = {
    size,
    count: new Int32Array(rows),
    rows: new Int32Array(rows * size),
    similarity: new Float32Array(rows * size),
  }
  const score = new Float32Array(rows)
  const seen = new Uint8Array(rows)
  const candidates = new Int32Array(rows)
  // Weights of the row's frequent terms; added per candidate instead of per posting.
  const longWeight = new Float32Array(termCount)

  for (let row = 0; row < rows; row++) {
    if (row % 1024 === 0) onProgress(row / rows)
    let candidateCount = 0
    let longSquares = 0
    seen[row] = 1
    for (let at = offsets[row]!; at < offsets[row + 1]!; at++) {
      const term = terms[at]!
      const weight = weights[at]!
      if (weight === 0 || common.isCommon[term]) continue
      const end = postings.offsets[term + 1]!
      const long = frequency[term]! > maxLength
      const step = long ? Math.ceil(frequency[term]! / Math.min(sampleSize, maxLength)) : 1
      if (long) {
        longWeight[term] = weight
        longSquares += weight ** 2
      }
      for (let slot = postings.offsets[term]! + (long ? row % step : 0); slot < end; slot += step) {
        const other = postings.rows[slot]!
        if (seen[other] === 0) {
          seen[other] = 1
          candidates[candidateCount++] = other
        }
        if (!long) score[other] = score[other]! + weight * postings.weights[slot]!
      }
    }

    const hasLong = longSquares > 0
    // Frequent terms can't add more than this, because no row is longer than 1.
    const maxLong = Math.sqrt(longSquares)
    const ownLength = common.length[row]!
    const base = row * size
    let neighborCount = 0
    // First the rows that share other terms, then those that share common ones only, until they are too far.
    const last = ownLength > 0 ? candidateCount + rows : candidateCount
    for (let at = 0; at < last; at++) {
      const isCandidate = at < candidateCount
      const other = isCandidate ? candidates[at]! : common.order[at - candidateCount]!
      if (!isCandidate && seen[other] === 1) continue
      let similarity = score[other]!
      const threshold = neighborCount === size ? found.similarity[base + size - 1]! : 0
      const bound = similarity + ownLength * common.length[other]! + maxLong
      if (bound < minSimilarity || bound <= threshold) {
        if (isCandidate) continue
        break
      }
      for (let term = 0, own = row * common.count, its = other * common.count; term < common.count; term++)
        similarity += common.weights[own + term]! * common.weights[its + term]!
      if (hasLong)
        for (let slot = offsets[other]!; slot < offsets[other + 1]!; slot++)
          similarity += longWeight[terms[slot]!]! * weights[slot]!
      if (similarity < minSimilarity || similarity <= threshold) continue
      let index = neighborCount < size ? neighborCount++ : size - 1
      while (index > 0 && found.similarity[base + index - 1]! < similarity) {
        found.similarity[base + index] = found.similarity[base + index - 1]!
        found.rows[base + index] = found.rows[base + index - 1]!
        index--
      }
      found.similarity[base + index] = similarity
      found.rows[base + index] = other
    }
    for (let at = 0; at < candidateCount; at++) {
      score[candidates[at]!] = 0
      seen[candidates[at]!] = 0
    }
    seen[row] = 0
    score[row] = 0
    found.count[row] = neighborCount
    if (hasLong) for (let at = offsets[row]!; at < offsets[row + 1]!; at++) longWeight[terms[at]!] = 0
  }
  return found
}
