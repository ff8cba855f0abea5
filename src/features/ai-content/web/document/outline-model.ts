import type { Heading } from '#features/reports/contract.ts'
import { headingKey } from '../../rules/markdown-text.ts'

/** A line of the outline: a heading in the text, a planned one, or the one being written. */
export type OutlineEntry = Heading & {
  /** `empty`: in the text, with nothing below. */
  state: 'written' | 'empty' | 'planned' | 'writing'
  /** Index of the heading in the text. Null for a planned one. */
  at: number | null
}

/** A heading of the text. `empty`: nothing below, not even a smaller heading. */
export type TextHeading = Heading & { empty?: boolean }

/** Returns the headings among a text's top-level blocks. */
export function toTextHeadings(blocks: (Heading | 'text')[]): TextHeading[] {
  return blocks.flatMap((block, at) => {
    if (block === 'text') return []
    const next = blocks[at + 1]
    return [{ ...block, empty: next === undefined || (next !== 'text' && next.type <= block.type) }]
  })
}

/**
 * Returns the text's headings in order, with planned headings that aren't written yet after the heading that precedes
 * them in
 * the plan.
 * @param writing text of the heading being written
 */
export function getOutline(plan: Heading[], text: TextHeading[], writing: string | null): OutlineEntry[] {
  const now = writing === null ? null : headingKey(writing)
  const entries: OutlineEntry[] = text.map((heading, at) => ({
    type: heading.type,
    text: heading.text,
    state: headingKey(heading.text) === now ? 'writing' : heading.empty ? 'empty' : 'written',
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

/** Converts entries to the form in which they're saved. */
export const toPlan = (entries: readonly Heading[]): Heading[] => entries.map(({ type, text }) => ({ type, text }))

/** Returns how many levels a line is below the highest heading. */
export function getDepth(entries: readonly Heading[], at: number): number {
  const top = Math.min(...entries.map(({ type }) => Number(type[1])))
  return Math.max(0, Number(entries[at]?.type[1] ?? 1) - top)
}

/** Returns the range of a line and its deeper lines. `end` is exclusive. */
export function getBranch(entries: readonly Heading[], at: number): { start: number; end: number } {
  const level = Number(entries[at]?.type[1] ?? 6)
  let end = at + 1
  while (end < entries.length && Number(entries[end]!.type[1]) > level) end++
  return { start: at, end }
}

/**
 * Moves a line with its deeper lines past the neighboring branch. Null at either end.
 * @returns the lines in their new order and the new index of the moved one
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
    // Moves past the whole branch above, not into it.
    while (to > 0 && Number(rest[to]!.type[1]) > Number(entries[at]!.type[1])) to--
  }
  return { entries: [...rest.slice(0, to), ...branch, ...rest.slice(to)], at: to }
}
