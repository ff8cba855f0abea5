import english from './name-words.json' with { type: 'json' }
import type { Word } from './word-reader.ts'

/** Tells nouns from other words, because a topic is named after a thing: "filter", but never "make" or "long" alone. */

export type NounDetector = {
  /** Whether a name can end with this word. Null in languages without word lists. */
  isNoun(stem: string): boolean | null
  /** Words that start no name: "much", "per", "without". */
  isLight(word: Word): boolean
  isVerb(word: Word): boolean
  /** What someone does: "commuting", but not "lighting". */
  isGerund(written: string): boolean
}

const split = (list: string) => new Set(list.split(' '))
const verbs = split(english.verbs)
const adjectives = split(english.adjectives)
const light = split(english.light)
const articles = split(english.article)
const beforeVerb = split(english['before verb'])
const beforeAdjective = split(english['before adjective'])
const questions = split(english.questions)
const nounsLikeAdjectives = split(english['nouns like adjectives'])
const nounsInEd = split(english['nouns in ed'])
const nounsInIng = split(english['nouns in ing'])
const adjectiveEnding = /(?:able|ible|less|ful|ese)$/

const unknown: NounDetector = { isNoun: () => null, isLight: () => false, isVerb: () => false, isGerund: () => false }

/**
 * Detects nouns by lists of verbs and adjectives, and by how the report's own keywords use them: "to dilute" and "is … reusable"
 * speak against a noun, "with filter" and "cold brew filter" for one.
 * @param seed stems of the report's topic
 */
export function createNounDetector(
  language: string,
  keywords: readonly Word[][],
  seed: ReadonlySet<string>,
): NounDetector {
  if (!/^en\b/i.test(language)) return unknown
  const votes = new Map<string, number>()
  for (const words of keywords)
    words.forEach((word, at) => {
      if (word.isFunctionWord || seed.has(word.stem)) return
      votes.set(word.stem, (votes.get(word.stem) ?? 0) + getVote(words, at, seed))
    })
  return {
    isNoun: (stem) => (votes.get(stem) ?? 0) >= 0,
    isLight: ({ written }) => light.has(written),
    isGerund: (written) => /..ing$/.test(written) && !nounsInIng.has(written),
    isVerb: ({ written, stem }) =>
      verbs.has(written) || (!adjectives.has(written) && isBetween(votes.get(stem) ?? 0, listed / 2, -1)),
  }
}

/** Outweighs any use: a listed word is no noun. */
const listed = -1e9
const isBetween = (value: number, low: number, high: number) => value > low && value <= high

/** By lists and endings; participles count too: "cordless", "heated". */
export const isAdjective = (written: string) =>
  adjectives.has(written) ||
  (adjectiveEnding.test(written) && !nounsLikeAdjectives.has(written)) ||
  (written.endsWith('ed') && !nounsInEd.has(written))

function getVote(words: readonly Word[], at: number, seed: ReadonlySet<string>): number {
  const { written } = words[at]!
  const before = words[at - 1]
  const after = words[at + 1]
  if (/^\d+$/.test(written) || light.has(written) || verbs.has(written) || isAdjective(written)) return listed
  const isLast = after === undefined || after.isFunctionWord
  if (!before) return after && articles.has(after.written) ? -2 : isLast ? 1 : 0
  if (beforeVerb.has(before.written) || beforeAdjective.has(before.written)) return -1
  if (!isLast) return 0
  if (before.isFunctionWord || articles.has(before.written)) return 1
  // "does cold brew expire", "are electric bikes quiet", but not "how to store an electric bike battery".
  if (questions.has(words[0]!.written) && seed.has(before.stem) && !hasVerb(words.slice(0, at))) return -1
  return 1
}

const hasVerb = (words: readonly Word[]) =>
  words.some(
    ({ written, isFunctionWord }, at) =>
      !isFunctionWord && (verbs.has(written) || (at > 0 && beforeVerb.has(words[at - 1]!.written))),
  )
