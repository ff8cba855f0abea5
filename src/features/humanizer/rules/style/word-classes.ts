/** The classes a word or mark belongs to, as bit flags on its lexeme. */

import { wordPairs } from '../rewriting/grammar/word-pairs.ts'
import {
  concrete,
  connectors,
  firstPerson,
  hedges,
  inflated,
  informal,
  noParticiples,
  stockPhrases,
  summaryOpeners,
} from './ai-phrases.ts'
import { readerPhrases } from './reader-phrases.ts'
import { features, indexOf } from './style-features.ts'
import type { Lexeme } from './text-tokens.ts'

export const phrases = getStarts(stockPhrases)
/** What a reader would name; wider than what is scored. */
export const seenPhrases = getStarts(readerPhrases)
export const summaries = getStarts(summaryOpeners)
const conjunctions = new Set(['and', 'or'])
const contrastAfterNot = new Set(['only', 'just', 'merely', 'simply'])

/** Bit flags: the classes of a word, and the phrases it may start or end. */
export const flag = {
  hedge: 1,
  inflated: 2,
  informal: 4,
  firstPerson: 8,
  concrete: 16,
  contraction: 32,
  adverb: 64,
  abstract: 128,
  phrase: 256,
  not: 512,
  and: 1024,
  /** Flags from here on aren't counted alone. */
  tail: 2048,
  conjunction: 4096,
  contrast: 8192,
  connector: 16384,
  summary: 32768,
}
/** Flags that are counted alone. */
export const counted = flag.tail - 1

/** The feature each mark counts for. */
const featureOfMark = new Map<string, number>([
  [',', indexOf.commas],
  ['—', indexOf.dashes],
  ['"', indexOf.quotes],
  [':', indexOf.colons],
  [';', indexOf.semicolons],
  ['(', indexOf.brackets],
  ['?', indexOf.questions],
  ['!', indexOf.exclamations],
  ['…', indexOf.ellipses],
])
/** The index for marks that no feature counts. */
export const uncounted = features.length

/** Classifies a word once; the result is cached on the lexeme. */
export function classifyWord(lexeme: Lexeme): number {
  const { form } = lexeme
  const long = form.length > 5
  const adverb = long && form.endsWith('ly')
  lexeme.flags =
    (hedges.has(form) ? flag.hedge : 0) |
    (inflated.has(form) ? flag.inflated : 0) |
    (informal.has(form) ? flag.informal : 0) |
    (firstPerson.has(form) ? flag.firstPerson : 0) |
    (concrete.has(form) ? flag.concrete : 0) |
    (form.includes("'") && !form.endsWith("'s") ? flag.contraction : 0) |
    (adverb ? flag.adverb : 0) |
    (long && !adverb && /(?:tion|ment|ness|ity|ance|ence)s?$/.test(form) ? flag.abstract : 0) |
    (seenPhrases.has(form) ? flag.phrase : 0) |
    (form === 'not' ? flag.not : 0) |
    (form === 'and' ? flag.and : 0) |
    (form.length > 4 && form.endsWith('ing') && !noParticiples.has(form) ? flag.tail : 0) |
    (conjunctions.has(form) ? flag.conjunction : 0) |
    (contrastAfterNot.has(form) ? flag.contrast : 0) |
    (connectors.has(form) ? flag.connector : 0) |
    (summaries.has(form) ? flag.summary : 0)
  lexeme.word = wordPairs().id(form)
  return lexeme.flags
}

/** For a mark, `word` is the index of its feature. */
export function classifyMark(lexeme: Lexeme): number {
  lexeme.flags = 0
  lexeme.word = featureOfMark.get(lexeme.form) ?? uncounted
  return lexeme.word
}

/** Indexes phrases by first word, longest first. */
function getStarts(phrases: string[]): Map<string, string[][]> {
  const starts = new Map<string, string[][]>()
  for (const phrase of phrases) {
    const forms = phrase.split(' ')
    starts.set(
      forms[0]!,
      [...(starts.get(forms[0]!) ?? []), forms].sort((a, b) => b.length - a.length),
    )
  }
  return starts
}
