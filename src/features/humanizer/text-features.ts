/** Counts what the feature list names, in one pass over a text's tokens. */
import { type FeatureId, features, indexOf } from './feature-list.ts'
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
} from './machine-words.ts'
import { type Lexeme, type Tokens, tokenKind } from './text-tokens.ts'
import { backoffBits, noWord, unknownWord, wordPairs } from './word-pairs.ts'

/** Tokens `from` up to and without `to`. */
export type Event = { feature: number; from: number; to: number }

export type Measures = {
  /** A number for each of `features`; NaN when the text has too little to tell. */
  values: Float64Array
  events: Event[]
  /** Words and numbers. */
  words: number
  /** Words and numbers of each sentence. */
  wordsOf: Uint32Array
  /** How surprising each sentence's words are on average, in bits; NaN where too few are ordinary words. */
  surpriseOf: Float64Array
}

const phrases = startsOf(stockPhrases)
const summaries = startsOf(summaryOpeners)
const conjunctions = new Set(['and', 'or'])
const contrastAfterNot = new Set(['only', 'just', 'merely', 'simply'])

/** What a word is counted as. */
const flag = {
  hedge: 1,
  inflated: 2,
  informal: 4,
  firstPerson: 8,
  concrete: 16,
  contraction: 32,
  adverb: 64,
  abstract: 128,
  phrase: 256,
  joint: 512,
}

/** Looks up what a word is, once. */
function know(lexeme: Lexeme) {
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
    (phrases.has(form) ? flag.phrase : 0) |
    (form === 'not' || form === 'and' ? flag.joint : 0)
  lexeme.word = wordPairs().id(form)
}

