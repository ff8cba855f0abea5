/** Reads Markdown: words, headings, sections. Has no dependencies on the server, so browsers can use it. */
import type { Heading } from '#features/reports/contract.ts'
import { isCalloutMark } from '#kit/markdown/markdown-callouts.ts'

const fence = /^ {0,3}(`{3,}|~{3,})/
const atxHeading = /^ {0,3}(#{1,6})[ \t]+(.*)$/

/**
 * Removes the closing marks of a heading. A regular expression would backtrack quadratically on long runs of spaces.
 */
function withoutClosing(text: string): string {
  let end = text.length
  const skip = (signs: string) => {
    while (end > 0 && signs.includes(text[end - 1]!)) end--
  }
  skip(' \t')
  skip('#')
  skip(' \t')
  return text.slice(0, end)
}

/** A heading with the start and end offsets of its line. */
export type HeadingRange = Heading & { start: number; end: number }

/** Returns the headings of a text with their offsets. Code blocks are skipped. */
export function getHeadingRanges(markdown: string): HeadingRange[] {
  const found: HeadingRange[] = []
  let at = 0
  let open: string | null = null
  for (const line of markdown.split('\n')) {
    const mark = fence.exec(line)?.[1]
    if (mark) {
      if (open === null) open = mark
      else if (mark[0] === open[0] && mark.length >= open.length && line.trim() === mark) open = null
    } else if (open === null && line.includes('#')) {
      const heading = atxHeading.exec(line)
      const text = heading ? plainText(withoutClosing(heading[2]!)) : ''
      if (heading && text)
        found.push({ type: `h${heading[1]!.length}` as Heading['type'], text, start: at, end: at + line.length })
    }
    at += line.length + 1
  }
  return found
}

/** Returns the outline of a text. */
export function getHeadings(markdown: string): Heading[] {
  return getHeadingRanges(markdown).map(({ type, text }) => ({ type, text }))
}

/** Escaped marks are moved to Unicode's private use area while other marks are removed. */
const escaped = 0xe000

/** Removes HTML comments. An unclosed comment stays. */
function withoutComments(text: string): string {
  let result = ''
  let from = 0
  for (let at = text.indexOf('<!--'); at >= 0; at = text.indexOf('<!--', from)) {
    const end = text.indexOf('-->', at + 4)
    if (end < 0) break
    result += text.slice(from, at)
    from = end + 3
  }
  return result + text.slice(from)
}

/** The target of a link, with balanced brackets. */
const target = String.raw`\([^()]*(?:\([^()]*\)[^()]*)*\)`
const image = new RegExp(String.raw`!\[[^[\]]*\](?:${target}|\[[^[\]]*\])`, 'g')
const link = new RegExp(String.raw`\[([^[\]]*)\](?:${target}|\[[^[\]]*\])`, 'g')

/** Every inline mark has one of these, and most lines have none. */
const inlineMark = /[\\`*_~[<]/

/**
 * Removes inline Markdown: links keep their text, images and footnote markers are dropped. No pattern looks past a
 * character that could open the next match, so that malicious input can't cause quadratic backtracking.
 */
export function plainText(markdown: string): string {
  if (!inlineMark.test(markdown)) return markdown.replace(/[ \t]+/g, ' ').trim()
  const bare = markdown.replace(/\\([\\`*_{}[\]()#+.!|>~-])/g, (_all, mark: string) =>
    String.fromCharCode(escaped + mark.charCodeAt(0)),
  )
  return withoutComments(bare)
    .replace(image, '')
    .replace(/\[\^[\w-]+\]/g, '')
    .replace(link, '$1')
    .replace(/<(https?:[^<>\s]+)>/g, '$1')
    .replace(/<br\s{0,3}\/?>/gi, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, '')
    .replace(/(\*\*\*|\*\*|___|__|~~)(?=\S)([\s\S]{0,200}?\S)\1/g, '$2')
    .replace(/(?<![\p{L}\p{N}])([*_])(?=\S)([^*_\n]*?\S)\1(?![\p{L}\p{N}])/gu, '$2')
    .replace(/(?<!`)(`+)([^`]+)\1/g, '$2')
    .replace(/[\ue000-\ue07f]/g, (mark) => String.fromCharCode(mark.charCodeAt(0) - escaped))
    .replace(/[ \t]+/g, ' ')
    .trim()
}

/** Returns the text of each block without heading marks, bullets, quote marks, rules and footnote definitions. */
export function plainBlocks(markdown: string): string[] {
  return markdown
    .split('\n')
    .map((line) => {
      const written = line.trim()
      if (written === '') return ''
      if (written.startsWith('>') && isCalloutMark(written.replace(/^[>\s]+/, ''))) return ''
      if (fence.test(line) || /^\s*\[\^[\w-]+\]:/.test(line) || /^\s*(?:[-*_]\s*){3,}$/.test(line)) return ''
      // The separator between the head and the rows of a table.
      if (/^[\s:|-]+$/.test(written) && written.includes('|')) return ''
      const bare = line.replace(/^\s*(?:>\s?)*(?:#{1,6}\s+|[-*+]\s+(?:\[[ xX]\]\s+)?|\d{1,3}[.)]\s+)?/, '')
      return plainText(bare.replace(/^\||\|\s*$/g, '').replace(/\s\|\s/g, ' '))
    })
    .filter((line) => line !== '')
}

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’.,-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
const plainAscii = /^\p{ASCII}*$/u

/**
 * Counts the words of plain text. In scripts without spaces, each Han or kana character counts as one word, as on
 * pages.
 */
export function countPlainWords(text: string): number {
  if (plainAscii.test(text)) return text.match(word)?.length ?? 0
  const ideographs = text.match(ideograph)?.length ?? 0
  const rest = ideographs ? text.replace(ideograph, ' ') : text
  return ideographs + (unspaced.test(rest) ? countSegments(rest) : (rest.match(word)?.length ?? 0))
}

/** Thai, Lao, Khmer and Burmese need a dictionary, which is slow, so only these runs are segmented. */
function countSegments(text: string) {
  let words = 0
  for (const { isWordLike } of new Intl.Segmenter('th', { granularity: 'word' }).segment(text)) if (isWordLike) words++
  return words
}

/** Counts words as a reader sees them. Headings count; marks, link URLs and footnotes don't. */
export function countWords(markdown: string): number {
  return countPlainWords(plainBlocks(markdown).join('\n'))
}

/**
 * Offsets of a section. `start` is its heading's line, `bodyStart` what follows it, `end` the next heading of the same
 * or a
 * higher level.
 */
export type SectionRange = { start: number; bodyStart: number; end: number; heading: Heading }

/** Returns the section of the `index`-th heading with its subsections, or null if there is none. */
export function getSectionRange(markdown: string, index: number): SectionRange | null {
  const headings = getHeadingRanges(markdown)
  const heading = headings[index]
  if (!heading) return null
  const next = headings.slice(index + 1).find(({ type }) => type <= heading.type)
  return {
    start: heading.start,
    bodyStart: Math.min(heading.end + 1, markdown.length),
    end: next?.start ?? markdown.length,
    heading: { type: heading.type, text: heading.text },
  }
}

/**
 * Finds the section that belongs to a heading of the outline. Users can add and move headings, so of several with the
 * same words, the one closest to `index` is used. Null if the text doesn't have the heading.
 */
export function findSection(markdown: string, outline: Heading[], index: number): SectionRange | null {
  const target = outline[index]
  if (!target) return null
  const key = headingKey(target.text)
  const indexes = getHeadings(markdown).flatMap((heading, at) => (headingKey(heading.text) === key ? [at] : []))
  const nearest = indexes.sort((a, b) => Math.abs(a - index) - Math.abs(b - index))[0]
  return nearest === undefined ? null : getSectionRange(markdown, nearest)
}

/** Headings are equal if their letters and digits are. */
export function headingKey(text: string): string {
  return plainText(text)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^\s*\d+(?:\.\d+)*[.)]\s+/, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}
