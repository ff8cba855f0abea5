import type { Heading } from '#features/reports/contract.ts'
import type { WritingStep } from '../generation-context.ts'

const maxFirstLineLength = 300
const wrapperNames = new Set(['', 'markdown', 'md', 'text', 'plaintext', 'txt'])

type Opening = {
  /** The text without what was skipped. */
  rest: string
  /** Whether the text is inside a code fence around all of it. */
  isWrapped: boolean
  /** Whether the text itself has begun. */
  isDone: boolean
}

/**
 * Returns a function that skips what a model writes before its text: thoughts, a code fence around all of it and a
 * repeated heading. It's called with the text so far until it's done.
 */
export function createSectionOpening(options: { heading: Heading | null; kind?: WritingStep['kind'] }) {
  const { heading, kind } = options
  const level = heading ? Number(heading.type[1]) : 0
  const headingLetters = heading ? letters(heading.text) : ''
  let headingPassed = heading === null && kind !== 'intro'
  let isWrapped = false

  return (text: string, final: boolean): Opening => {
    let rest = text
    const wait = () => ({ rest, isWrapped, isDone: false })
    for (;;) {
      rest = rest.trimStart()
      if (rest === '') return wait()
      if ('<think>'.startsWith(rest.slice(0, 7)) && rest.length < 7 && !final) return wait()
      if (rest.startsWith('<think>')) {
        const end = rest.indexOf('</think>')
        if (end < 0) return wait()
        rest = rest.slice(end + 8)
        continue
      }
      const line = getFirstLine(rest, final)
      if (rest[0] === '`' && !isWrapped) {
        if (/^`{1,2}$/.test(rest) && !final) return wait()
        if (rest.startsWith('```')) {
          if (line === null) return wait()
          if (wrapperNames.has(line.slice(3).trim().toLowerCase())) {
            isWrapped = true
            rest = rest.slice(line.length)
            continue
          }
        }
      }
      if (!headingPassed) {
        const verdict = repeatsHeading(rest, line)
        if (verdict === null) return wait()
        if (verdict && line !== null) {
          rest = rest.slice(line.length)
          headingPassed = true
          continue
        }
      }
      return { rest, isWrapped, isDone: true }
    }
  }

  /**
   * Whether the line repeats the heading. Null if more text is needed to decide. A decision holds however the line
   * continues.
   */
  function repeatsHeading(rest: string, line: string | null): boolean | null {
    if (rest[0] === '#') {
      if (line === null) return null
      const hashes = /^#{1,6}(?=[ \t])/.exec(line)?.[0].length ?? 0
      if (hashes === 0 || line.length > maxFirstLineLength) return false
      return kind === 'intro' || hashes <= level || letters(line) === headingLetters
    }
    if (headingLetters === '') return false
    if (line !== null) return line.length <= maxFirstLineLength && letters(line) === headingLetters
    return headingLetters.startsWith(letters(rest)) ? null : false
  }
}

/** Returns the first line, or null while it's incomplete. A very long line counts as complete. */
function getFirstLine(rest: string, final: boolean): string | null {
  const end = rest.indexOf('\n')
  if (end >= 0 && end <= maxFirstLineLength) return rest.slice(0, end)
  return final || rest.length > maxFirstLineLength ? rest.slice(0, maxFirstLineLength + 1) : null
}

/**
 * Returns the letters and digits of a line without leading numbering. The result for a prefix of a line is a prefix of
 * the
 * result for the whole line.
 */
function letters(line: string): string {
  return line
    .replace(/^[^\p{L}]*/u, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')
}
