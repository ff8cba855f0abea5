/** Counts visits of overlapping logs once. */

/** Bytes of a line’s hash. Lines are compared within one day. */
const hashBytes = 6

/** The lines of a day in one log. All three have an element for each line, in the order of `hashes`. */
export type DayLines = {
  day: string
  /** Ascending. */
  hashes: Float64Array
  /** Index of what the line counts for. */
  keys: Uint32Array
  /** Seconds since 1970. */
  seconds: Float64Array
}

export type Counted = { key: number; visits: number; last: number }

/**
 * What a log adds to a day, and the lines that are known afterwards. `seen`: hashes of the lines that were counted, ascending; null when
 * they aren’t known any more, and nothing more is counted.
 */
export function mergeDay(
  seen: Buffer | null,
  { hashes, keys, seconds }: DayLines,
): { counts: Counted[]; seen: Buffer | null } {
  if (seen === null) return { counts: [], seen }
  const total = seen.length / hashBytes
  const merged = Buffer.allocUnsafe((total + hashes.length) * hashBytes)
  const counts = new Map<number, Counted>()
  let [old, at, length] = [0, 0, 0]
  const read = (index: number) =>
    index < total ? seen.readUIntBE(index * hashBytes, hashBytes) : Number.POSITIVE_INFINITY
  while (old < total || at < hashes.length) {
    const known = read(old)
    const hash = at < hashes.length ? hashes[at]! : Number.POSITIVE_INFINITY
    merged.writeUIntBE(Math.min(known, hash), hashBytes * length++, hashBytes)
    if (hash < known) {
      const key = keys[at]!
      const count = counts.get(key) ?? { key, visits: 0, last: 0 }
      count.visits++
      count.last = Math.max(count.last, seconds[at]!)
      counts.set(key, count)
    }
    if (known <= hash) old++
    if (hash <= known) at++
  }
  return { counts: [...counts.values()], seen: merged.subarray(0, length * hashBytes) }
}

export const noLines = () => Buffer.alloc(0)
