import { diff3MergeRegions } from 'node-diff3'
import { toBlocks } from '#features/ai-content/rules/markdown-blocks.ts'

export type Side = 'theirs' | 'mine'

/** A passage that one side or both changed since the last publication. */
export type MergeChange = {
  kind: 'change'
  by: Side | 'both'
  base: string[]
  theirs: string[]
  mine: string[]
  /** The heading above it. */
  heading: string
}
export type MergePart = { kind: 'same'; blocks: string[] } | MergeChange

/** Compares two texts with the one both started from, by block. */
export function getMergeParts(base: string, theirs: string, mine: string): MergePart[] {
  const baseBlocks = toBlocks(base)
  const regions = diff3MergeRegions(toBlocks(mine), baseBlocks, toBlocks(theirs))
  const parts: MergePart[] = []
  let heading = ''
  let at = 0
  const follow = (blocks: string[]) => {
    for (const block of blocks) heading = /^#{1,6} (.*)/.exec(block)?.[1] ?? heading
  }
  regions.forEach((region, index) => {
    if (region.stable && region.buffer === 'o') {
      parts.push({ kind: 'same', blocks: region.bufferContent })
      follow(region.bufferContent)
      at = region.bufferStart + region.bufferLength
      return
    }
    if (!region.stable) {
      const { aContent: mine, bContent: theirs, oContent } = region
      at = region.oStart + region.oLength
      // The same change on both sides is none to choose about.
      if (mine.join('\n\n') === theirs.join('\n\n')) parts.push({ kind: 'same', blocks: mine })
      else parts.push({ kind: 'change', by: 'both', base: oContent, theirs, mine, heading })
      follow(mine)
      return
    }
    const next = regions.slice(index + 1).find((each) => !each.stable || each.buffer === 'o')
    const end = !next ? baseBlocks.length : next.stable ? next.bufferStart : next.oStart
    const before = baseBlocks.slice(at, end)
    at = end
    const isMine = region.buffer === 'a'
    const changed = region.bufferContent
    parts.push({
      kind: 'change',
      by: isMine ? 'mine' : 'theirs',
      base: before,
      theirs: isMine ? before : changed,
      mine: isMine ? changed : before,
      heading,
    })
    follow(changed)
  })
  return parts
}

/** The text for the choices, in the order of the changes. Null while one is missing. */
export function mergeParts(parts: MergePart[], picks: readonly (Side | undefined)[]): string | null {
  const blocks: string[] = []
  let at = 0
  for (const part of parts) {
    if (part.kind === 'same') {
      blocks.push(...part.blocks)
      continue
    }
    const pick = picks[at++]
    if (!pick) return null
    blocks.push(...part[pick])
  }
  return blocks.join('\n\n')
}

/** A change by one side is taken; where both changed a passage, a person chooses. */
export const getFirstPicks = (parts: MergePart[]): (Side | undefined)[] =>
  parts.flatMap((part) => (part.kind === 'same' ? [] : [part.by === 'both' ? undefined : part.by]))
