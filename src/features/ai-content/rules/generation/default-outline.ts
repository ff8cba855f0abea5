/** Makes a default outline for an article from questions and from headings that several pages share. */
import type { Heading } from '#features/reports/contract.ts'
import { isQuestion } from '#features/reports/rules/keywords/classify-keyword.ts'
import { asSectionHeading } from '../as-heading.ts'
import { emptyHeading } from '../briefing/page-headings.ts'
import { findAnswers } from '../builtin-writer/find-answer.ts'
import { headingKey } from '../markdown-text.ts'
import { getTerms, overlap } from '../scoring/text-terms.ts'
import { sectionsFor } from '../templates/long-texts.ts'
import type { SourcePage, WritingContext } from './generation-context.ts'
import { getContextPassages, getTitles } from './source-passages.ts'

type Candidate = {
  text: string
  terms: ReadonlySet<string>
  score: number
  /** Where the pages cover it. Higher-ranking pages come first. */
  position: number
}

/** Headings that refer to something named elsewhere. */
const pointing = /(?<![\p{L}\p{N}])(?:it|its|they|them|this|that|these|those|you get back)(?![\p{L}\p{N}])/iu

const maxQuestions = 60
/** Sections whose terms overlap more than this are duplicates. */
const sameSection = 0.6

/**
 * Returns sections for an article of `words` words, h2 with some h3, in the pages' order. Without pages and questions,
 * the keywords
 * become sections. Without those it's empty, and the writer chooses its own headings.
 */
export function defaultOutline(context: WritingContext, words: number): Heading[] {
  const sections = sectionsFor(words)
  const candidates = getCandidates(context)
  if (candidates.length === 0) return keywordSections(context, sections)
  const chosen = getMainQuestion(context)
  const isAnswered = createAnswerCheck(context, chosen)
  for (const candidate of candidates) {
    if (chosen.length >= sections) break
    if (!isAnswered(candidate)) continue
    if (chosen.every((other) => overlap(candidate.terms, other.terms) < sameSection)) chosen.push(candidate)
  }
  const left = candidates.filter((candidate) => !chosen.includes(candidate) && isAnswered(candidate))
  const used: Candidate[] = [...chosen]
  return chosen
    .sort((a, b) => a.position - b.position)
    .flatMap((section): Heading[] => {
      const inside = words / chosen.length < 220 ? [] : getInside(section, left, used)
      return [{ type: 'h2', text: section.text }, ...inside.map(({ text }): Heading => ({ type: 'h3', text }))]
    })
}

/** Tells whether a page answers a heading that no earlier heading's answer is for. Without pages it always does. */
function createAnswerCheck(context: WritingContext, chosen: Candidate[]) {
  if (context.pages.length === 0) return () => true
  const byAnswer = new Map<unknown, Candidate>()
  const check = (candidate: Candidate) => {
    const answer = findAnswers(context, candidate.text)[0]?.statement
    if (!answer) return false
    const first = byAnswer.get(answer) ?? candidate
    byAnswer.set(answer, first)
    return first === candidate
  }
  for (const candidate of chosen) check(candidate)
  return check
}

/** A title that is a question is the first section: the article has to answer it. */
function getMainQuestion({ title, briefing, pages }: WritingContext): Candidate[] {
  if (pages.length === 0 || !isQuestion(title, briefing.language)) return []
  const terms = new Set(getTerms(briefing.language)(title))
  return [{ text: asSectionHeading(title, true), terms, score: Number.POSITIVE_INFINITY, position: 0 }]
}

/** Returns up to two narrower questions on the section's subject. */
function getInside(section: Candidate, left: Candidate[], used: Candidate[]): Candidate[] {
  const inside: Candidate[] = []
  for (const candidate of left) {
    if (inside.length === 2) break
    const shared = overlap(candidate.terms, section.terms)
    const repeats = used.some((other) => other !== section && overlap(candidate.terms, other.terms) >= sameSection)
    if (shared < 0.5 || repeats || candidate.terms.size <= section.terms.size) continue
    if (headingKey(candidate.text) === headingKey(section.text)) continue
    inside.push(candidate)
    used.push(candidate)
  }
  return inside
}

