/** Assigns questions to headings. */

import { headingKey } from '../markdown-text.ts'
import { getTerms, overlap } from '../scoring/text-terms.ts'
import type { WritingContext } from './generation-context.ts'
import { getContextPassages, getTitles, scorePassages, selectPassages } from './source-passages.ts'

export const maxSectionQuestions = 4
const maxQuestions = 60

/** Returns title and keywords, which every section is about. */
export function getTopic({ title, briefing }: WritingContext): string[] {
  return [title, ...briefing.keywords].filter((text) => text.trim() !== '').slice(0, 12)
}

/** Returns questions without duplicates, most frequent first. */
export function distinctQuestions({ questions, briefing }: WritingContext): string[] {
  const terms = getTerms(briefing.language)
  const distinct: { question: string; terms: Set<string> }[] = []
  for (const question of questions.slice(0, maxQuestions)) {
    const own = new Set(terms(question))
    if (distinct.some((other) => other.terms.size === own.size && overlap(other.terms, own) === 1)) continue
    distinct.push({ question, terms: own })
  }
  return distinct.map(({ question }) => question)
}

/** Returns the questions relevant to one heading. */
export function getRelevantQuestions(context: WritingContext, heading: string, questions: string[]): string[] {
  const map = assignQuestions({ ...context, questions }, [heading])
  return map.get(heading) ?? []
}

/**
 * Assigns each question to its most relevant heading, by its words and by the passages that answer it. Questions that
 * fit no
 * heading are left out.
 */
export function assignQuestions(context: WritingContext, headings: string[]): Map<string, string[]> {
  const { briefing } = context
  const terms = getTerms(briefing.language)
  const topic = new Set(getTopic(context).slice(0, 3).flatMap(terms))
  const passages = getContextPassages(context)
  const titles = getTitles(context)
  const known = headings.map((text) => ({
    text,
    terms: new Set(terms(text).filter((term) => !topic.has(term))),
    passages: new Set(selectPassages(passages, { heading: text, titles }, 1500, briefing.language)),
  }))
  const assigned = new Map<string, string[]>()
  for (const question of distinctQuestions(context)) {
    const own = new Set(terms(question).filter((term) => !topic.has(term)))
    if (own.size === 0) continue
    const scores = scorePassages(passages, { questions: [[...own].join(' ')], titles }, briefing.language)
    let best = 0
    scores.forEach((score, at) => {
      if (score > scores[best]!) best = at
    })
    const answer = (scores[best] ?? 0) > 0 ? passages[best] : undefined
    let bestHeading: (typeof known)[number] | null = null
    let bestScore = 0
    for (const heading of known) {
      let shared = 0
      for (const term of own) if (heading.terms.has(term)) shared++
      const score = shared / own.size + (answer && heading.passages.has(answer) ? 0.35 : 0)
      if (score > bestScore) [bestHeading, bestScore] = [heading, score]
    }
    if (!bestHeading || bestScore < 0.35) continue
    const list = assigned.get(bestHeading.text) ?? []
    if (list.length < maxSectionQuestions && headingKey(question) !== headingKey(bestHeading.text)) list.push(question)
    assigned.set(bestHeading.text, list)
  }
  return assigned
}
