import type { Doc } from 'yjs'
import { getParagraph } from './live-client.ts'

/** A character that no other edit inserts, so that each can be looked for afterwards. */
export const getUniqueLetter = (index: number) => String.fromCharCode(0x4e00 + index)

/** Random edits of one paragraph: each inserts a letter of its own, or deletes one letter. */
export function createRandomEdits(doc: Doc, { from, random = Math.random }: { from: number; random?: () => number }) {
  const inserted = new Set<string>()
  const deleted = new Set<string>()
  let next = from
  return {
    inserted,
    deleted,
    edit() {
      const paragraph = getParagraph(doc)
      const text = paragraph.toString()
      if (text.length > 0 && random() < 0.3) {
        const at = Math.floor(random() * text.length)
        deleted.add(text[at]!)
        paragraph.delete(at, 1)
        return
      }
      const letter = getUniqueLetter(next++)
      inserted.add(letter)
      paragraph.insert(Math.floor(random() * (text.length + 1)), letter)
    },
  }
}

/** Letters that the edits should have left, in no order. */
export function getExpectedLetters(before: string, edits: ReturnType<typeof createRandomEdits>[]): string[] {
  const all = [...before, ...edits.flatMap(({ inserted }) => [...inserted])]
  const gone = new Set(edits.flatMap(({ deleted }) => [...deleted]))
  return all.filter((letter) => !gone.has(letter)).sort()
}
