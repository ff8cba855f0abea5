/**
 * Cleans up a section's text while it streams: citations get one form and must refer to pages the writer got, a
 * repeated heading
 * and a code fence around the whole text are removed. Only text that may still become a marker is held back.
 */
import type { Heading } from '#features/reports/contract.ts'
import type { Citation } from './contract.ts'
import type { Passage, SourcePage, WritingStep } from './generation-context.ts'
import { nearestSentence } from './nearest-sentence.ts'
import { getContextPassages } from './source-passages.ts'
import { splitSentences } from './text-sentences.ts'

export type SectionPiece = { text: string; citations: Citation[] }

export type SectionStream = {
  push(delta: string): SectionPiece
  /** Returns the text held back. White space at the end is dropped. */
  end(): SectionPiece
}

export type SectionStreamOptions = {
  pages: SourcePage[]
  /** The passages the writer got: only their pages can be cited. Omitted: any of `pages`. */
  passages?: Passage[]
  /** The heading already in the document. Headings in the text that aren't deeper become deeper. */
  heading: Heading | null
  /** In an `intro`, a heading on the first line is dropped. */
  kind?: WritingStep['kind']
  /** BCP 47. */
  language?: string
  /** Whether the text continues inside an open code block. Its beginning is then treated as code. */
  startsInFence?: boolean
}

const maxFirstLineLength = 300
const maxMarkerLength = 48
const sentenceReach = 1200

/** Bracket styles that models use: [^1] [1] [1, 2] [^1^] [Page 1] 【1】 【1†source】. */
const marker =
  /^\s*(?:(?:pages?|sources?|seite|página|p\.?)\s*)?(\^?)\d{1,3}\^?(?:†.*)?(?:\s*[,;]\s*(?:pages?\s*)?\^?\d{1,3}\^?(?:†.*)?)*\s*$/iu
const markerCharacter = /[\^\p{L}\p{N},; \t†.:_-]/u
const wrapperNames = new Set(['', 'markdown', 'md', 'text', 'plaintext', 'txt'])

