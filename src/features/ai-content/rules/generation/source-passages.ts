/** Splits the report's pages into passages and ranks them for a heading and its questions. */

import { sentenceSpans } from '../scoring/text-sentences.ts'
import { getTerms } from '../scoring/text-terms.ts'
import type { Passage, SourcePage } from './generation-context.ts'

const maxPassageLength = 900
/** List items and other short lines are joined up to this many characters. */
const joinedPassage = 500
const shortLine = 160
/** About 5,000 words. Text further down a page rarely answers a question. */
const maxPageLength = 30_000

/** Returns the passages of all pages, in order. A list is one passage with one line per item. */
export function getPassages(pages: SourcePage[]): Passage[] {
  return pages.flatMap(pagePassages)
}

function pagePassages({ n, content, headings }: SourcePage): Passage[] {
  const passages: Passage[] = []
  let heading: string | null = null
  let next = 0
  let lines: string[] = []
  let length = 0
  const flush = () => {
    if (lines.length > 0) passages.push({ n, text: lines.join('\n'), heading })
    lines = []
    length = 0
  }
  const findHeading = createHeadingFinder(headings.map(({ text }) => text))
  for (const paragraph of content.slice(0, maxPageLength).split(/\n{2,}/)) {
    const line = paragraph.replace(/\s+/g, ' ').trim()
    if (line === '') continue
    const at = findHeading(line, next)
    if (at !== null) {
      flush()
      heading = line
      next = at + 1
      continue
    }
    if (!/\p{L}/u.test(line)) continue
    const joins =
      line.length <= shortLine && length + line.length <= joinedPassage && lines.every((one) => one.length <= shortLine)
    if (!joins) flush()
    for (const piece of pieces(line)) {
      if (lines.length > 0 && !joins) flush()
      lines.push(piece)
      length += piece.length
    }
  }
  flush()
  return passages
}

/** Pages repeat the words of their headings in prose, so only a whole line that matches an upcoming heading counts. */
function createHeadingFinder(texts: string[]) {
  const indexes = new Map<string, number[]>()
  texts.forEach((text, at) => {
    const all = indexes.get(text)
    if (all) all.push(at)
    else indexes.set(text, [at])
  })
  return (line: string, from: number) => indexes.get(line.slice(0, 300))?.find((at) => at >= from) ?? null
}

/** Splits a long paragraph into pieces of whole sentences. */
function pieces(line: string): string[] {
  if (line.length <= maxPassageLength) return [line]
  const found: string[] = []
  let start = -1
  let end = -1
  for (const span of sentenceSpans(line)) {
    if (start >= 0 && span.end - start > maxPassageLength) {
      found.push(line.slice(start, end))
      start = -1
    }
    if (start < 0) start = span.start
    end = span.end
  }
  if (start >= 0) found.push(line.slice(start, end))
  // A page without periods still has to fit in a prompt.
  return found.flatMap((piece) =>
    piece.length <= 2 * maxPassageLength
      ? [piece]
      : (piece.match(/[\s\S]{1,900}(?=\s|$)|[\s\S]{1,900}/g) ?? []).map((part) => part.trim()),
  )
}

export type RelevanceQuery = {
  heading?: string | null
  questions?: string[]
  keywords?: string[]
  /** Page titles by number. A page about the topic gets a bonus for all its passages. */
  titles?: ReadonlyMap<number, string>
}

type Indexed = { length: number; counts: Map<string, number> }
type PassageIndex = {
  documents: Indexed[]
  /** Passages that use a term, including uses in their heading. */
  postings: Map<string, { at: number; uses: number }[]>
  byPage: Map<number, number[]>
  /** Number of passages whose own text has a term. */
  frequency: Map<string, number>
  meanLength: number
  terms: (text: string) => string[]
}

const indexes = new WeakMap<Passage[], Map<string, PassageIndex>>()

function indexOf(passages: Passage[], language: string): PassageIndex {
  const known = indexes.get(passages)?.get(language)
  if (known) return known
  const terms = getTerms(language)
  const frequency = new Map<string, number>()
  const headings = new Map<string, ReadonlySet<string>>()
  const postings: PassageIndex['postings'] = new Map()
  const byPage = new Map<number, number[]>()
  let total = 0
  const documents = passages.map(({ n, text, heading }, at) => {
    const counts = new Map<string, number>()
    const found = terms(text)
    for (const term of found) counts.set(term, (counts.get(term) ?? 0) + 1)
    const key = heading ?? ''
    const headingTerms = headings.get(key) ?? new Set(terms(key))
    headings.set(key, headingTerms)
    const post = (term: string, uses: number) => {
      const posting = postings.get(term)
      if (posting) posting.push({ at, uses })
      else postings.set(term, [{ at, uses }])
    }
    for (const [term, count] of counts) {
      frequency.set(term, (frequency.get(term) ?? 0) + 1)
      post(term, headingTerms.has(term) ? count + headedCount : count)
    }
    for (const term of headingTerms) if (!counts.has(term)) post(term, headedCount)
    const page = byPage.get(n)
    if (page) page.push(at)
    else byPage.set(n, [at])
    total += found.length
    return { length: found.length, counts }
  })
  const index = {
    documents,
    postings,
    byPage,
    frequency,
    meanLength: total / (documents.length || 1) || 1,
    terms,
  }
  const byLanguage = indexes.get(passages) ?? new Map<string, PassageIndex>()
  byLanguage.set(language, index)
  indexes.set(passages, byLanguage)
  return index
}

