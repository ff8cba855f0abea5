import type { Row } from '../../../contract.ts'

/** Which questions a crowded branch of the wheel shows, and how it avoids repeating how they begin. */

/** A beginning of fewer words is too short to stand for. */
const minStem = 3
/** Words that two questions have to begin with to count as alike. */
const alike = 4
/** Questions that begin alike, of each kind, before others get their turn. */
const maxAlike = 3

const toWords = (text: string) => text.trim().split(/\s+/)

/**
 * The rows to draw where not all fit: the most useful ones, but no more than three that begin alike while there are others.
 * They stay in their order.
 */
export function spreadRows(rows: readonly Row[], count: number): Row[] {
  if (rows.length <= count) return [...rows]
  const beginnings = new Map<string, number>()
  const [first, later]: [Row[], Row[]] = [[], []]
  for (const row of rows) {
    const beginning = toWords(row.text.toLowerCase()).slice(0, alike).join(' ')
    const seen = beginnings.get(beginning) ?? 0
    beginnings.set(beginning, seen + 1)
    ;(seen < maxAlike ? first : later).push(row)
  }
  const chosen = new Set([...first, ...later].slice(0, count))
  return rows.filter((row) => chosen.has(row))
}

/** Rows in their order, except that one that others begin with comes before them, so that its text can stand for theirs. */
export function withStemsFirst(rows: readonly Row[]): Row[] {
  const ordered: Row[] = []
  for (const row of rows) {
    const stem = `${row.text.toLowerCase()} `
    const longer = ordered.findIndex(({ text }) => text.toLowerCase().startsWith(stem))
    ordered.splice(longer < 0 ? ordered.length : longer, 0, row)
  }
  return ordered
}

/**
 * The texts with the beginning they share with the last full one left out: "how to make cold brew coffee" and
 * "… in a french press". Between two full texts "…" always stands for the same words, so that it can be read.
 */
export function withoutSharedStems(texts: readonly string[]): string[] {
  let full: string[] = []
  let stem: number | null = null
  return texts.map((text) => {
    const words = toWords(text)
    const lower = words.map((word) => word.toLowerCase())
    const differs = lower.findIndex((word, at) => word !== full[at])
    const shared = differs < 0 ? lower.length : differs
    const left = stem ?? shared
    if (left >= minStem && shared >= left && left < words.length) {
      stem = left
      return `… ${words.slice(left).join(' ')}`
    }
    full = lower
    stem = null
    return text
  })
}
