import type { SourcePage } from '../generation/generation-context.ts'
import { liftable } from '../scoring/quotable-sentences.ts'
import { splitSentences } from '../scoring/text-sentences.ts'
import { getTerms, overlap } from '../scoring/text-terms.ts'

export type Fact = { text: string; url: string; title: string }

const maxFacts = 15
const maxPerPage = 3
const maxPageLength = 30_000
const minLength = 30
const maxLength = 300
/** Two sentences that share more of their words say the same. */
const sameShare = 0.6

/** Sentences with a figure about the topic that can be read on their own, as the pages have them, best first. */
export function findFacts(pages: readonly SourcePage[], keywords: readonly string[], language: string): Fact[] {
  const read = getTerms(language)
  const topic = new Set(keywords.flatMap(read))
  const found = pages.flatMap(({ url, title, content }) =>
    content
      .slice(0, maxPageLength)
      .split(/\n+/)
      .flatMap(splitSentences)
      .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
      .filter((text) => isFact(text, language))
      .map((text) => ({ text, url, title, terms: new Set(read(text)) }))
      .map((fact) => ({ ...fact, score: [...fact.terms].filter((term) => topic.has(term)).length }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, maxPerPage),
  )
  const chosen: typeof found = []
  for (const fact of found.sort((a, b) => b.score - a.score)) {
    if (chosen.length === maxFacts) break
    if (chosen.every(({ terms }) => overlap(terms, fact.terms) < sameShare)) chosen.push(fact)
  }
  return chosen.map(({ text, url, title }) => ({ text, url, title }))
}

const isFact = (text: string, language: string) =>
  text.length >= minLength &&
  text.length <= maxLength &&
  /\d/.test(text) &&
  /[.!。！]$/.test(text) &&
  liftable(text, language) === 'alone'
