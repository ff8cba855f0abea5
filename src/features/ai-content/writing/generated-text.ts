import { cutAt } from '#platform/sanitize-text.ts'
import { type Citation, maxContentLength, type WritingNote } from '../contract.ts'
import type { Removed } from '../rules/generation/citations/citation-stream.ts'
import type { WritingJob } from '../rules/generation/generation-plan.ts'
import { countWords } from '../rules/markdown-text.ts'

/** The text of a running generation, with its citations, tokens and progress. */
export type GeneratedText = ReturnType<typeof createGeneratedText>

/** Characters between the new text and the text after it. */
const betweenParts = 2

export function createGeneratedText(job: WritingJob, wrote: { provider: string; model: string }) {
  const { before, after } = job
  /** Words are counted line by line, so that counting stays cheap in long texts. */
  const counted = { upTo: 0, words: 0 }
  const wordsAfter = countWords(after)
  const text = {
    /** The new text. */
    made: '',
    citations: new Map<number, Citation>(),
    /** Citations and links that were taken out. */
    removed: [] as Removed[],
    /** What was cleaned in it. */
    notes: [] as WritingNote[],
    tokens: { input: 0, output: 0, cached: null } as {
      input: number | null
      output: number | null
      /** Those of the input from the vendor's prompt cache. Null if it reported none. */
      cached: number | null
    },
    /** What wrote it. */
    wrote,
    /** Share of the steps that are done, 0 to 1. */
    progress: 0,

    /** Appends text up to the document's limit. Returns the part that fits. */
    append(added: string): string {
      const room = maxContentLength - before.length - after.length - betweenParts - text.made.length
      const part = cutAt(added, Math.max(0, room))
      text.made += part
      return part
    },

    /** Adds a step's notes to those of the same kind. */
    addNotes(added: WritingNote[]) {
      for (const note of added) {
        const known = text.notes.find(({ kind }) => kind === note.kind)
        if (known) known.count += note.count
        else text.notes.push({ ...note })
      }
    },

    /** Adds a model call's tokens. Null once a provider didn't report them. */
    countTokens(input: number | null, output: number | null, cached: number | null = null) {
      const { tokens } = text
      if (cached !== null) tokens.cached = (tokens.cached ?? 0) + cached
      tokens.input = input === null || tokens.input === null ? null : tokens.input + input
      tokens.output = output === null || tokens.output === null ? null : tokens.output + output
    },

    /** Returns the text before the new one and the new one. */
    written: () => before + text.made,

    /** Returns the whole document. */
    whole() {
      const written = text.written().trimEnd()
      return after === '' ? written : `${written}\n\n${after}`
    },

    words() {
      const written = text.written()
      const end = written.lastIndexOf('\n')
      if (end > counted.upTo) {
        counted.words += countWords(written.slice(counted.upTo, end))
        counted.upTo = end
      }
      return counted.words + countWords(written.slice(counted.upTo)) + wordsAfter
    },
  }
  return text
}
