/**
 * Which list a found keyword belongs to, and the word that puts it there.
 *
 * Read in this order, the topic's own words set aside: a question (its first word, a verb in front of a clause, or a
 * question mark), an outspoken comparison ("vs"), the first preposition or light comparison ("or", "and") met, the
 * letter after the topic, else related. Words are those of the language's phrasebook.
 */

import type { PhraseGroup } from '../questions/question-templates/phrasebook.ts'
import { getPhrasebook } from '../questions/question-templates.ts'
import { foldSpelling } from './fold-spelling.ts'
import { keywordKeyIn } from './normalize-keyword.ts'

export type KeywordType = 'question' | 'comparison' | 'preposition' | 'alphabetical' | 'related'
export type Classification = { type: KeywordType; modifier: string | null }

type Phrase = { words: string[]; modifier: string; inversion: boolean }
/** Phrases by their first word, longest first. */
type PhraseIndex = Map<string, Phrase[]>
type Grammar = {
  questions: PhraseIndex
  strong: PhraseIndex
  light: PhraseIndex
  prepositions: PhraseIndex
  questionsAnywhere: boolean
  /** Forms found inside a run of letters, longest first; empty where words have spaces. */
  unspaced: { form: string; type: KeywordType; modifier: string }[]
}

const grammars = new Map<string, Grammar | null>()
let latest: { query: string; language: string; classify: (text: string) => Classification } | null = null

/** The type and modifier of one keyword found for `query`. Classifying many: the topic is read once for a run of calls. */
export function classify(text: string, query: string, language: string): Classification {
  if (latest?.query !== query || latest.language !== language) {
    latest = { query, language, classify: createClassifier(query, language) }
  }
  return latest.classify(text)
}

/** Longer than any keyword; longer texts would take quadratic time. */
export const maxClassifiedLength = 500

/** Returns a classifier for one topic: 10,000 keywords take about 20 ms. */
export function createClassifier(query: string, language: string): (text: string) => Classification {
  const seed = keywordKeyIn(query, language)
  const seedWords = splitWords(seed)
  const grammar = getGrammar(language)
  return (given) => {
    const text = given.slice(0, maxClassifiedLength)
    const key = keywordKeyIn(text, language)
    if (key === seed) return { type: 'related', modifier: null }
    const words = splitWords(key)
    const rest = removeSeed(words, seedWords)
    const found = grammar && classifyByGrammar(grammar, text, words, rest, unspacedRest(key, seed, grammar))
    return found ?? alphabetical(key, seed, grammar !== null && grammar.unspaced.length > 0)
  }
}

/** True when the keyword is a question in this language. */
export function isQuestion(text: string, language: string): boolean {
  return readQuestion(text, language) !== null
}

const questionClassifiers = new Map<string, (text: string) => Classification>()

/** The question a keyword asks, or null. `choice`: it may be about what to choose, so not "when" or "why". */
export function readQuestion(text: string, language: string): { choice: boolean } | null {
  let classifyQuestion = questionClassifiers.get(language)
  if (!classifyQuestion) {
    classifyQuestion = createClassifier('', language)
    questionClassifiers.set(language, classifyQuestion)
  }
  const { type, modifier } = classifyQuestion(text)
  if (type !== 'question') return null
  const group = getPhrasebook(language)?.questions.find((each) => each.modifier === modifier)
  return { choice: group?.choice ?? true }
}

function classifyByGrammar(
  grammar: Grammar,
  text: string,
  words: string[],
  rest: Rest,
  run: string,
): Classification | null {
  const opening = phraseAt(grammar.questions, words, 0)
  if (opening && (!opening.inversion || words.length >= 3)) return { type: 'question', modifier: opening.modifier }
  const later = grammar.questionsAnywhere
    ? getFirst(rest, [grammar.questions])
    : findQuestionAfterSeed(grammar.questions, rest)
  if (later) return { type: 'question', modifier: later.modifier }
  if (/[?？؟]\s*$/.test(text)) return { type: 'question', modifier: findQuestionWord(grammar, words) }

  const inRun = run === '' ? undefined : grammar.unspaced.find(({ form }) => run.includes(form))
  if (inRun) return { type: inRun.type, modifier: inRun.modifier }
  const strong = getFirst(rest, [grammar.strong])
  if (strong) return { type: 'comparison', modifier: strong.modifier }
  const weak = getFirst(rest, [grammar.prepositions, grammar.light])
  if (!weak) return null
  return { type: weak.index === grammar.light ? 'comparison' : 'preposition', modifier: weak.modifier }
}

/** Classifies by the first letter after the topic: "cold brew coffee beans" is "b". */
function alphabetical(key: string, seed: string, unspaced: boolean): Classification {
  if (seed === '' || !key.startsWith(seed)) return { type: 'related', modifier: null }
  const after = key.slice(seed.length)
  if (!unspaced && !after.startsWith(' ')) return { type: 'related', modifier: null }
  const letter = /[\p{L}\p{N}]/u.exec(after)?.[0]
  return letter ? { type: 'alphabetical', modifier: toHiragana(letter) } : { type: 'related', modifier: null }
}

