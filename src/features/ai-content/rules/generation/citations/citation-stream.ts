/**
 * Cleans up a section's text while it streams: citations get one form and must refer to pages the writer got that support
 * the sentence, links must be given ones, and a repeated heading and a code fence around the whole text are removed. Only
 * text that may still become a marker or a link is held back.
 */
import type { Heading } from '#features/reports/contract.ts'
import type { Citation } from '../../../contract.ts'
import { createSectionOpening } from '../cleaning/section-opening.ts'
import type { WritingStep } from '../generation-context.ts'
import { type CitationOptions, createCitationCheck, sentenceReach } from './cite-pages.ts'
import { readBareUrl } from './read-bare-url.ts'
import { createBracketReader, isBracket, mayOpenImage } from './read-bracket.ts'
import { getLineEnd, getRunEnd, LineStarts } from './read-line-start.ts'
import { type Removed, toLinkKey } from './read-link.ts'
import type { Marker } from './read-marker.ts'
import { type FoundLink, ReferenceLinks } from './reference-links.ts'

export type { Removed }

export type SectionPiece = { text: string; citations: Citation[]; removed: Removed[] }

export type SectionStream = {
  push(delta: string): SectionPiece
  /** Returns the text held back. White space at the end is dropped. */
  end(): SectionPiece
}

export type SectionStreamOptions = CitationOptions & {
  /** The heading already in the document. Headings in the text that aren't deeper become deeper. */
  heading: Heading | null
  /** In an `intro`, a heading on the first line is dropped. */
  kind?: WritingStep['kind']
  /** Addresses besides the pages' that the text may link to, as keys (`toLinkKey`). */
  links?: Iterable<string>
  /** Whether the text continues inside an open code block. Its beginning is then treated as code. */
  startsInFence?: boolean
}

export function createSectionStream(options: SectionStreamOptions): SectionStream {
  const { pages, heading, kind, startsInFence = false, isTrusted = false } = options
  const links = new Set([...pages.map(({ url }) => toLinkKey(url)), ...(options.links ?? [])])

  const opening = createSectionOpening({ heading, kind })
  const lines = new LineStarts(heading ? Number(heading.type[1]) : 0, startsInFence)
  const references = new ReferenceLinks(links)
  const readBracket = createBracketReader({ links, references, isTrusted, hasPages: pages.length > 0 })
  const citePages = createCitationCheck(options)
  let isOpening = !startsInFence
  let rest = ''
  /** White space that was read but not emitted. It's dropped at the end of the text. */
  let space = ''
  /** Backticks that opened the code in the line. 0: outside of code. */
  let inCode = 0
  let lineStart = true
  /** The last character before `rest`. */
  let lastRead = ''
  /** The end of the emitted text, back to where a cited sentence may begin. */
  let passed = ''

  return {
    push(delta) {
      rest += delta
      return references.canWait(delta, rest.length) ? { text: '', citations: [], removed: [] } : scan(false)
    },
    end: () => scan(true),
  }

  /** Returns true once the text itself has begun. */
  function open(final: boolean): boolean {
    const found = opening(rest, final)
    rest = found.rest
    lines.isWrapped = found.isWrapped
    isOpening = !found.isDone
    return found.isDone
  }

  function scan(final: boolean): SectionPiece {
    if (isOpening && !open(final)) return { text: '', citations: [], removed: [] }
    const citations: Citation[] = []
    const removed: Removed[] = []
    let out = space
    let at = 0
    const text = rest
    const length = text.length
    const takeFound = (found: FoundLink) => {
      if (found.removed) removed.push(found.removed)
      out += found.shown
      at = found.end
      lineStart = text[at - 1] === '\n'
    }
    const takeMarker = ({ numbers, end, next }: Marker) => {
      const found = citePages(numbers, passed + out)
      citations.push(...found.citations)
      removed.push(...found.removed)
      out += found.shown
      at = end + 1
      lineStart = false
      if (found.shown === '' && !/[\p{L}\p{N}([]/u.test(next)) out = out.replace(/[ \t]+$/, '')
    }

    while (at < length) {
      if (lineStart) {
        const found = lines.read(text, at, final)
        if (found === 'incomplete') break
        if (found) {
          takeFound(found)
          continue
        }
        // Brackets decide themselves whether they start a footnote definition.
        lineStart = lines.isBracket(text, at)
      }
      const character = text[at]!
      if (character === '\n') {
        lineStart = true
        inCode = 0
        out += character
        at++
      } else if (lines.isInFence) {
        const end = getLineEnd(text, at)
        out += text.slice(at, end)
        at = end
      } else if (character === '`') {
        const run = getRunEnd(text, at)
        if (run === length && !final) break
        if (inCode === 0) inCode = run - at
        else if (inCode === run - at) inCode = 0
        out += text.slice(at, run)
        at = run
      } else if (inCode === 0 && isBracket(text, at)) {
        const found = readBracket(text, at, lineStart, final)
        if (found === 'incomplete') break
        if ('numbers' in found) takeMarker(found)
        else takeFound(found)
      } else {
        const end = getOrdinaryEnd(text, at)
        const previous = at > 0 ? text[at - 1]! : lastRead
        const isWhole = final || end < length
        const found = isTrusted || inCode > 0 ? null : readBareUrl(text.slice(0, end), at, previous, isWhole, links)
        out += text.slice(at, found?.start ?? end)
        at = found?.end ?? end
        if (found && found.end === found.start) break
        if (found) removed.push({ kind: 'link', text: found.url, url: found.url })
        if (found && !/[\p{L}\p{N}([]/u.test(text[at] ?? '')) out = out.replace(/[ \t]+$/, '')
        if (end === length && !found) break
      }
    }
    if (final) removed.push(...references.takeUnused())
    const shown = out.trimEnd()
    space = out.slice(shown.length)
    if (at > 0) lastRead = text[at - 1]!
    rest = text.slice(at)
    passed += shown
    if (passed.length > 4 * sentenceReach) passed = passed.slice(-sentenceReach)
    return { text: shown, citations, removed }
  }
}

/** Index after a run of ordinary characters, which are copied at once, for speed. */
function getOrdinaryEnd(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && !isSpecial(text.charCodeAt(end)) && !mayOpenImage(text, end)) end++
  return end
}

const isSpecial = (code: number) => code === 10 || code === 91 || code === 96 || code === 0x3010