/** Counts all of it in one pass over the tokens. */
export function measure(tokens: Tokens): Measures {
  const { forms, lexemes, kinds, capitals, sentences, firstOf, paragraphOf } = tokens
  const values = new Float64Array(features.length)
  const events: Event[] = []
  const wordsOf = new Uint32Array(sentences.length)
  const surpriseOf = new Float64Array(sentences.length).fill(Number.NaN)
  const pairs = wordPairs()
  const add = (id: FeatureId, from: number, to: number) => {
    values[indexOf[id]]!++
    events.push({ feature: indexOf[id], from, to })
  }
  const count = (id: FeatureId) => {
    values[indexOf[id]]!++
  }

  let words = 0
  const seen = new Set<string>()
  const surprise = new Spread()
  const sentenceSurprise = new Spread()
  let knownPairs = 0
  let wordPairsRead = 0
  let unknown = 0

  for (let sentence = 0; sentence < sentences.length; sentence++) {
    const [first, end] = [firstOf[sentence]!, firstOf[sentence + 1]!]
    let comma = -1
    let before = noWord
    const here = new Spread()
    for (let at = first; at < end; at++) {
      const form = forms[at]!
      const kind = kinds[at]!
      if (kind === tokenKind.mark) {
        before = noWord
        countMark(form, at)
        if (form === ',') {
          const next = forms[at + 1]
          if (at + 1 < end && next!.length > 4 && next!.endsWith('ing') && !noParticiples.has(next!))
            add('tails', at + 1, endOfClause(at + 1, end))
          if (comma >= first && at - comma <= 5 && conjunctions.has(next ?? ''))
            add('triads', Math.max(first, comma - 2), Math.min(end, at + 4))
          comma = at
        }
        continue
      }
      words++
      wordsOf[sentence]!++
      if (kind === tokenKind.number) {
        count('numbers')
        before = noWord
        continue
      }
      const lexeme = lexemes[at]!
      if (lexeme.flags < 0) know(lexeme)
      if (words <= 150) seen.add(form)
      if (lexeme.flags !== 0) countWord(lexeme.flags, form, at, first, end)
      // Names say nothing of how a text is put.
      if (capitals[at] && at > first && form !== 'i') {
        if (!form.startsWith("i'")) count('names')
        before = noWord
        continue
      }
      const id = lexeme.word
      const pair = pairs.pairBits(before, id)
      const bits = pair ?? pairs.wordBits(id) + (before === noWord ? 0 : backoffBits)
      surprise.add(bits)
      here.add(bits)
      if (id === unknownWord) unknown++
      if (before !== noWord) {
        wordPairsRead++
        if (pair !== undefined) knownPairs++
      }
      before = id
    }
    if (here.count >= 5) {
      sentenceSurprise.add(here.mean)
      surpriseOf[sentence] = here.mean
    }
    readOpening(sentence)
  }

  function countMark(form: string, at: number) {
    if (form === ',') count('commas')
    else if (form === '—') add('dashes', at, at + 1)
    else if (form === '"') count('quotes')
    else if (form === ':') count('colons')
    else if (form === ';') count('semicolons')
    else if (form === '(') count('brackets')
    else if (form === '?') count('questions')
    else if (form === '!') count('exclamations')
    else if (form === '…') count('ellipses')
  }

  function countWord(flags: number, form: string, at: number, first: number, end: number) {
    if (flags & flag.hedge) add('hedges', at, at + 1)
    if (flags & flag.inflated) add('inflated', at, at + 1)
    if (flags & flag.informal) count('informal')
    if (flags & flag.firstPerson) count('first-person')
    if (flags & flag.concrete) count('concrete')
    if (flags & flag.contraction) count('contractions')
    if (flags & flag.adverb) count('adverbs')
    if (flags & flag.abstract) count('abstract-nouns')
    if (flags & flag.phrase) {
      const to = phraseAt(phrases, forms, at, end)
      if (to > at) add('stock', at, to)
    }
    if (!(flags & flag.joint)) return
    if (form === 'not' && contrastAfterNot.has(forms[at + 1] ?? '')) add('contrasts', at, at + 2)
    if (form === 'and' && at > first + 1 && at + 1 < end && kinds[at - 1] === tokenKind.word && forms[at - 2] !== ',')
      count('pairs')
  }

  function endOfClause(at: number, end: number) {
    let to = at
    while (to < end && to < at + 8 && kinds[to] !== tokenKind.mark) to++
    return to
  }

  function readOpening(sentence: number) {
    const [first, end] = [firstOf[sentence]!, firstOf[sentence + 1]!]
    if (end - first < 2) return
    const opening = forms[first]!
    if (connectors.has(opening)) add('connectors', first, first + 1)
    if (sentence > 0 && paragraphOf[sentence] === paragraphOf[sentence - 1] && kinds[first] === tokenKind.word) {
      const last = firstOf[sentence - 1]!
      if (opening === forms[last] && first - last >= 2) add('parallel-openings', first, first + 1)
    }
    if (sentence >= sentences.length * 0.7) {
      const to = phraseAt(summaries, forms, first, end)
      if (to > first) add('summaries', first, to)
    }
  }

  finish()
  return { values, events, words, wordsOf, surpriseOf }

  function finish() {
    const lengths = new Spread()
    let steps = 0
    let short = 0
    let long = 0
    let before = 0
    const paragraphs: number[] = []
    for (let sentence = 0; sentence < sentences.length; sentence++) {
      const length = wordsOf[sentence]!
      paragraphs[paragraphOf[sentence]!] = (paragraphs[paragraphOf[sentence]!] ?? 0) + length
      if (length < 2) continue
      if (lengths.count > 0) steps += Math.abs(length - before)
      lengths.add(length)
      if (length <= 6) short++
      if (length >= 32) long++
      before = length
    }
    const per = words > 0 ? 100 / words : 0
    for (const { id } of features) values[indexOf[id]]! *= per
    const set = (id: FeatureId, value: number, told: boolean) => {
      values[indexOf[id]] = told ? value : Number.NaN
    }
    const enough = lengths.count >= 4
    set('sentence-variation', lengths.deviation / lengths.mean, enough)
    set('sentence-steps', steps / (lengths.count - 1) / lengths.mean, enough)
    set('short-sentences', short / lengths.count, enough)
    set('long-sentences', long / lengths.count, enough)
    const blocks = new Spread()
    for (const length of paragraphs) if (length >= 8) blocks.add(length)
    set('paragraph-variation', blocks.deviation / blocks.mean, blocks.count >= 3)
    set('variety', seen.size / Math.min(words, 150), words >= 80)
    set('surprise', surprise.mean, surprise.count >= 20)
    set('surprise-spread', surprise.deviation, surprise.count >= 20)
    set('sentence-surprise-spread', sentenceSurprise.deviation, sentenceSurprise.count >= 4)
    set('known-pairs', knownPairs / wordPairsRead, wordPairsRead >= 20)
    set('unknown-words', unknown / surprise.count, surprise.count >= 20)
  }

  /** Where a phrase of the list that begins here ends; `at` when none does. */
  function phraseAt(starts: Map<string, string[][]>, forms: string[], at: number, end: number): number {
    for (const phrase of starts.get(forms[at]!) ?? []) {
      if (at + phrase.length > end) continue
      let read = 1
      while (read < phrase.length && forms[at + read] === phrase[read]) read++
      if (read === phrase.length) return at + read
    }
    return at
  }
}

/** Phrases by their first word, the longest first. */
function startsOf(phrases: string[]): Map<string, string[][]> {
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

/** Mean and standard deviation as numbers come. */
class Spread {
  count = 0
  #sum = 0
  #squares = 0

  add(value: number) {
    this.count++
    this.#sum += value
    this.#squares += value * value
  }

  get mean() {
    return this.count > 0 ? this.#sum / this.count : 0
  }

  get deviation() {
    return this.count > 1 ? Math.sqrt(Math.max(0, this.#squares / this.count - this.mean ** 2)) : 0
  }
}
