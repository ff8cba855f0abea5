/** Builds the score target: plain data made from a report on the server, used by the browser while the user types. */
import type { Heading } from '#features/reports/contract.ts'
import type { LoneKeyword } from '#features/reports/rules/briefing-sources.ts'
import type { ScoreTarget, TargetPage } from '../../contract.ts'
import { createNearness } from '../briefing/near-keyword.ts'
import { getTopicHeadings, type PagesBy } from '../briefing/topic-pages.ts'
import type { SourcePage } from '../generation/generation-context.ts'
import { getPassages } from '../generation/source-passages.ts'
import { headingKey } from '../markdown-text.ts'
import { readCohesion } from './cohesion.ts'
import { createTermFinder } from './compile-target.ts'
import { measure } from './readability.ts'
import { readTermDensity } from './term-density.ts'
import { getTextSections } from './text-blocks.ts'
import { splitSentences } from './text-sentences.ts'
import { getShared, getTerms } from './text-terms.ts'
import { wordNumber } from './word-number.ts'
import { getWordOrder } from './word-order.ts'

export type { ScoreTarget, TargetPage }

const maxTerms = 44
const maxQuestions = 9
const maxHeadings = 20
const maxHeadingLength = 90
const maxPageLength = 30_000

export const emptyTarget = (language: string, keywords: string[]): ScoreTarget => ({
  language,
  keywords,
  terms: [],
  questions: [],
  headings: [],
  pages_by: 'report',
  page_headings: [],
  pages: [],
  passages: [],
  topic_uses: null,
  term_share: null,
  term_sentences: null,
  word_order: null,
  cohesion: null,
  own_pages: null,
  ranking: null,
})

/** `ranking` and `own_pages` are set by the caller, who can score the pages and knows the posts. */
export function getTarget(sources: {
  /** The report's. Null for a list. */
  query?: string | null
  language: string
  keywords: string[]
  terms: { term: string; weight: number; pages: number }[]
  questions: string[]
  pages: SourcePage[]
  topic?: { name: string; pillar: string; query: string | null } | null
  topicUrls?: Record<string, number> | null
  /** The keyword that the text is about, if it's in no topic with others. `questions` are those near it. */
  alone?: LoneKeyword | null
}): ScoreTarget {
  const { language, keywords, pages, topic = null, topicUrls = null, alone = null, query = null } = sources
  const read = getTerms(language)
  const nearness = alone && createNearness(alone, query, language)
  const isNear = nearness && !nearness.isWhole ? nearness.isNear : null
  const competing = getTopicHeadings(pages, topic, topicUrls, read, isNear)
  const known = isNear ? chooseNearTerms(sources, competing, isNear, read) : sources.terms
  const shared = known.filter((term) => term.pages >= 2)
  const chosen = (shared.length >= 10 ? shared : known).slice(0, maxTerms)
  const { uses, share } = countUses(pages, [...chosen.map(({ term }) => term), keywords[0] ?? ''], read)
  const readPages = pages.map((page) => readPage(page, read))
  const terms = chosen.map(({ term, weight, pages }, at) => ({ term, weight, pages, ...uses[at]! }))
  return {
    language,
    keywords,
    terms,
    questions: sources.questions.slice(0, maxQuestions),
    headings: commonHeadings(pages, read),
    pages_by: competing.by,
    page_headings: competing.headings,
    pages: pages.map((page) => targetPage(page, language)),
    passages: getPassages(pages).map(({ text }) => [...new Set(read(text).map(wordNumber))]),
    word_order: getWordOrder(
      pages.map(({ content }) => content.slice(0, maxPageLength)),
      terms.map(({ term }) => term),
    ),
    topic_uses: keywords.length > 0 && pages.length > 0 ? uses.at(-1)! : null,
    term_share: pages.length > 0 && terms.length > 0 ? share : null,
    term_sentences: getUsualDensity(
      readPages,
      chosen.map(({ term }) => ({ stems: read(term) })),
    ),
    cohesion: getUsualCohesion(readPages, new Set(keywords.slice(0, 1).flatMap(read))),
    own_pages: null,
    ranking: null,
  }
}

type TermSources = {
  terms: { term: string; weight: number; pages: number }[]
  questions: string[]
  pages: SourcePage[]
}

/** The terms that are used where the pages are about the keyword, or in the questions near it. */
function chooseNearTerms(
  { terms, questions, pages }: TermSources,
  competing: { by: PagesBy; pages: readonly { n: number }[] },
  isNear: (text: string) => boolean,
  read: (text: string) => string[],
) {
  const ranking = new Set(competing.by === 'results' ? competing.pages.map(({ n }) => n) : [])
  const titled = new Set(pages.filter(({ title }) => isNear(title)).map(({ n }) => n))
  const texts = getPassages(pages)
    .filter(({ n, heading, text }) => ranking.has(n) || titled.has(n) || (heading && isNear(heading)) || isNear(text))
    .map(({ heading, text }) => `${heading ?? ''}\n${text}`)
  const findTerms = createTermFinder(
    terms.map(({ term }) => ({ stems: read(term) })).filter(({ stems }) => stems.length > 0),
  )
  const used = new Set([...texts, ...questions].flatMap((text) => findTerms(read(text))))
  return terms.filter(({ term }) => read(term).length > 0).filter((_, at) => used.has(at))
}

