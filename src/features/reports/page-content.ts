import type { Heading } from './contract.ts'
import { type Block, isHeading, isRun, type Run, readBlocks } from './page-blocks.ts'
import { findMain } from './page-main-content.ts'
import { readMetadata } from './page-metadata.ts'
import { parseTree } from './page-parser.ts'

/** A page as a reader meets it. All but the metadata speaks of its main content only. */
export type PageContent = {
  title: string | null
  description: string | null
  /** BCP 47, as the page declares it. */
  language: string | null
  /** ISO 8601: a day, or an instant where the page names the time and its zone. */
  published_at: string | null
  /** In document order, none empty. */
  headings: Heading[]
  /** Whitespace collapsed, paragraphs separated by an empty line. */
  text: string
  /** Words of `text`; in scripts without spaces a character of Han or kana counts as one. */
  words: number
  /** Links in the main content to the page's own host (with or without "www."), and to others. */
  links: { internal: number; external: number }
}

/**
 * The main content of a page: without menus, scripts, hidden parts, cookie notices, comments, lists of other articles
 * and footers. `url` is the page's address. Takes any string, never throws, and takes time in proportion to its length.
 */
export function extractPage(html: string, url: string): PageContent {
  const tree = parseTree(html)
  const { base, ...metadata } = readMetadata(tree)
  const main = findMain(() => readBlocks(tree))
  const runs = getRuns(main)
  const text = runs.map((run) => run.text).join('\n\n')
  return { ...metadata, headings: getHeadings(main), text, words: countWords(text), links: countLinks(runs, url, base) }
}

function getRuns(block: Block): Run[] {
  return block.parts.flatMap((part) => (isRun(part) ? [part] : getRuns(part)))
}

function getHeadings(block: Block): Heading[] {
  if (!isHeading(block)) return block.parts.flatMap((part) => (isRun(part) ? [] : getHeadings(part)))
  const text = getRuns(block)
    .map((run) => run.text)
    .join(' ')
  return text ? [{ type: block.element.tag as Heading['type'], text }] : []
}

const spacedWord = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’.-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
const unspaced = /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

function countWords(text: string): number {
  const ideographs = text.match(ideograph)?.length ?? 0
  const rest = ideographs ? text.replace(ideograph, ' ') : text
  return ideographs + (unspaced.test(rest) ? countSegments(rest) : (rest.match(spacedWord)?.length ?? 0))
}

/** A dictionary finds the words of Thai, Lao, Khmer and Burmese; it is slow, so only they are asked of it. */
function countSegments(text: string) {
  let words = 0
  for (const { isWordLike } of new Intl.Segmenter('th', { granularity: 'word' }).segment(text)) if (isWordLike) words++
  return words
}

function countLinks(runs: Run[], url: string, base: string | null) {
  const links = { internal: 0, external: 0 }
  const page = URL.parse(url)
  const against = (base && URL.parse(base, url)) || page
  for (const href of runs.flatMap((run) => run.hrefs)) {
    if (href.startsWith('#')) continue
    const target = URL.parse(href.trim(), against ?? undefined)
    if (!target || !/^https?:$/.test(target.protocol)) continue
    if (page && bareHost(target) === bareHost(page)) links.internal++
    else links.external++
  }
  return links
}

const bareHost = ({ hostname }: URL) => hostname.replace(/^www\./, '')
