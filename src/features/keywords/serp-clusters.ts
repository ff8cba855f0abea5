import { maxEarlier, type SerpMatches } from './serp-matches.ts'

/** Rows from the highest value to the lowest, equals in order of appearance. Values are whole and below 2^31. */
function maxFirst(values: ArrayLike<number>): Int32Array {
  const rows = values.length
  // One number a row that carries both; sorting plain numbers natively is ten times faster than with a comparator.
  const keys = Float64Array.from(values, (value, row) => (2 ** 31 - value) * rows + row).sort()
  return Int32Array.from(keys, (key) => key % rows)
}

function getSizes(star: Int32Array): Int32Array {
  const size = new Int32Array(star.length)
  for (const centre of star) size[centre]!++
  return size
}

function bestCentre({ offsets, to, shared }: SerpMatches, row: number, star: Int32Array, size: Int32Array): number {
  let best = star[row]!
  let most = 0
  for (let at = offsets[row]!; at < offsets[row + 1]!; at++) {
    const centre = to[at]!
    if (star[centre] !== centre || size[centre]! < 2 || shared[at]! < most) continue
    if (shared[at]! > most || size[centre]! > size[best]!) best = centre
    most = shared[at]!
  }
  return best
}

/**
 * Covers the rows with stars; a star's number is the row at its centre. The strongest free row becomes a centre and
 * takes those of its free matches that match at least half of the others: a page halfway between two subjects matches
 * both, and must not make them one. Then every row goes to the centre it shares most with.
 */
export function stars(matches: SerpMatches, strength: Int32Array): Int32Array {
  const { offsets, to } = matches
  const star = new Int32Array(strength.length).fill(-1)
  const nearCentre = new Int32Array(strength.length).fill(-1)
  for (const row of maxFirst(strength)) {
    if (star[row] !== -1) continue
    star[row] = row
    let free = 0
    for (let at = offsets[row]!; at < offsets[row + 1]!; at++) {
      if (star[to[at]!] !== -1) continue
      nearCentre[to[at]!] = row
      free++
    }
    const needed = Math.min(free - 1, maxEarlier) / 2
    for (let at = offsets[row]!; at < offsets[row + 1]!; at++) {
      const other = to[at]!
      if (nearCentre[other] !== row) continue
      let links = 0
      for (let link = offsets[other]!; link < offsets[other + 1]! && links < needed; link++) {
        if (nearCentre[to[link]!] === row) links++
      }
      if (links >= needed) star[other] = row
    }
  }
  const size = getSizes(star)
  return star.map((own, row) => (own === row && size[row]! > 1 ? row : bestCentre(matches, row, star, size)))
}

/** A row alone cannot glue anything, so two matches and a quarter of the star are enough for it. */
function linksNeeded(large: number, small: number): number {
  return small === 1 && large > 2 ? Math.max(2, large / 4) : (large * small) / 2
}

/**
 * Joins stars when at least half of all pairs across match, the largest first. Stars only join the star they are
 * compared with, never what has already joined it, so that joining cannot chain.
 */
export function joinLinkedStars({ offsets, to }: SerpMatches, star: Int32Array): Int32Array {
  const rows = star.length
  const size = getSizes(star)
  const starts = new Int32Array(rows + 1)
  for (let centre = 0; centre < rows; centre++) starts[centre + 1] = starts[centre]! + size[centre]!
  const members = new Int32Array(rows)
  const next = starts.slice()
  for (let row = 0; row < rows; row++) members[next[star[row]!]!++] = row

  const joined = Int32Array.from({ length: rows }, (_, centre) => centre)
  const settled = new Uint8Array(rows)
  const links = new Int32Array(rows)
  for (const centre of maxFirst(size)) {
    if (size[centre] === 0 || settled[centre]) continue
    settled[centre] = 1
    const touched: number[] = []
    for (let at = starts[centre]!; at < starts[centre + 1]!; at++) {
      for (let match = offsets[members[at]!]!; match < offsets[members[at]! + 1]!; match++) {
        const other = star[to[match]!]!
        if (settled[other]) continue
        if (links[other] === 0) touched.push(other)
        links[other]!++
      }
    }
    for (const other of touched) {
      if (links[other]! >= linksNeeded(size[centre]!, size[other]!)) {
        joined[other] = centre
        settled[other] = 1
      }
      links[other] = 0
    }
  }
  return star.map((centre) => joined[centre]!)
}
