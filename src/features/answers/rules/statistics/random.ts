/** Numbers from 0 to 1 that look random and are the same for the same seed (mulberry32): the same answers give the same interval. */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A seed from what is measured. */
export function toSeed(values: readonly number[]): number {
  let hash = 0x811c9dc5
  for (const value of values) hash = Math.imul(hash ^ Math.round(value * 1e6), 0x01000193)
  return hash >>> 0
}
