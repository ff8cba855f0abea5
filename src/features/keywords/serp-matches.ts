import type { SerpRows } from './serp-rows.ts'

/** Which rows share enough addresses: matches of row r are `to[offsets[r] .. offsets[r + 1])`, `shared` beside them. */
export type SerpMatches = { offsets: Int32Array; to: Int32Array; shared: Float32Array }

/**
 * Most earlier rows a row is matched with. A group of a thousand alike would otherwise cost a million matches; its
 * first rows still meet all others, and one of them becomes its centre.
 */
export const maxEarlier = 128

/** A list of pairs that grows by doubling; plain arrays of numbers would take three times the memory. */
class Pairs {
  from = new Int32Array(1 << 16)
  to = new Int32Array(1 << 16)
  shared = new Float32Array(1 << 16)
  count = 0

  add(from: number, to: number, shared: number) {
    if (this.count === this.from.length) this.grow()
    this.from[this.count] = from
    this.to[this.count] = to
    this.shared[this.count++] = shared
  }

  private grow() {
    const twice = this.count * 2
    const from = new Int32Array(twice)
    const to = new Int32Array(twice)
    const shared = new Float32Array(twice)
    from.set(this.from)
    to.set(this.to)
    shared.set(this.shared)
    this.from = from
    this.to = to
    this.shared = shared
  }
}

/**
 * How many addresses of each row, rarest first, must be indexed: two rows sharing `threshold` in weight share at least
 * one among these, since what remains is less than that (prefix filter).
 */
function prefixLengths({ rows, offsets, ranks, weightOfRank }: SerpRows, threshold: number): Int32Array {
  const lengths = new Int32Array(rows)
  for (let row = 0; row < rows; row++) {
    let at = offsets[row + 1]!
    let rest = 0
    while (at > offsets[row]!) {
      rest += weightOfRank[ranks[at - 1]!]!
      if (rest >= threshold - 1e-4) break
      at--
    }
    lengths[row] = at - offsets[row]!
  }
  return lengths
}

/** All pairs of rows whose shared addresses weigh at least `threshold`, but for the limit above. */
export function matchSerps(serps: SerpRows, threshold: number, onProgress: (fraction: number) => void): SerpMatches {
  const { rows, offsets, ranks, weightOfRank } = serps
  const prefix = prefixLengths(serps, threshold)
  const starts = new Int32Array(weightOfRank.length + 1)
  for (let row = 0; row < rows; row++) {
    for (let at = offsets[row]!; at < offsets[row]! + prefix[row]!; at++) starts[ranks[at]! + 1]!++
  }
  for (let rank = 0; rank < weightOfRank.length; rank++) starts[rank + 1]! += starts[rank]!
  const ends = starts.slice()
  const indexed = new Int32Array(starts[weightOfRank.length]!)
  const lastSeenBy = new Int32Array(rows).fill(-1)
  const pairs = new Pairs()

  const sharedWeight = (a: number, b: number) => {
    let left = offsets[a]!
    let right = offsets[b]!
    const leftEnd = offsets[a + 1]!
    const rightEnd = offsets[b + 1]!
    let sum = 0
    while (left < leftEnd && right < rightEnd) {
      const difference = ranks[left]! - ranks[right]!
      if (difference === 0) sum += weightOfRank[ranks[left]!]!
      if (difference <= 0) left++
      if (difference >= 0) right++
    }
    return sum
  }

  for (let row = 0; row < rows; row++) {
    if (row % 8192 === 0) onProgress(row / rows)
    let found = 0
    const end = offsets[row]! + prefix[row]!
    for (let at = offsets[row]!; at < end; at++) {
      const rank = ranks[at]!
      for (let slot = starts[rank]!; slot < ends[rank]! && found < maxEarlier; slot++) {
        const other = indexed[slot]!
        if (lastSeenBy[other] === row) continue
        lastSeenBy[other] = row
        const shared = sharedWeight(row, other)
        if (shared < threshold - 1e-4) continue
        pairs.add(row, other, shared)
        found++
      }
      indexed[ends[rank]!++] = row
    }
  }
  return bothWays(pairs, rows)
}

function bothWays({ from, to, shared, count }: Pairs, rows: number): SerpMatches {
  const offsets = new Int32Array(rows + 1)
  for (let at = 0; at < count; at++) {
    offsets[from[at]! + 1]!++
    offsets[to[at]! + 1]!++
  }
  for (let row = 0; row < rows; row++) offsets[row + 1]! += offsets[row]!
  const next = offsets.slice()
  const matches = { offsets, to: new Int32Array(count * 2), shared: new Float32Array(count * 2) }
  for (let at = 0; at < count; at++) {
    const a = from[at]!
    const b = to[at]!
    matches.shared[next[a]!] = shared[at]!
    matches.to[next[a]!++] = b
    matches.shared[next[b]!] = shared[at]!
    matches.to[next[b]!++] = a
  }
  return matches
}
