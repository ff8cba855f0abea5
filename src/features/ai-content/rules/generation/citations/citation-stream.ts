/**
 * Cleans up a section's text while it streams: citations get one form and must refer to pages the writer got that support
 * the sentence, links must be given ones, and a repeated heading and a code fence around the whole text are removed. Only
 * text that may still become a marker or a link is held back.
 */
import type { Heading } from '#features/reports/contract.ts'
import type { Citation } from '../../../contract.ts'
import { createSectionOpening } from '../cleaning/section-opening.ts'
import type { Passage, SourcePage, WritingStep } from '../generation-context.ts'
import { checkCitation } from './check-citation.ts'
import { readBareUrl } from './read-bare-url.ts'
import { type Removed, readLink, toLinkKey } from './read-link.ts'
import { readMarker } from './read-marker.ts'
import { type FoundLink, ReferenceLinks } from './reference-links.ts'

export type { Removed }

export type SectionPiece = { text: string; citations: Citation[]; removed: Removed[] }

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
  /** Addresses besides the pages' that the text may link to, as keys (`toLinkKey`). */
  links?: Iterable<string>
  /** The writer only quotes the pages: citations and links aren't checked. */
  isTrusted?: boolean
  /** False in texts that carry no footnotes, such as emails and ads: their marks are taken out. */
  cites?: boolean
  /** Numbers of marks that stay without a check, because the text that is edited has them. */
  ownMarks?: ReadonlySet<number>
  /** Whether the text continues inside an open code block. Its beginning is then treated as code. */
  startsInFence?: boolean
}

const sentenceReach = 1200

export function createSectionStream(options: SectionStreamOptions): SectionStream {
  const { pages, heading, kind, startsInFence = false, isTrusted = false, ownMarks } = options
  const known = new Map(pages.map((page) => [page.n, page]))
  const marks = getMarks(options)
  const level = heading ? Number(heading.type[1]) : 0
  const cited = new Set<number>()
  const links = new Set([...pages.map(({ url }) => toLinkKey(url)), ...(options.links ?? [])])

  const references = new ReferenceLinks(links)

  const opening = createSectionOpening({ heading, kind })
  let isOpening = !startsInFence
  let rest = ''
  /** White space that was read but not emitted. It's dropped at the end of the text. */
  let space = ''
  let wrapped = false
  let inFence = startsInFence
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
    wrapped = found.isWrapped
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

    while (at < length) {
      if (lineStart) {
        let first = at
        while (first < length && first - at < 3 && (text[first] === ' ' || text[first] === '\t')) first++
        if (first === length && !final) break
        const mark = text[first]
        if (mark === '`' || mark === '~') {
          const run = getRunEnd(text, first)
          if (run === length && !final) break
          if (run - first >= 3) {
            const end = getLineEnd(text, run)
            if (end === length && !final) break
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
          const run = getRunEnd(text, first)
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
      } else if (inCode === 0 && (character === '[' || character === '【' || mayOpenImage(text, at))) {
        const isLink = !isTrusted && character !== '【'
        const reference = isLink ? references.read(text, at, lineStart, final) : null
        if (reference === 'incomplete') break
        if (reference) {
          takeFound(reference)
          continue
        }
        const found = character === '!' ? null : readMarker(text, at, final)
        if (found === 'incomplete') break
        if (found?.next === ':' && lineStart) {
          const newline = text.indexOf('\n', found.end)
          if (newline < 0 && !final) break
          at = newline < 0 ? length : newline + 1
          continue
        }
        if (!found || (!found.isCertain && found.next === '(')) {
          const link = isLink ? takeLink(text, at, final, links) : { shown: character, end: at + 1, removed: null }
          if (link === 'incomplete') break
          takeFound(link)
          continue
        }
        lineStart = false
        const { end, next, numbers } = found
        // "[2019]" isn't a citation. Neither is a bare number when there are no pages.
        const isPlain = known.size === 0 || numbers.some((number) => number > 99)
        if (!found.isCertain && isPlain) {
          takeFound({ shown: text.slice(at, end + 1), end: end + 1, removed: null })
          continue
        }
        let shown = 0
        for (const n of new Set(numbers)) {
          if (!marks.has(n)) continue
          const isKnown = ownMarks !== undefined || (isTrusted && cited.has(n))
          const checked = isKnown ? null : cite(known.get(n)!, passed + out, options)
          if (checked?.citation === null) {
            removed.push({ kind: 'citation', text: checked.text, n })
            continue
          }
          if (checked && !cited.has(n)) citations.push(checked.citation)
          cited.add(n)
          out += `[^${n}]`
          shown++
        }
        at = end + 1
        if (shown === 0 && !/[\p{L}\p{N}([]/u.test(next)) out = out.replace(/[ \t]+$/, '')
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

/** Index after the characters at `at` that are the same. */
function getRunEnd(text: string, at: number): number {
  let end = at
  while (text[end] === text[at]) end++
  return end
}

/** Index after a run of ordinary characters, which are copied at once, for speed. */
function getOrdinaryEnd(text: string, at: number): number {
  let end = at + 1
  while (end < text.length && !isSpecial(text.charCodeAt(end)) && !mayOpenImage(text, end)) end++
  return end
}

function getLineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end < 0 ? text.length : end
}

/** The link or image at `at`: invented links leave their text, invented images nothing. */
function takeLink(text: string, at: number, final: boolean, links: ReadonlySet<string>) {
  const isImage = text[at] === '!'
  const start = isImage ? at + 1 : at
  const link = start < text.length ? readLink(text, start, final) : final ? null : 'incomplete'
  if (link === 'incomplete') return link
  if (!link) return { shown: text[at]!, end: at + 1, removed: null }
  const { end, url } = link
  if ((!isImage && url.startsWith('#')) || links.has(toLinkKey(url)))
    return { shown: text.slice(at, end), end, removed: null }
  const removed: Removed = { kind: 'link', text: link.text, url }
  return { shown: isImage ? '' : link.text, end, removed }
}

/** The numbers that marks may have. */
function getMarks({ pages, passages = [], cites = true, ownMarks }: SectionStreamOptions): ReadonlySet<number> {
  if (ownMarks || !cites) return ownMarks ?? new Set()
  const all = pages.map(({ n }) => n)
  const given = new Set(passages.map(({ n }) => n))
  return new Set(given.size > 0 ? all.filter((n) => given.has(n)) : all)
}

/** A trusted writer's quotation needs no check but finds its sentence the same way. */
function cite(page: SourcePage, before: string, { language = 'en', isTrusted = false }: SectionStreamOptions) {
  const checked = checkCitation(before.slice(-sentenceReach), page, language)
  if (!isTrusted || checked.citation) return checked
  const { n, url, title } = page
  return { ...checked, citation: { n, url, title, quote: checked.text.slice(0, 300) } }
}

const isSpecial = (code: number) => code === 10 || code === 91 || code === 96 || code === 0x3010

const mayOpenImage = (text: string, at: number) => text[at] === '!' && (text[at + 1] ?? '[') === '['
