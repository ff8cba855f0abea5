/** What the humanizer changed in each paragraph of a document. */
import type { Sentence } from '#features/humanizer/contract.ts'
import { citationMark } from '../../rules/generation/citations/citation-marks.ts'

/** Consecutive blocks that are humanized together. `start`: index of the first one. */
export type BlockGroup = { start: number; blocks: string[] }

/** `index`: the block's index in the document. */
export type ParagraphChange = { index: number; before: string; after: string; reasons: string[] }

const gap = '\n\n'

/** Groups blocks so that no group is longer than one run takes. A block that is longer alone is left out. */
export function groupBlocks(blocks: string[], maxLength: number): BlockGroup[] {
  const groups: BlockGroup[] = []
  let length = 0
  let isOpen = false
  blocks.forEach((block, index) => {
    if (block.length > maxLength) {
      isOpen = false
      return
    }
    const longer = length + gap.length + block.length
    if (isOpen && longer <= maxLength) {
      groups.at(-1)!.blocks.push(block)
      length = longer
      return
    }
    groups.push({ start: index, blocks: [block] })
    length = block.length
    isOpen = true
  })
  return groups.filter(({ blocks }) => blocks.some((block) => block.trim() !== ''))
}

export const toText = ({ blocks }: BlockGroup) => blocks.join(gap)

/**
 * Returns the blocks that changed. The sentences are all of the group's text, in order. A block that would lose or gain a
 * citation stays as it was.
 */
export function getParagraphChanges(
  { start, blocks }: BlockGroup,
  sentences: Pick<Sentence, 'original' | 'rewritten' | 'reasons' | 'kept'>[],
): ParagraphChange[] {
  let end = -gap.length
  const ends = blocks.map((block) => {
    end += gap.length + block.length
    return end
  })
  const after = blocks.map(() => ({ text: '', reasons: [] as string[], changed: false }))
  let at = 0
  let block = 0
  for (const { original, rewritten, reasons, kept } of sentences) {
    const first = at + (original.length - original.trimStart().length)
    while (block < ends.length - 1 && first > ends[block]!) block++
    const own = after[block]!
    own.text += kept ? original : rewritten
    if (!kept) {
      own.changed = true
      own.reasons.push(...reasons)
    }
    at += original.length
  }
  return after.flatMap(({ text, reasons, changed }, index) => {
    const before = blocks[index]!
    const next = text.trim()
    if (!changed || next === '' || next === before.trim() || !hasSameCitations(before, next)) return []
    return [{ index: start + index, before, after: next, reasons: [...new Set(reasons)] }]
  })
}

const getCitations = (text: string) => [...text.matchAll(citationMark)].map(([mark]) => mark).sort()
const hasSameCitations = (before: string, after: string) => getCitations(before).join() === getCitations(after).join()
