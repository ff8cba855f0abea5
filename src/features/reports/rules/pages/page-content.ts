import type { Heading } from '../../contract.ts'
import { type Block, isHeading, isRun, type Run, readBlocks } from './page-blocks.ts'
import { findMain, isTitle } from './page-main-content.ts'
import { readMetadata } from './page-metadata.ts'
import { type PageElement, parseTree } from './page-parser.ts'

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
  /** As a reader sees it, the title included. Whitespace collapsed, paragraphs separated by an empty line. */
  text: string
  /** `text` without the title, for terms and word counts: most pages repeat the query there. */
  body: string
  /** Words of `body`; in scripts without spaces a character of Han or kana counts as one. */
  words: number
  /** Links in the main content to the page's own host (with or without "www."), and to others. */
  links: { internal: number; external: number }
}

/**
 * The main content of a page: without menus, scripts, hidden parts, cookie notices, comments, lists of other articles
 * and footers. `url` is the page's address. Takes any string, never throws, and takes time in proportion to its length.
 */
export const extractPage = (html: string, url: string): PageContent => extractTree(parseTree(html), url).content

/** The same of a parsed page, with the base of its links and those of the main content. */
export function extractTree(
  tree: PageElement,
  url: string,
): { content: PageContent; base: string | null; contentHrefs: string[] } {
  const { base, ...metadata } = readMetadata(tree)
  const main = findMain(() => readBlocks(tree))
  const runs = getRuns(main)
  const text = toText(runs)
  const body = toText(withoutByline(main))
  const content = {
    ...metadata,
    headings: getHeadings(main),
    text,
    body,
    words: countWords(body),
    links: countLinks(runs, url, base),
  }
  return { content, base, contentHrefs: runs.flatMap(({ hrefs }) => hrefs) }
}

const maxBylineChars = 80
const sentenceEnd = /[.!?…。！？:"”»“]\s*$/

/** The body starts with its first sentence: the headline, names, dates and reading times above it are no part of it. */
function withoutByline(main: Block): Run[] {
  const runs = getRuns(main, isTitle)
  const first = runs.findIndex((run) => run.text.length > maxBylineChars || sentenceEnd.test(run.text))
  return first < 0 ? runs : runs.slice(first)
}

const toText = (runs: Run[]) => runs.map((run) => run.text).join('\n\n')

function getRuns(block: Block, isLeftOut: (block: Block) => boolean = () => false): Run[] {
  if (isLeftOut(block)) return []
  return block.parts.flatMap((part) => (isRun(part) ? [part] : getRuns(part, isLeftOut)))
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