// BM25 with its standard constants. A term in a passage's heading counts as two uses.
const k1 = 1.2
const b = 0.75
const headedCount = 2
const titledCount = 1
const weights = { heading: 2, questions: 1, keywords: 0.4 }

/** Scores each passage's relevance to the heading and questions, in the order of `passages`. 0 means irrelevant. */
export function scorePassages(
  passages: Passage[],
  { heading, questions = [], keywords = [], titles }: RelevanceQuery,
  language = 'en',
): number[] {
  const { documents, postings, byPage, frequency, meanLength, terms } = indexOf(passages, language)
  const termWeights = new Map<string, number>()
  const addTerms = (text: string, weight: number) => {
    for (const term of new Set(terms(text))) termWeights.set(term, Math.max(termWeights.get(term) ?? 0, weight))
  }
  for (const keyword of keywords) addTerms(keyword, weights.keywords)
  for (const question of questions) addTerms(question, weights.questions)
  if (heading) addTerms(heading, weights.heading)
  const titled = titles ? titleTerms(titles, language, terms) : []
  const scores = new Array<number>(documents.length).fill(0)
  for (const [term, weight] of termWeights) {
    const uses = new Map<number, number>()
    for (const posting of postings.get(term) ?? []) uses.set(posting.at, posting.uses)
    for (const { n, stems } of titled)
      if (stems.has(term)) for (const at of byPage.get(n) ?? []) uses.set(at, (uses.get(at) ?? 0) + titledCount)
    const documentCount = frequency.get(term) ?? 1
    const rarity = Math.log(1 + (documents.length - documentCount + 0.5) / (documentCount + 0.5))
    for (const [at, count] of uses) {
      const { length } = documents[at]!
      scores[at]! += (weight * rarity * count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / meanLength))
    }
  }
  return scores
}

const titlesRead = new WeakMap<ReadonlyMap<number, string>, Map<string, { n: number; stems: ReadonlySet<string> }[]>>()

function titleTerms(titles: ReadonlyMap<number, string>, language: string, terms: (text: string) => string[]) {
  const byLanguage = titlesRead.get(titles) ?? new Map<string, { n: number; stems: ReadonlySet<string> }[]>()
  titlesRead.set(titles, byLanguage)
  const known = byLanguage.get(language) ?? [...titles].map(([n, title]) => ({ n, stems: new Set(terms(title)) }))
  byLanguage.set(language, known)
  return known
}

/** Stop searching when fewer characters than this are left. */
const minRemaining = 250

/**
 * Returns the most relevant passages for a heading and its questions, best first, within `limitCharacters`. Keywords
 * alone
 * don't select a passage, because they're on every page of a report. Near duplicates are left out.
 */
export function selectPassages(
  passages: Passage[],
  query: RelevanceQuery,
  limitCharacters: number,
  language = 'en',
): Passage[] {
  const scores = scorePassages(passages, query, language)
  const { documents } = indexOf(passages, language)
  const best = Math.max(0, ...scores)
  const order = scores
    .map((score, at) => ({ score, at }))
    .filter(({ score }) => score > best * 0.15)
    .sort((one, other) => other.score - one.score || one.at - other.at)
  const chosen: number[] = []
  let left = limitCharacters
  for (const { at } of order) {
    const { length } = passages[at]!.text
    if (length > left) continue
    if (chosen.some((other) => repeats(documents[at]!, documents[other]!))) continue
    chosen.push(at)
    left -= length
    if (left < minRemaining) break
  }
  return chosen.map((at) => passages[at]!)
}

function repeats(one: Indexed, other: Indexed): boolean {
  let shared = 0
  for (const term of one.counts.keys()) if (other.counts.has(term)) shared++
  return shared >= 0.85 * one.counts.size && one.counts.size > 3
}

const passagesByPages = new WeakMap<SourcePage[], Passage[]>()

/** Returns the passages of a context's pages, cached per context. */
export function getContextPassages({ pages }: { pages: SourcePage[] }): Passage[] {
  const known = passagesByPages.get(pages) ?? getPassages(pages)
  passagesByPages.set(pages, known)
  return known
}

const titlesByPages = new WeakMap<SourcePage[], ReadonlyMap<number, string>>()

/** Returns the titles of a context's pages by number. */
export function getTitles({ pages }: { pages: SourcePage[] }): ReadonlyMap<number, string> {
  const known = titlesByPages.get(pages) ?? new Map(pages.map(({ n, title }) => [n, title]))
  titlesByPages.set(pages, known)
  return known
}