export function createSectionStream(options: SectionStreamOptions): SectionStream {
  const { pages, passages = [], heading, kind, language = 'en', startsInFence = false } = options
  const known = new Map(pages.map((page) => [page.n, page]))
  const given = new Set(passages.length > 0 ? passages.map(({ n }) => n) : known.keys())
  const level = heading ? Number(heading.type[1]) : 0
  const headingLetters = heading ? letters(heading.text) : ''
  const cited = new Set<number>()

  let opening = !startsInFence
  let headingPassed = heading === null && kind !== 'intro'
  let rest = ''
  /** White space that was read but not emitted. It's dropped at the end of the text. */
  let space = ''
  let wrapped = false
  let inFence = startsInFence
  let inCode = 0
  let lineStart = true
  /** The end of the emitted text, back to where a cited sentence may begin. */
  let passed = ''

  return {
    push(delta) {
      rest += delta
      if (opening && !open(false)) return { text: '', citations: [] }
      return scan(false)
    },
    end() {
      if (opening && !open(true)) return { text: '', citations: [] }
      return scan(true)
    },
  }

  /** Skips what a model writes before its text. Returns true once the text has begun. */
  function open(final: boolean): boolean {
    for (;;) {
      rest = rest.trimStart()
      if (rest === '') return false
      if ('<think>'.startsWith(rest.slice(0, 7)) && rest.length < 7 && !final) return false
      if (rest.startsWith('<think>')) {
        const end = rest.indexOf('</think>')
        if (end < 0) return false
        rest = rest.slice(end + 8)
        continue
      }
      const line = firstLine(final)
      if (rest[0] === '`' && !wrapped) {
        if (/^`{1,2}$/.test(rest) && !final) return false
        if (rest.startsWith('```')) {
          if (line === null) return false
          if (wrapperNames.has(line.slice(3).trim().toLowerCase())) {
            wrapped = true
            rest = rest.slice(line.length)
            continue
          }
        }
      }
      if (!headingPassed) {
        const verdict = repeatsHeading(line)
        if (verdict === null) return false
        if (verdict && line !== null) {
          rest = rest.slice(line.length)
          headingPassed = true
          continue
        }
      }
      opening = false
      return true
    }
  }

  /** Returns the first line, or null while it's incomplete. A very long line counts as complete. */
  function firstLine(final: boolean): string | null {
    const end = rest.indexOf('\n')
    if (end >= 0 && end <= maxFirstLineLength) return rest.slice(0, end)
    return final || rest.length > maxFirstLineLength ? rest.slice(0, maxFirstLineLength + 1) : null
  }

  /**
   * Whether the line repeats the heading. Null if more text is needed to decide. A decision holds however the line
   * continues.
   */
  function repeatsHeading(line: string | null): boolean | null {
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

  function scan(final: boolean): SectionPiece {
    const citations: Citation[] = []
    let out = space
    let at = 0
    const text = rest
    const length = text.length

    while (at < length) {
      if (lineStart) {
        let first = at
        while (first < length && first - at < 3 && (text[first] === ' ' || text[first] === '\t')) first++
        if (first === length && !final) break
        const mark = text[first]
        if (mark === '`' || mark === '~') {
          let run = first
          while (text[run] === mark) run++
          if (run === length && !final) break
          if (run - first >= 3) {
            const newline = text.indexOf('\n', run)
            if (newline < 0 && !final) break
            const end = newline < 0 ? length : newline
            const bare = text.slice(run, end).trim() === ''
            lineStart = false
            if (!inFence && wrapped && bare) wrapped = false
            else {
              inFence = !(inFence && bare)
              out += text.slice(at, end)
            }
            at = end
            continue
          }
        } else if (mark === '#' && !inFence && level > 0) {
          let run = first
          while (text[run] === '#') run++
          if (run === length && !final) break
          if (run - first <= level && (text[run] === ' ' || text[run] === '\t')) {
            out += '#'.repeat(Math.min(6, level + 1))
            at = run
          }
        }
        // Brackets decide themselves whether they start a footnote definition.
        if (mark !== '[' || inFence) lineStart = false
      }
      const character = text[at]!
      if (character === '\n') {
        lineStart = true
        inCode = 0
        out += character
        at++
      } else if (inFence) {
        const newline = text.indexOf('\n', at)
        const end = newline < 0 ? length : newline
        out += text.slice(at, end)
        at = end
      } else if (character === '`') {
        let run = at
        while (text[run] === '`') run++
        if (run === length && !final) break
        if (inCode === 0) inCode = run - at
        else if (inCode === run - at) inCode = 0
        out += text.slice(at, run)
        at = run
      } else if ((character === '[' || character === '【') && inCode === 0) {
        const opensLine = lineStart
        let end = at + 1
        while (end < length && end - at < maxMarkerLength && markerCharacter.test(text[end]!)) end++
        if (end === length && end - at < maxMarkerLength && !final) break
        const inside = text.slice(at + 1, end)
        const match = text[end] === (character === '[' ? ']' : '】') ? marker.exec(inside) : null
        if (!match) {
          lineStart = false
          out += character
          at++
          continue
        }
        if (end + 1 === length && !final) break
        const next = text[end + 1] ?? ''
        const certain = character === '【' || match[1] === '^' || /^\s*\p{L}/u.test(inside)
        if (next === ':' && opensLine) {
          const newline = text.indexOf('\n', end)
          if (newline < 0 && !final) break
          at = newline < 0 ? length : newline + 1
          continue
        }
        lineStart = false
        const numbers = (inside.replace(/†[^,;]*/g, '').match(/\d+/g) ?? []).map(Number)
        // "[2019]" and "[1](url)" aren't citations. Neither is a bare number when there are no pages.
        if (!certain && (next === '(' || known.size === 0 || numbers.some((number) => number > 99))) {
          out += text.slice(at, end + 1)
          at = end + 1
          continue
        }
        const real = [...new Set(numbers)].filter((number) => given.has(number) && known.has(number))
        for (const n of real) {
          if (!cited.has(n)) {
            cited.add(n)
            citations.push(getCitation(n, passed + out))
          }
          out += `[^${n}]`
        }
        at = end + 1
        if (real.length === 0 && !/[\p{L}\p{N}([]/u.test(next)) out = out.replace(/[ \t]+$/, '')
      } else {
        // Copies runs of ordinary characters at once, for speed.
        let end = at + 1
        while (end < length && !isSpecial(text.charCodeAt(end))) end++
        out += text.slice(at, end)
        at = end
        if (end === length) break
      }
    }
    const shown = out.trimEnd()
    space = out.slice(shown.length)
    rest = text.slice(at)
    passed += shown
    if (passed.length > 4 * sentenceReach) passed = passed.slice(-sentenceReach)
    return { text: shown, citations }
  }

  function getCitation(n: number, before: string): Citation {
    const page = known.get(n)!
    const sentence =
      splitSentences(
        before
          .slice(-sentenceReach)
          .split('\n')
          .findLast((line) => line.trim() !== '') ?? '',
      ).at(-1) ?? ''
    const own = passages.filter((passage) => passage.n === n)
    const from = own.length > 0 ? own : getContextPassages({ pages }).filter((passage) => passage.n === n)
    return { n, url: page.url, title: page.title, quote: nearestSentence(sentence, from, language) }
  }
}

const isSpecial = (code: number) => code === 10 || code === 91 || code === 96 || code === 0x3010

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