/** Returns candidates, best first. Candidates that the pages can't fill a section with are left out. */
function getCandidates(context: WritingContext): Candidate[] {
  const { briefing, questions, pages, title } = context
  const terms = getTerms(briefing.language)
  // A title that is a question says what to answer, so only the keyword names the topic then.
  const titleIsQuestion = isQuestion(title, briefing.language)
  const named =
    titleIsQuestion && briefing.keywords.length > 0
      ? briefing.keywords[0]!
      : [title, ...briefing.keywords.slice(0, 1)].join(' ')
  const topic = new Set(terms(named))
  const own = (text: string) => new Set(terms(text).filter((term) => !topic.has(term)))
  const questionCandidates = questions.slice(0, maxQuestions).map((text, rank) => ({
    text: asSectionHeading(text, true),
    terms: own(text),
    bonus: 0.5 * (1 - rank / maxQuestions),
  }))
  if (pages.length === 0)
    return questionCandidates.flatMap(({ text, terms: words, bonus }, at): Candidate[] =>
      words.size === 0 ? [] : [{ text, terms: words, score: bonus, position: at }],
    )
  const support = getSupport(context, terms)
  const all = getContextPassages(context).reduce((sum, { text }) => sum + text.length, 0)
  const minCharacters = Math.min(minSupport, all * minShare)
  return [...questionCandidates, ...getHeadingTopics(pages, own)]
    .flatMap(({ text, terms: words, bonus }): Candidate[] => {
      if (words.size === 0) return []
      const { characters, position } = support(words)
      if (characters < minCharacters) return []
      return [{ text, terms: words, score: Math.min(1, characters / Math.min(fullSupport, all)) + bonus, position }]
    })
    .sort((a, b) => b.score - a.score)
}

/** Characters of passages that a section needs. */
const minSupport = 450
/** If the pages have little text in total, this share of it is enough. */
const minShare = 0.06
const fullSupport = 2400

/** Returns page headings that make sense on their own, with higher scores for headings on several pages. */
function getHeadingTopics(pages: SourcePage[], own: (text: string) => Set<string>) {
  const byKey = new Map<string, { text: string; pages: Set<number>; level: number }>()
  for (const { n, headings } of pages) {
    for (const { type, text } of headings) {
      if (type > 'h3' || emptyHeading.test(text.trim()) || pointing.test(text) || text.length > 80) continue
      const key = headingKey(text)
      const known = byKey.get(key) ?? { text, pages: new Set<number>(), level: Number(type[1]) }
      known.pages.add(n)
      byKey.set(key, known)
    }
  }
  return [...byKey.values()].flatMap(({ text, pages: on, level }) => {
    const words = own(text)
    // A single word such as "The method" or "Taste" is used only if several pages have it as a heading.
    if (words.size < 2 && on.size < 2 && level > 1) return []
    return [
      { text: asSectionHeading(text, false), terms: words, bonus: 0.15 * (on.size - 1) + (level === 1 ? 0.1 : 0) },
    ]
  })
}

/** Returns how much of the pages covers some terms, and where. Higher-ranking pages come first. */
function getSupport(context: WritingContext, terms: (text: string) => string[]) {
  const passages = getContextPassages(context)
  const titles = new Map([...getTitles(context)].map(([n, title]) => [n, terms(title)]))
  const known = passages.map(({ n, heading, text }) => ({
    n,
    length: text.length,
    above: new Set([...(titles.get(n) ?? []), ...(heading ? terms(heading) : [])]),
    inside: new Set(terms(text)),
  }))
  return (sectionTerms: ReadonlySet<string>) => {
    let characters = 0
    const byPage = new Map<number, { characters: number; positions: number }>()
    known.forEach(({ n, length, above, inside }, at) => {
      const share = toShare(sectionTerms, above)
      const weight = share === 1 ? 1 : share >= 0.6 ? 0.5 : includesAll(sectionTerms, inside) ? 0.4 : 0
      if (weight === 0) return
      const page = byPage.get(n) ?? { characters: 0, positions: 0 }
      page.characters += weight * length
      page.positions += weight * length * (n + at / known.length)
      byPage.set(n, page)
      characters += weight * length
    })
    const largest = [...byPage.values()].sort((a, b) => b.characters - a.characters)[0]
    return { characters, position: largest ? largest.positions / largest.characters : 0 }
  }
}

function includesAll(sectionTerms: ReadonlySet<string>, textTerms: ReadonlySet<string>): boolean {
  for (const term of sectionTerms) if (!textTerms.has(term)) return false
  return true
}

function toShare(sectionTerms: ReadonlySet<string>, textTerms: ReadonlySet<string>): number {
  let found = 0
  for (const term of sectionTerms) if (textTerms.has(term)) found++
  return found / sectionTerms.size
}

function keywordSections({ briefing, title }: WritingContext, sections: number): Heading[] {
  const topic = headingKey(title)
  const names = new Map(briefing.keywords.map((keyword) => [headingKey(keyword), asSectionHeading(keyword, false)]))
  names.delete(topic)
  return [...names.values()].slice(0, sections).map((text): Heading => ({ type: 'h2', text }))
}
