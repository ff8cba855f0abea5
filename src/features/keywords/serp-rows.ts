/**
 * Result pages as sets of addresses. Keywords with the very same set share one row, so they can never part and count
 * once where an address' spread is measured.
 */
export type SerpRows = {
  rows: number
  /** Addresses of row r: `ranks[offsets[r] .. offsets[r + 1])`, rarest first. */
  offsets: Int32Array
  /** Addresses renumbered from the rarest (0) to the most spread. */
  ranks: Int32Array
  /** What sharing the address counts: 1, less for hubs. */
  weightOfRank: Float32Array
  rowOfKeyword: Int32Array
}

/** An address in more of the result pages than this counts as less than one shared address. */
function hubLimit(rows: number): number {
  return Math.min(500, Math.max(10, 0.15 * rows))
}

function sortSlice(values: Int32Array, start: number, end: number): void {
  for (let at = start + 1; at < end; at++) {
    const value = values[at]!
    let place = at
    while (place > start && values[place - 1]! > value) {
      values[place] = values[place - 1]!
      place--
    }
    values[place] = value
  }
}

/** Copies each keyword's addresses sorted and without repeats; its slice is `start[k] .. start[k] + length[k]`. */
function sortedSets(offsets: Int32Array, urls: Int32Array) {
  const sorted = urls.slice()
  const length = new Int32Array(offsets.length - 1)
  for (let keyword = 0; keyword < length.length; keyword++) {
    const start = offsets[keyword]!
    const end = offsets[keyword + 1]!
    sortSlice(sorted, start, end)
    let kept = start
    for (let at = start; at < end; at++)
      if (at === start || sorted[at] !== sorted[kept - 1]) sorted[kept++] = sorted[at]!
    length[keyword] = kept - start
  }
  return { sorted, length }
}

function toHash(values: Int32Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) {
    hash = Math.imul(hash ^ values[at]!, 0x01000193)
    hash ^= hash >>> 15
  }
  return Math.imul(hash ^ (hash >>> 13), 0x5bd1e995) >>> 0
}

/** The first keyword with the same set, for every keyword (open addressing over the sets' hashes). */
function firstWithSameSet(offsets: Int32Array, sorted: Int32Array, length: Int32Array): Int32Array {
  const slots = 1 << (32 - Math.clz32(Math.max(1, length.length * 2)))
  const table = new Int32Array(slots).fill(-1)
  const first = new Int32Array(length.length)
  const same = (a: number, b: number) => {
    if (length[a] !== length[b]) return false
    for (let at = 0; at < length[a]!; at++) if (sorted[offsets[a]! + at] !== sorted[offsets[b]! + at]) return false
    return true
  }
  for (let keyword = 0; keyword < length.length; keyword++) {
    const start = offsets[keyword]!
    let slot = toHash(sorted, start, start + length[keyword]!) & (slots - 1)
    while (table[slot] !== -1 && !same(table[slot]!, keyword)) slot = (slot + 1) & (slots - 1)
    if (table[slot] === -1) table[slot] = keyword
    first[keyword] = table[slot]!
  }
  return first
}

/** Numbers addresses by how many rows they stand in, rarest first (counting sort). */
function rankAddresses(spread: Int32Array, most: number) {
  const next = new Int32Array(most + 2)
  for (const count of spread) next[count + 1]!++
  for (let at = 0; at <= most; at++) next[at + 1]! += next[at]!
  const rankOf = new Int32Array(spread.length)
  const spreadOfRank = new Int32Array(spread.length)
  for (let url = 0; url < spread.length; url++) {
    const rank = next[spread[url]!]!++
    rankOf[url] = rank
    spreadOfRank[rank] = spread[url]!
  }
  return { rankOf, spreadOfRank }
}

/** Reads `urls[offsets[k] .. offsets[k + 1])`, the addresses of keyword k as small non-negative numbers. */
export function readSerpRows(offsets: Int32Array, urls: Int32Array): SerpRows {
  const { sorted, length } = sortedSets(offsets, urls)
  const first = firstWithSameSet(offsets, sorted, length)
  const rowOfKeyword = new Int32Array(length.length)
  let urlCount = 0
  for (const url of urls) if (url >= urlCount) urlCount = url + 1

  const spread = new Int32Array(urlCount)
  let rows = 0
  let size = 0
  for (let keyword = 0; keyword < length.length; keyword++) {
    if (first[keyword] !== keyword) {
      rowOfKeyword[keyword] = rowOfKeyword[first[keyword]!]!
      continue
    }
    rowOfKeyword[keyword] = rows++
    size += length[keyword]!
    for (let at = offsets[keyword]!; at < offsets[keyword]! + length[keyword]!; at++) spread[sorted[at]!]!++
  }

  const { rankOf, spreadOfRank } = rankAddresses(spread, rows)
  const limit = hubLimit(rows)
  const rowOffsets = new Int32Array(rows + 1)
  const ranks = new Int32Array(size)
  let row = 0
  let end = 0
  for (let keyword = 0; keyword < length.length; keyword++) {
    if (first[keyword] !== keyword) continue
    const start = end
    for (let at = offsets[keyword]!; at < offsets[keyword]! + length[keyword]!; at++)
      ranks[end++] = rankOf[sorted[at]!]!
    sortSlice(ranks, start, end)
    rowOffsets[++row] = end
  }
  const weightOfRank = Float32Array.from(spreadOfRank, (count) => (count <= limit ? 1 : limit / count))
  return { rows, offsets: rowOffsets, ranks, weightOfRank, rowOfKeyword }
}
