import type { WeightedRows } from './term-vectors.ts'

/** Nearest other rows of each row, best first, in slots `row * size .. row * size + count[row]`. */
export type Neighbors = { size: number; count: Int32Array; rows: Int32Array; similarity: Float32Array }

export type NearestOptions = {
  /** Maximum neighbors per row. */
  size: number
  /** Minimum cosine. */
  least: number
  /** For terms in more rows than this, candidates come from a sample of this size. */
  maxPostingLength?: number
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

/**
 * Finds cosine neighbors with an inverted index. Exact, except that rows sharing only terms in more than `maxPostingLength`
 * rows are candidates by a regular sample.
 */
export function nearestRows(
  input: WeightedRows,
  { size, least, maxPostingLength: longestPosting = 2000 }: NearestOptions,
  onProgress: (fraction: number) => void,
): Neighbors {
  const { rows, termCount, offsets, terms, weights, frequency } = input
  const postings = invert(input)
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
    let hasLong = false
    seen[row] = 1
    for (let at = offsets[row]!; at < offsets[row + 1]!; at++) {
      const term = terms[at]!
      const weight = weights[at]!
      if (weight === 0) continue
      const end = postings.offsets[term + 1]!
      const long = frequency[term]! > longestPosting
      const step = long ? Math.ceil(frequency[term]! / longestPosting) : 1
      if (long) {
        longWeight[term] = weight
        hasLong = true
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

    const base = row * size
    let neighborCount = 0
    for (let at = 0; at < candidateCount; at++) {
      const other = candidates[at]!
      let similarity = score[other]!
      score[other] = 0
      seen[other] = 0
      if (hasLong) {
        for (let slot = offsets[other]!; slot < offsets[other + 1]!; slot++) {
          similarity += longWeight[terms[slot]!]! * weights[slot]!
        }
      }
      if (similarity < least || (neighborCount === size && similarity <= found.similarity[base + size - 1]!)) continue
      let index = neighborCount < size ? neighborCount++ : size - 1
      while (index > 0 && found.similarity[base + index - 1]! < similarity) {
        found.similarity[base + index] = found.similarity[base + index - 1]!
        found.rows[base + index] = found.rows[base + index - 1]!
        index--
      }
      found.similarity[base + index] = similarity
      found.rows[base + index] = other
    }
    seen[row] = 0
    score[row] = 0
    found.count[row] = neighborCount
    if (hasLong) for (let at = offsets[row]!; at < offsets[row + 1]!; at++) longWeight[terms[at]!] = 0
  }
  return found
}
