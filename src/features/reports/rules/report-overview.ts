import type { AppError } from '#kit/errors.ts'
import { getMedian } from '#kit/median.ts'
import type { Overview, Row, SerpPage } from '../contract.ts'

/** Builds a report's summary from row counts. */

export type Counted = { type: string; modifier: string | null; intent: string | null; count: number }

export type OverviewInput = {
  counted: Counted[]
  otherCounts: {
    people_also_ask: number
    discussions: number
    serp: number
    clusters: number
    terms: number
    trend: number
  }
  topKeywords: Row[]
  topQuestions: Row[]
  /** Without questions. */
  topPhrases: Row[]
  difficulty: { value: number; basis: string } | null
  /** Why columns and sections stay empty, by name. */
  missing: Record<string, AppError>
  pages: Pick<SerpPage, 'words'>[]
}

export function getOverview(input: OverviewInput): Overview {
  const counted = input.counted.filter(({ type }) => type !== 'idea')
  const ideas = sum(input.counted) - sum(counted)
  const countType = (type: string) => sum(counted.filter((entry) => entry.type === type))
  return {
    counts: {
      keywords: sum(counted),
      questions: countType('question'),
      comparisons: countType('comparison'),
      prepositions: countType('preposition'),
      alphabeticals: countType('alphabetical'),
      related: countType('related'),
      ...(ideas > 0 && { ideas }),
      ...input.otherCounts,
    },
    intents: totals(counted.flatMap(({ intent, count }) => (intent ? [{ name: intent, count }] : []))),
    modifiers: getModifiers(counted),
    top_keywords: input.topKeywords,
    top_questions: input.topQuestions,
    top_phrases: input.topPhrases,
    difficulty: input.difficulty,
    missing: mapValues(input.missing, (error) => error.message),
    missing_reasons: mapValues(input.missing, (error) => error.toFailure()),
    words: getWordRange(input.pages),
  }
}

const mapValues = <From, To>(values: Record<string, From>, map: (value: From) => To): Record<string, To> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]))

const sum = (entries: { count: number }[]) => entries.reduce((total, { count }) => total + count, 0)

function totals(entries: { name: string; count: number }[]): Record<string, number> {
  const result: Record<string, number> = {}
  for (const { name, count } of entries) result[name] = (result[name] ?? 0) + count
  return result
}

function getModifiers(counted: Counted[]): Overview['modifiers'] {
  const found = new Map<string, Overview['modifiers'][number]>()
  for (const { type, modifier, count } of counted) {
    if (!modifier) continue
    const key = `${type} ${modifier}`
    const known = found.get(key)
    if (known) known.count += count
    else found.set(key, { type, modifier, count })
  }
  return [...found.values()].sort((a, b) => b.count - a.count || (a.modifier < b.modifier ? -1 : 1))
}

function getWordRange(pages: Pick<SerpPage, 'words'>[]): Overview['words'] {
  const words = pages
    .map((page) => page.words)
    .filter((count) => count !== null)
    .sort((a, b) => a - b)
  if (words.length === 0) return null
  // As for briefs.
  return { median: Math.round(getMedian(words)), low: words[0]!, high: words.at(-1)! }
}