type Rest = {
  words: string[] /** Where what stood behind the topic begins; -1 when the topic is not in one piece. */
  after: number
}

/** Removes the topic's words: its whole phrase, or each word when they are scattered. */
function removeSeed(words: string[], seedWords: string[]): Rest {
  if (seedWords.length === 0) return { words, after: -1 }
  const at = indexOfRun(words, seedWords)
  if (at >= 0) return { words: [...words.slice(0, at), ...words.slice(at + seedWords.length)], after: at }
  return { words: words.filter((word) => !seedWords.includes(word)), after: -1 }
}

function indexOfRun(words: string[], run: string[]): number {
  outer: for (let at = 0; at + run.length <= words.length; at++) {
    for (let i = 0; i < run.length; i++) if (words[at + i] !== run[i]) continue outer
    return at
  }
  return -1
}

function getFirst(rest: Rest, indexes: PhraseIndex[]): (Phrase & { index: PhraseIndex }) | null {
  for (let at = 0; at < rest.words.length; at++) {
    for (const index of indexes) {
      const phrase = phraseAt(index, rest.words, at)
      if (phrase) return { ...phrase, index }
    }
  }
  return null
}

/** Finds a question word right after the topic, followed by more words: "cold brew how long does it last". */
function findQuestionAfterSeed(questions: PhraseIndex, { words, after }: Rest): Phrase | null {
  if (after < 0 || words.length - after < 2) return null
  const phrase = phraseAt(questions, words, after)
  return phrase && !phrase.inversion ? phrase : null
}

/** Finds the question word anywhere in a sentence that ends in a question mark; null without one. */
function findQuestionWord({ questions }: Grammar, words: string[]): string | null {
  for (let at = 0; at < words.length; at++) {
    const phrase = phraseAt(questions, words, at)
    if (phrase) return phrase.modifier
  }
  return null
}

function phraseAt(index: PhraseIndex, words: string[], at: number): Phrase | null {
  const candidates = index.get(words[at] ?? '')
  if (!candidates) return null
  for (const phrase of candidates) {
    if (phrase.words.every((word, i) => words[at + i] === word)) return phrase
  }
  return null
}

/** Marks count as letters: Hindi words end in vowel signs. */
const edges = /^[^\p{L}\p{N}&+#]+|[^\p{L}\p{M}\p{N}&+#']+$/gu
const plainWords = /^[a-z0-9' -]*$/

function splitWords(key: string): string[] {
  if (key === '') return []
  const words = key.split(' ')
  if (plainWords.test(key)) return words
  return words.map((word) => foldSpelling(word.replace(edges, ''))).filter((word) => word !== '')
}

function unspacedRest(key: string, seed: string, grammar: Grammar | null): string {
  return grammar && grammar.unspaced.length > 0 ? key.replace(seed, ' ') : ''
}

function getGrammar(language: string): Grammar | null {
  const known = grammars.get(language)
  if (known !== undefined) return known
  const book = getPhrasebook(language)
  const grammar = book && {
    questions: indexOf(book.questions),
    strong: indexOf(book.comparisons.filter(({ strong }) => strong)),
    light: indexOf(book.comparisons.filter(({ strong }) => !strong)),
    prepositions: indexOf(book.prepositions),
    questionsAnywhere: book.questionsAnywhere,
    unspaced: book.unspaced
      ? [
          ...getForms(book.questions, 'question', book.minInside ?? 1),
          ...getForms(book.comparisons, 'comparison', book.minInside ?? 1),
          ...getForms(book.prepositions, 'preposition', book.minInside ?? 1),
        ]
      : [],
  }
  grammars.set(language, grammar)
  return grammar
}

function getForms(groups: PhraseGroup[], type: KeywordType, minLength: number) {
  return groups
    .flatMap(({ modifier, forms = [] }) => [modifier, ...forms].map((form) => ({ form, type, modifier })))
    .filter(({ form }) => form.length >= minLength)
    .sort((a, b) => b.form.length - a.form.length)
}

function indexOf(groups: PhraseGroup[]): PhraseIndex {
  const index: PhraseIndex = new Map()
  for (const { modifier, forms = [], inversion = false } of groups) {
    for (const form of new Set([modifier, ...forms].map(foldSpelling))) {
      const words = form.split(' ')
      const first = words[0] ?? ''
      const phrases = index.get(first) ?? []
      phrases.push({ words, modifier, inversion })
      index.set(first, phrases)
    }
  }
  for (const phrases of index.values()) phrases.sort((a, b) => b.words.length - a.words.length)
  return index
}

function toHiragana(letter: string): string {
  const code = letter.codePointAt(0) ?? 0
  return code >= 0x30a1 && code <= 0x30f6 ? String.fromCodePoint(code - 0x60) : letter
}
