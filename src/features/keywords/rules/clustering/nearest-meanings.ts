import type { Neighbors } from './nearest-neighbors.ts'

/** What keywords mean as vectors of a language model, one after the other, each of length about 127. */
export type Meanings = { dimensions: number; vectors: Int8Array }

/**
 * Vectors of length 1 without the list's mean direction, which says what all of a list is about: without removing it, any two
 * keywords of a shop are alike.
 */
export function centerMeanings({ dimensions, vectors }: Meanings): Float32Array {
  const count = vectors.length / dimensions
  const centered = Float32Array.from(vectors)
  const mean = new Float64Array(dimensions)
  for (let at = 0; at < vectors.length; at += dimensions) {
    normalize(centered, at, dimensions)
    for (let axis = 0; axis < dimensions; axis++) mean[axis]! += centered[at + axis]! / count
  }
  for (let at = 0; at < vectors.length; at += dimensions) {
    for (let axis = 0; axis < dimensions; axis++) centered[at + axis]! -= mean[axis]!
    normalize(centered, at, dimensions)
  }
  return centered
}

function normalize(vectors: Float32Array, from: number, dimensions: number) {
  let squares = 0
  for (let at = from; at < from + dimensions; at++) squares += vectors[at]! ** 2
  if (squares < 1e-12) return
  const scale = 1 / Math.sqrt(squares)
  for (let at = from; at < from + dimensions; at++) vectors[at]! *= scale
}

export function getCosine(vectors: Float32Array, dimensions: number, a: number, b: number): number {
  const [from, to] = [a * dimensions, b * dimensions]
  let [first, second, third, fourth] = [0, 0, 0, 0]
  let axis = 0
  // Four sums at a time, because each addition would wait for the one before it.
  for (; axis + 3 < dimensions; axis += 4) {
    first += vectors[from + axis]! * vectors[to + axis]!
    second += vectors[from + axis + 1]! * vectors[to + axis + 1]!
    third += vectors[from + axis + 2]! * vectors[to + axis + 2]!
    fourth += vectors[from + axis + 3]! * vectors[to + axis + 3]!
  }
  for (; axis < dimensions; axis++) first += vectors[from + axis]! * vectors[to + axis]!
  return first + second + third + fourth
}

/** Axes of a sketch. Its cosines are off by about 0.09, which is little enough to choose candidates. */
const sketchDimensions = 128
/** Up to this many vectors, all pairs are compared as they are. */
const maxUnsketched = 1200

/** Shorter vectors whose cosines are about the same, to choose candidates among very many pairs. */
export function sketchMeanings(vectors: Float32Array, dimensions: number) {
  const count = vectors.length / dimensions
  if (count <= maxUnsketched || dimensions <= sketchDimensions) return { vectors, dimensions }
  const sketch = new Float32Array(count * sketchDimensions)
  // Half of the axes are turned around, so that those that share a place don't add up.
  const signs = Int8Array.from({ length: dimensions }, (_, axis) => (Math.imul(axis + 1, 0x9e3779b1) >>> 31 ? 1 : -1))
  for (let row = 0; row < count; row++)
    for (let axis = 0; axis < dimensions; axis++)
      sketch[row * sketchDimensions + (axis % sketchDimensions)]! += signs[axis]! * vectors[row * dimensions + axis]!
  return { vectors: sketch, dimensions: sketchDimensions }
}

/**
 * Finds each vector's nearest others by comparing all pairs.
 * @param getScore of two vectors and their cosine; pairs with 0 or less are left out
 */
export function nearestMeanings(
  vectors: Float32Array,
  dimensions: number,
  size: number,
  getScore: (a: number, b: number, cosine: number) => number,
): Neighbors {
  const rows = vectors.length / dimensions
  const found: Neighbors = {
    size,
    count: new Int32Array(rows),
    rows: new Int32Array(rows * size),
    similarity: new Float32Array(rows * size),
  }
  for (let a = 0; a < rows; a++)
    for (let b = 0; b < a; b++) {
      const score = getScore(a, b, getCosine(vectors, dimensions, a, b))
      if (score <= 0) continue
      insertNeighbor(found, a, b, score)
      insertNeighbor(found, b, a, score)
    }
  return found
}

/** Keeps a row's neighbors in order, the first of equal ones first, and drops the least similar when there are too many. */
export function insertNeighbor(
  { size, count, rows, similarity }: Neighbors,
  row: number,
  other: number,
  score: number,
) {
  const base = row * size
  const known = count[row]!
  if (known === size && score <= similarity[base + size - 1]!) return
  let slot = known < size ? count[row]!++ : size - 1
  while (slot > 0 && similarity[base + slot - 1]! < score) {
    similarity[base + slot] = similarity[base + slot - 1]!
    rows[base + slot] = rows[base + slot - 1]!
    slot--
  }
  similarity[base + slot] = score
  rows[base + slot] = other
}
