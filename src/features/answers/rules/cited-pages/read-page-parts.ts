import { tokenize } from '#features/reports/rules/keywords/term-tokens.ts'
import { type Block, isRun, readBlocks } from '#features/reports/rules/pages/page-blocks.ts'
import { extractTree } from '#features/reports/rules/pages/page-content.ts'
import { findMain } from '#features/reports/rules/pages/page-main-content.ts'
import { parseTree } from '#features/reports/rules/pages/page-parser.ts'
import { baseLanguage } from '#features/reports/rules/questions/question-templates.ts'
import { findJsonLd, readSchemaTypes } from '#features/sites/rules/crawl/schema-types.ts'
import type { PageFormat } from '../../contract-cited-pages.ts'

/** What a page has that an assistant can quote: its formats, headings and sentences with figures. */
export type PageParts = {
  title: string | null
  words: number
  language: string | null
  publishedAt: string | null
  formats: PageFormat[]
  headings: string[]
  /** Sentences with a figure that share words with the prompt, the closest first. */
  facts: string[]
  /** Stems of its main content. */
  stems: string[]
  /** Figures of its main content, as `toFigures` writes them. */
  figures: string[]
}

const minListItems = 3
const minQuestionHeadings = 3
const maxHeadings = 30
const maxFacts = 6
const factChars = { min: 25, max: 260 }
const maxStems = 5000

/** Takes any string, never throws. `language` is the prompt's, for pages that don't declare one. */
export function readPageParts(html: string, url: string, prompt: string, language: string): PageParts {
  const tree = parseTree(html)
  const { content } = extractTree(tree, url)
  const main = findMain(() => readBlocks(tree))
  const types = readSchemaTypes(findJsonLd(tree))
  const pageLanguage = content.language ?? language
  const read = createStemReader(pageLanguage)
  const headings = content.headings.flatMap(({ type, text }) => (type === 'h1' ? [] : [text]))
  const sentences = toSentences(content.body, pageLanguage)
  const promptStems = new Set(read(prompt))
  const shared = (sentence: string) => new Set(read(sentence).filter((stem) => promptStems.has(stem))).size
  const facts = sentences
    .filter(({ length }) => length >= factChars.min && length <= factChars.max)
    .filter((sentence) => toFigures(sentence).length > 0)
    .map((sentence) => ({ sentence, shared: shared(sentence) }))
    .filter((found) => found.shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .slice(0, maxFacts)
  return {
    title: content.title,
    words: content.words,
    language: content.language,
    publishedAt: content.published_at,
    formats: findFormats(main, { headings, types }),
    headings: headings.slice(0, maxHeadings),
    facts: facts.map(({ sentence }) => sentence),
    stems: [...new Set(read(`${content.title ?? ''}\n${headings.join('\n')}\n${content.body}`))].slice(0, maxStems),
    figures: [...new Set(toFigures(content.text))],
  }
}

/** Returns a text's stems without words such as "the". */
export function createStemReader(language: string): (text: string) => string[] {
  const tokens = tokenize(language)
  return (text) =>
    tokens
      .runs(text)
      .flat()
      .filter(({ stop }) => !stop)
      .map(({ stem }) => stem)
}

/** Figures without separators between thousands: "1,200" is "1200". Numbers of one-digit lists and years stay as they are. */
export const toFigures = (text: string): string[] =>
  (text.match(/\p{Nd}+(?:[.,]\p{Nd}+)*/gu) ?? []).map((figure) => figure.replace(/[.,](?=\p{Nd}{3}(?!\p{Nd}))/gu, ''))

const segmenters = new Map<string, Intl.Segmenter>()

function toSentences(text: string, language: string): string[] {
  const base = baseLanguage(language)
  const segmenter = segmenters.get(base) ?? new Intl.Segmenter(base, { granularity: 'sentence' })
  segmenters.set(base, segmenter)
  return [...new Set([...segmenter.segment(text)].flatMap(({ segment }) => segment.trim().split(/\n+/)))]
}

type Signs = { headings: readonly string[]; types: readonly string[] }

function findFormats(main: Block, { headings, types }: Signs): PageFormat[] {
  const found = new Set<PageFormat>()
  const visit = (block: Block) => {
    const { tag } = block.element
    if (tag === 'table' && count(block, 'tr') >= 2 && count(block, 'td') >= 4) found.add('table')
    if (tag === 'ol' && countItems(block) >= minListItems) found.add('steps')
    if (tag === 'ul' && countItems(block) >= minListItems && block.linkChars < block.chars / 2) found.add('list')
    if (block.hasImage) found.add('images')
    for (const part of block.parts) if (!isRun(part)) visit(part)
  }
  visit(main)
  if (types.includes('HowTo')) found.add('steps')
  if (types.includes('FAQPage') || headings.filter((text) => /[?？]\s*$/.test(text)).length >= minQuestionHeadings)
    found.add('faq')
  if (types.includes('VideoObject')) found.add('video')
  const order: PageFormat[] = ['table', 'steps', 'list', 'faq', 'images', 'video']
  return order.filter((format) => found.has(format))
}

const countItems = (block: Block) => block.parts.filter((part) => !isRun(part) && part.element.tag === 'li').length

const count = (block: Block, tag: string): number =>
  block.parts.reduce((sum, part) => sum + (isRun(part) ? 0 : (part.element.tag === tag ? 1 : 0) + count(part, tag)), 0)
