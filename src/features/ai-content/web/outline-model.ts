import type { Heading } from '#features/reports/contract.ts'
import { headingKey } from '../markdown-text.ts'

/** A line of the outline: a heading the text has, one that is planned, or the one being written now. */
export type OutlineEntry = Heading & {
  state: 'written' | 'planned' | 'writing'
  /** Which heading of the text it is; null for a planned one. */
  at: number | null
}

/**
 * The text's headings in its order, and between them those of the plan it does not have yet: each stands behind the heading
 * that precedes it in the plan.
 * @param writing words of the heading that is being written
 */
export function getOutline(plan: Heading[], text: Heading[], writing: string | null): OutlineEntry[] {
  const now = writing === null ? null : headingKey(writing)
  const entries: OutlineEntry[] = text.map((heading, at) => ({
    type: heading.type,
    text: heading.text,
    state: headingKey(heading.text) === now ? 'writing' : 'written',
    at,
  }))
  const taken = new Set<OutlineEntry>()
  let behind = -1
  for (const heading of plan) {
    const key = headingKey(heading.text)
    const found = entries.findIndex((entry) => entry.at !== null && !taken.has(entry) && headingKey(entry.text) === key)
    if (found >= 0) {
      taken.add(entries[found]!)
      behind = found
      continue
    }
    behind += 1
    entries.splice(behind, 0, { ...heading, state: key === now ? 'writing' : 'planned', at: null })
  }
  return entries
}

/** As it is saved. */
export const toPlan = (entries: readonly Heading[]): Heading[] => entries.map(({ type, text }) => ({ type, text }))

/** Levels between the highest heading and this one: how far a line stands in. */
export function getDepth(entries: readonly Heading[], at: number): number {
  const top = Math.min(...entries.map(({ type }) => Number(type[1])))
  return Math.max(0, Number(entries[at]?.type[1] ?? 1) - top)
}

/** The lines that belong to one: itself and what stands deeper below it. `end` is exclusive. */
export function getBranch(entries: readonly Heading[], at: number): { start: number; end: number } {
  const level = Number(entries[at]?.type[1] ?? 6)
  let end = at + 1
  while (end < entries.length && Number(entries[end]!.type[1]) > level) end++
  return { start: at, end }
}

/**
 * A line moved up or down with what belongs to it, past the whole branch beside it. Null at either end.
 * @returns the lines in their new order, and where the moved one is
 */
export function movedBranch<Entry extends Heading>(
  entries: readonly Entry[],
  at: number,
  by: -1 | 1,
): { entries: Entry[]; at: number } | null {
  const { start, end } = getBranch(entries, at)
  const branch = entries.slice(start, end)
  const rest = [...entries.slice(0, start), ...entries.slice(end)]
  let to: number
  if (by === 1) {
    if (start >= rest.length) return null
    to = getBranch(rest, start).end
  } else {
    if (start === 0) return null
    to = start - 1
    // Past the branch above as a whole, not into it; a line deeper than this one is part of what stands above.
    while (to > 0 && Number(rest[to]!.type[1]) > Number(entries[at]!.type[1])) to--
  }
  return { entries: [...rest.slice(0, to), ...branch, ...rest.slice(to)], at: to }
}