function targetPage(page: SourcePage, language: string): TargetPage {
  const { words, grade, words_per_sentence } = measure(page.content.split(/\n+/), language)
  return {
    n: page.n,
    url: page.url,
    title: page.title,
    words,
    headings: page.headings.filter(isInner).length,
    grade,
    words_per_sentence,
  }
}

/** How often the pages that have a term use it (the last one is the topic), and the largest share of terms on a page. */
function countUses(pages: SourcePage[], terms: string[], read: (text: string) => string[]) {
  const stems = terms.map(read)
  const byFirst = new Map<string, number[]>()
  stems.forEach((run, at) => {
    if (run.length > 0) byFirst.set(run[0]!, [...(byFirst.get(run[0]!) ?? []), at])
  })
  const counts = terms.map(() => [] as number[])
  let share = 0
  for (const { content } of pages) {
    const all = read(content.slice(0, maxPageLength))
    const own = new Map<number, number>()
    for (let at = 0; at < all.length; at++)
      for (const index of byFirst.get(all[at]!) ?? [])
        if (stems[index]!.every((stem, i) => all[at + i] === stem)) own.set(index, (own.get(index) ?? 0) + 1)
    let inTerms = 0
    for (const [index, count] of own) {
      counts[index]!.push(count)
      if (index < terms.length - 1) inTerms += count * stems[index]!.length
    }
    if (all.length > 0) share = Math.max(share, inTerms / all.length)
  }
  const uses = counts.map((own) => {
    own.sort((a, b) => a - b)
    const at = (share: number) => own[Math.round((own.length - 1) * share)] ?? 1
    return { low: at(0.25), high: at(0.75), max: own.at(-1) ?? 1 }
  })
  return { uses, share: Math.round(1000 * share) / 1000 }
}

const minCohesionPages = 3

type ReadPage = ReturnType<typeof readPage>

/** A page's sections with the stems of their sentences. */
function readPage(page: SourcePage, read: (text: string) => string[]) {
  return getTextSections(pageMarkdown(page)).map(({ heading, blocks }) => ({
    heading: heading && { stems: new Set(read(heading.text)) },
    blocks: blocks.map(({ kind, text }) => ({
      kind,
      sentences: splitSentences(text).map((sentence) => ({ stems: read(sentence) })),
    })),
  }))
}

/** The median of the pages. Null with fewer than three pages that have paragraphs. */
function getUsualCohesion(pages: ReadPage[], topic: Set<string>): number | null {
  const shares = pages
    .map((sections) => readCohesion(sections, topic))
    .filter(({ pairs }) => pairs >= 8)
    .map(({ share }) => share)
    .sort((a, b) => a - b)
  const median = shares[Math.floor(shares.length / 2)] ?? 0
  return shares.length < minCohesionPages || median === 0 ? null : Math.round(1000 * median) / 1000
}

/** The median of the pages that are long enough to tell. */
function getUsualDensity(pages: ReadPage[], terms: { stems: string[] }[]): number | null {
  const findTerms = createTermFinder(terms.filter(({ stems }) => stems.length > 0))
  const shares = pages
    .map((sections) => readTermDensity(sections, findTerms))
    .filter((share) => share !== null)
    .sort((a, b) => a - b)
  return shares.length === 0 || terms.length === 0
    ? null
    : Math.round(1000 * shares[Math.floor(shares.length / 2)]!) / 1000
}

/** Returns a page's text with its headings as Markdown. */
export function pageMarkdown({ content, headings }: SourcePage): string {
  const levels = new Map(headings.map(({ type, text }) => [headingKey(text), Number(type[1])]))
  return content
    .slice(0, maxPageLength)
    .split(/\n{2,}/)
    .map((paragraph) => {
      const level = paragraph.length <= 300 ? levels.get(headingKey(paragraph)) : undefined
      return level ? `${'#'.repeat(level)} ${paragraph}` : paragraph
    })
    .join('\n\n')
}

const isInner = ({ type }: Heading) => type === 'h2' || type === 'h3'

/** Headings of two pages are equal if they share most of their stems. */
function commonHeadings(pages: SourcePage[], read: (text: string) => string[]): string[] {
  const groups: { text: string; stems: Set<string>; pages: Set<number> }[] = []
  for (const { n, headings } of pages) {
    for (const { type, text } of headings) {
      if (!isInner({ type, text }) || text.length > maxHeadingLength) continue
      const stems = new Set(read(headingKey(text)))
      if (stems.size === 0) continue
      const same = groups.find((group) => getShared(group.stems, stems) >= 0.7)
      if (!same) groups.push({ text, stems, pages: new Set([n]) })
      else {
        same.pages.add(n)
        if (text.length < same.text.length) same.text = text
      }
    }
  }
  return groups
    .filter((group) => group.pages.size >= 2)
    .sort((a, b) => b.pages.size - a.pages.size)
    .slice(0, maxHeadings)
    .map(({ text }) => text)
}
