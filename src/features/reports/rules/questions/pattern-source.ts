/**
 * Common question templates filled in with the topic. They are proposals, not search data: no relevance, no metrics, and the
 * source is always named `patterns`.
 */
import type { SearchSource, SourceAnswer, Suggestion } from '#providers/search-data/port.ts'
import { isQuestion } from '../keywords/classify-keyword.ts'
import { keywordKey } from '../keywords/normalize-keyword.ts'
import templates from '../pattern-templates.json' with { type: 'json' }
import { baseLanguage } from './question-templates.ts'

/** By language. `{is}` and `{does}` agree with the topic: "what is cold brew", "what are heat pumps". */
const patterns: Record<string, string[]> = templates

/**
 * Returns the template phrases of a topic: about fifty in English, fewer elsewhere, none in a language without any. Empty when
 * the query is already a question.
 * @param at time of the request; a parameter so that the function stays pure
 */
export function patternAnswer(query: string, language: string, at: Date = new Date()): SourceAnswer {
  return {
    suggestions: getPatterns(query, language),
    discussions: [],
    pages: [],
    features: [],
    metrics: [],
    fetchedAt: at.toISOString(),
    cached: false,
    costUsd: null,
  }
}

/** Proposes template phrases; queried once, with the seed. */
export const patternSource: SearchSource = {
  id: 'patterns',
  label: 'Template phrases',
  fanOut: 'seed',
  concurrency: 1,
  unavailable: null,
  costPerAskUsd: 0,
  ask: async (term, locale) => patternAnswer(term, locale.language),
}

function getPatterns(query: string, language: string): Suggestion[] {
  const topic = query.replace(/\s+/gu, ' ').trim()
  if (topic === '' || isQuestion(topic, language)) return []
  const base = baseLanguage(language)
  const many = base === 'en' && isPlural(topic)
  return (patterns[base] ?? []).map((template) => {
    const agreed = template.replace('{is}', many ? 'are' : 'is').replace('{does}', many ? 'do' : 'does')
    const text = agreed
      .replace('which {q} is best', many ? 'which {q} are best' : 'which {q} is best')
      .replace('{q}', () => topic)
    return { text, kind: isQuestion(text, language) ? 'question' : 'suggestion', relevance: null }
  })
}

/** Guesses English plurals, well enough to choose "is" or "are". */
function isPlural(topic: string): boolean {
  const last = keywordKey(topic).split(' ').at(-1) ?? ''
  if (/^(people|children|men|women|feet|teeth|mice|geese)$/.test(last)) return true
  return last.length > 3 && /s$/.test(last) && !/(ss|us|is|ics|news)$/.test(last)
}
