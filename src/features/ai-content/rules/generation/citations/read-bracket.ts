import { type Removed, readLink, toLinkKey } from './read-link.ts'
import { type Marker, readMarker } from './read-marker.ts'
import type { FoundLink, ReferenceLinks } from './reference-links.ts'

type BracketOptions = {
  /** Addresses that the text may link to, as keys. */
  links: ReadonlySet<string>
  references: ReferenceLinks
  /** Then links aren't checked. */
  isTrusted: boolean
  /** Without pages, a bare number in brackets is text. */
  hasPages: boolean
}

/** Whether a bracket or an image starts at `at`. */
export const isBracket = (text: string, at: number) => text[at] === '[' || text[at] === '【' || mayOpenImage(text, at)

export const mayOpenImage = (text: string, at: number) => text[at] === '!' && (text[at + 1] ?? '[') === '['

/** Tells what a bracket starts: a marker of citations, a link, the definition of a footnote or link, or text. */
export function createBracketReader({ links, references, isTrusted, hasPages }: BracketOptions) {
  return (text: string, at: number, isLineStart: boolean, final: boolean): FoundLink | Marker | 'incomplete' => {
    const character = text[at]!
    const isLink = !isTrusted && character !== '【'
    const reference = isLink ? references.read(text, at, isLineStart, final) : null
    if (reference) return reference
    const marker = character === '!' ? null : readMarker(text, at, final)
    if (marker === 'incomplete') return marker
    if (marker?.next === ':' && isLineStart) {
      const newline = text.indexOf('\n', marker.end)
      if (newline < 0 && !final) return 'incomplete'
      return { shown: '', end: newline < 0 ? text.length : newline + 1, removed: null }
    }
    if (!marker || (!marker.isCertain && marker.next === '('))
      return isLink ? readInlineLink(text, at, final, links) : { shown: character, end: at + 1, removed: null }
    // "[2019]" isn't a citation. Neither is a bare number when there are no pages.
    const isPlain = !hasPages || marker.numbers.some((number) => number > 99)
    if (marker.isCertain || !isPlain) return marker
    return { shown: text.slice(at, marker.end + 1), end: marker.end + 1, removed: null }
  }
}

/** The link or image at `at`: invented links leave their text, invented images nothing. */
function readInlineLink(
  text: string,
  at: number,
  final: boolean,
  links: ReadonlySet<string>,
): FoundLink | 'incomplete' {
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
