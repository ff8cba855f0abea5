/** Builds the score target: plain data made from a report on the server, used by the browser while the user types. */
import type { Heading } from '#features/reports/contract.ts'
import type { ScoreTarget, TargetPage } from './contract.ts'
import type { SourcePage } from './generation-context.ts'
import { headingKey } from './markdown-text.ts'
import { measure } from './readability.ts'
import { getPassages } from './source-passages.ts'
import { getTerms } from './text-terms.ts'

export type { ScoreTarget, TargetPage }

const maxTerms = 44
const maxQuestions = 9
const maxHeadings = 20
const maxHeadingLength = 90

export const emptyTarget = (language: string, keywords: string[]): ScoreTarget => ({
  language,
  keywords,
  terms: [],
  questions: [],
  headings: [],
  pages: [],
  passages: [],
  ranking: null,
})

/** `ranking` is set by the caller that can score the pages; see scorePages. */
export function getTarget(sources: {
  language: string
  keywords: string[]
  terms: { term: string; weight: number; pages: number }[]
  questions: string[]
  pages: SourcePage[]
}): ScoreTarget {
  const { language, keywords, pages } = sources
  const read = getTerms(language)
  const shared = sources.terms.filter((term) => term.pages >= 2)
  return {
    language,
    keywords,
    terms: (shared.length >= 10 ? shared : sources.terms)
      .slice(0, maxTerms)
      .map(({ term, weight, pages }) => ({ term, weight, pages })),
    questions: sources.questions.slice(0, maxQuestions),
    headings: commonHeadings(pages, read),
    pages: pages.map((page) => targetPage(page, language)),
    passages: getPassages(pages).map(({ text }) => [...new Set(read(text).map(wordNumber))]),
    ranking: null,
  }
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

/** Returns the number of shared terms divided by the number of all terms (Jaccard index). */
export function getShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const stem of a) if (b.has(stem)) shared++
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}

/** Hashes a stem to 24 bits (FNV-1a). Collisions among a report's few thousand stems are rare and do little harm. */
export function wordNumber(stem: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < stem.length; at++) hash = Math.imul(hash ^ stem.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 24)) & 0xffffff
}
