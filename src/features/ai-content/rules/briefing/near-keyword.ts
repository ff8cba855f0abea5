/** Tells which texts of a report are near one of its keywords. */
import { withoutAccents } from '#features/keywords/rules/clustering/tokenize.ts'
import { createWordReader } from '#features/keywords/rules/clustering/word-reader.ts'
import type { BriefingSources, LoneKeyword } from '#features/reports/rules/briefing-sources.ts'
import { getModifiers } from '#features/reports/rules/topics/topic-modifiers.ts'
import type { BriefingProposal } from '../../contract.ts'
import { getTerms } from '../scoring/text-terms.ts'

/** Share of what a keyword names that a near text has, rare things counting more. Of two things it needs both, of three any two. */
const minNear = 0.6

export type Nearness = {
  /** The keyword says no more than the report's own, so the whole report is about it. */
  isWhole: boolean
  /** By its words, or by the pages that rank for both. */
  isNear(text: string): boolean
  /** Best first; those that are equally near keep their order. */
  choose<T extends { text: string }>(items: readonly T[]): T[]
}

/**
 * A text is near if it has most of the words that tell the keyword from the rest of the report, or if three of the keyword's ranking
 * pages rank for it too. Words of the report's own keyword are in every text, and words such as “best” are in texts on anything.
 */
export function createNearness(
  { text: keyword, texts, shared }: Pick<LoneKeyword, 'text' | 'texts' | 'shared'>,
  query: string | null,
  language: string,
): Nearness {
  const read = getTerms(language)
  const stems = texts.map(read)
  const parts = weighParts(joinPhrases(getOwnStems(keyword, query, language), read(keyword), stems), stems)
  const total = parts.reduce((sum, { weight }) => sum + weight, 0)
  const sharing = new Set(Object.keys(shared).map((text) => text.toLowerCase()))
  const score = (text: string) => {
    if (sharing.has(text.toLowerCase())) return 1
    const own = new Set(read(text))
    return total === 0 ? 0 : parts.reduce((sum, part) => sum + (hasAll(own, part.stems) ? part.weight : 0), 0) / total
  }
  return {
    isWhole: parts.length === 0,
    isNear: (text) => score(text) >= minNear,
    choose: (items) =>
      items
        .map((item) => ({ item, score: score(item.text) }))
        .filter(({ score }) => score >= minNear)
        .sort((a, b) => b.score - a.score)
        .map(({ item }) => item),
  }
}

/** The stems that a keyword has beside the report's: things first, “best” and the like only without one. */
function getOwnStems(keyword: string, query: string | null, language: string): string[] {
  const read = getTerms(language)
  const seed = new Set(read(query ?? ''))
  const modifiers = getModifiers(language, createWordReader(language))
  const stems = read(keyword)
  const own = [...new Set(stems)].filter((stem) => !seed.has(stem))
  const things = own.filter((stem) => {
    const bare = withoutAccents(stem)
    return !(
      modifiers.anywhere.has(bare) ||
      (stem === stems[0] && modifiers.first.has(bare)) ||
      (stem === stems.at(-1) && modifiers.last.has(bare))
    )
  })
  return things.length > 0 ? things : own
}

const hasAll = (own: ReadonlySet<string>, stems: readonly string[]) => stems.every((stem) => own.has(stem))

/** Share of the texts with a word in which the next word of the keyword follows it, from which on both are one name. */
const minTogether = 0.6
/** Fewer texts are chance. */
const minPhraseTexts = 3

/** Joins words that belong together: “cold” and “brew” say one thing, so together they don't say most of “cold brew ratio”. */
function joinPhrases(
  own: readonly string[],
  keyword: readonly string[],
  texts: readonly (readonly string[])[],
): string[][] {
  const counts = new Map<string, number>()
  const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const text of texts)
    for (const key of new Set(text.flatMap((stem, at) => [stem, `${text[at - 1]} ${stem}`]))) count(key)
  const parts: string[][] = []
  for (const stem of own) {
    const before = keyword[keyword.indexOf(stem) - 1]
    const together = counts.get(`${before} ${stem}`) ?? 0
    const maxCount = Math.max(counts.get(before ?? '') ?? 0, counts.get(stem) ?? 0)
    if (
      before !== undefined &&
      parts.at(-1)?.at(-1) === before &&
      together >= minPhraseTexts &&
      together >= maxCount * minTogether
    )
      parts.at(-1)!.push(stem)
    else parts.push([stem])
  }
  return parts
}

/** The rarest part of a keyword tells most, and the most common at least half of that. */
function weighParts(parts: readonly string[][], texts: readonly (readonly string[])[]) {
  const sets = texts.map((stems) => new Set(stems))
  const rarities = parts.map((stems) =>
    Math.log(1 + (sets.length + 1) / Math.max(1, sets.filter((own) => hasAll(own, stems)).length)),
  )
  const maxRarity = Math.max(...rarities)
  return parts.map((stems, at) => ({ stems, weight: 0.5 + (0.5 * rarities[at]!) / maxRarity }))
}

const maxKeywords = 500
const maxQuestions = 60

/** Chooses what is near the keyword that the facts were collected for. Other facts stay as they are. */
export function narrowToKeyword(facts: BriefingSources): {
  facts: BriefingSources
  /** Null for other facts, and for a keyword that the whole report is about. */
  nearness: Nearness | null
  keyword: BriefingProposal['keyword']
} {
  const { alone, query, language } = facts
  if (!alone) return { facts, nearness: null, keyword: null }
  const nearness = createNearness(alone, query, language)
  const real = facts.keywords.filter(({ type }) => type !== 'idea')
  if (nearness.isWhole) {
    const whole = { keywords: real.slice(0, maxKeywords), questions: facts.questions.slice(0, maxQuestions) }
    return { facts: { ...facts, ...whole }, nearness: null, keyword: null }
  }
  const isOther = ({ text }: { text: string }) => text.toLowerCase() !== alone.text.toLowerCase()
  const near = { keywords: nearness.choose(real), questions: nearness.choose(facts.questions) }
  return {
    facts: {
      ...facts,
      keywords: near.keywords.slice(0, maxKeywords),
      questions: near.questions.slice(0, maxQuestions),
    },
    nearness,
    keyword: {
      text: alone.text,
      near_keywords: near.keywords.filter(isOther).length,
      compared_keywords: real.filter(isOther).length,
      near_questions: near.questions.filter(isOther).length,
      compared_questions: facts.questions.filter(isOther).length,
    },
  }
}

/** What a text is written from and scored against. */
export type Narrowed = {
  query: string | null
  language: string
  questions: string[]
  topic: object | null
  alone: LoneKeyword | null
  topicUrls: Record<string, number> | null
}

/** The same for what a text is written from and scored against. A keyword that the whole report is about leaves all of its pages. */
export function narrowSources<Sources extends Narrowed>(sources: Sources, maxQuestions: number): Sources {
  const { alone, query, language, questions, topic, topicUrls } = sources
  if (!alone) return sources
  const { isWhole, choose } = createNearness(alone, query, language)
  const chosen = isWhole ? questions : choose(questions.map((text) => ({ text }))).map(({ text }) => text)
  return {
    ...sources,
    questions: chosen.slice(0, maxQuestions),
    topicUrls: isWhole && !topic ? null : topicUrls,
  }
}
