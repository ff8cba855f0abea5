import { diff3Merge } from 'node-diff3'
import { toBlocks } from '../../rules/markdown-blocks.ts'

/** A part of a merged text: resolved, or a conflict with two choices. */
export type MergePart =
  | { kind: 'same'; blocks: string[] }
  | { kind: 'conflict'; base: string[]; theirs: string[]; mine: string[] }

export type MergePick = 'theirs' | 'mine' | 'both'

/**
 * Merges two texts with a common base by block (three-way merge). Changes by one side are applied. Where both changed
 * the same block differently, it's a conflict.
 */
export function mergeTexts(base: string, theirs: string, mine: string): MergePart[] {
  const parts: MergePart[] = []
  for (const { ok, conflict } of diff3Merge(toBlocks(mine), toBlocks(base), toBlocks(theirs))) {
    if (ok) parts.push({ kind: 'same', blocks: ok })
    else if (conflict) parts.push(...apart(conflict.o, conflict.b, conflict.a))
  }
  return parts
}

/** Adjacent paragraphs, each changed by one side, aren't a conflict if they can be paired. */
function apart(base: string[], theirs: string[], mine: string[]): MergePart[] {
  if (base.length !== theirs.length || base.length !== mine.length) return [{ kind: 'conflict', base, theirs, mine }]
  return base.map((old, at): MergePart => {
    const [there, here] = [theirs[at]!, mine[at]!]
    if (there === here || here === old) return { kind: 'same', blocks: [there] }
    if (there === old) return { kind: 'same', blocks: [here] }
    return { kind: 'conflict', base: [old], theirs: [there], mine: [here] }
  })
}

export const conflictsIn = (parts: MergePart[]) => parts.filter((part) => part.kind === 'conflict').length

/** Returns the merged text for the choices, in the order of the conflicts. Null while one is missing. */
export function resolveMerge(parts: MergePart[], picks: readonly (MergePick | undefined)[]): string | null {
  const blocks: string[] = []
  let at = 0
  for (const part of parts) {
    if (part.kind === 'same') {
      blocks.push(...part.blocks)
      continue
    }
    const pick = picks[at++]
    if (!pick) return null
    if (pick !== 'mine') blocks.push(...part.theirs)
    if (pick !== 'theirs') blocks.push(...part.mine)
  }
  return blocks.join('\n\n')
}
