/** Counts every feature of the list in one pass over a text's tokens. */

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
import { type FeatureId, features, indexOf } from './style-features.ts'
import { type Lexeme, type Tokens, tokenKind } from './text-tokens.ts'
import { backoffBits, noWord, unknownWord, wordPairs } from './word-pairs.ts'

/** Tokens from `from` (inclusive) to `to` (exclusive). */
export type Event = { feature: number; from: number; to: number }

export type Measures = {
  /** One number per feature; NaN when the text is too short to tell. */
  values: Float64Array
  events: Event[]
  /** Number of words and numbers. */
  words: number
  /** Number of words and numbers per sentence. */
  sentenceWords: Uint32Array
  /** Average surprisal of each sentence's words, in bits; NaN with too few ordinary words. */
  sentenceBits: Float64Array
}

const phrases = getStarts(stockPhrases)
const summaries = getStarts(summaryOpeners)
const conjunctions = new Set(['and', 'or'])
const contrastAfterNot = new Set(['only', 'just', 'merely', 'simply'])

/** Bit flags: the classes of a word, and the phrases it may start or end. */
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
  not: 512,
  and: 1024,
  /** Flags from here on aren't counted alone. */
  tail: 2048,
  conjunction: 4096,
  contrast: 8192,
  connector: 16384,
  summary: 32768,
}
const counted = flag.tail - 1

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
const uncounted = features.length

/** Classifies a word once; the result is cached on the lexeme. */
function classifyWord(lexeme: Lexeme): number {
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
function classifyMark(lexeme: Lexeme): number {
  lexeme.flags = 0
  lexeme.word = featureOfMark.get(lexeme.form) ?? uncounted
  return lexeme.word
}

export function measure(tokens: Tokens): Measures {
  const { lexemes, kinds, capitals, sentences, firstTokens, paragraphIndex } = tokens
  // One extra slot for tokens that aren't counted.
  const counts = new Float64Array(uncounted + 1)
  const values = counts.subarray(0, uncounted)
  const events: Event[] = []
  const sentenceWords = new Uint32Array(sentences.length)
  const sentenceBits = new Float64Array(sentences.length).fill(Number.NaN)
  const pairs = wordPairs()
  const add = (feature: number, from: number, to: number) => {
    counts[feature]!++
    events.push({ feature, from, to })
  }

  let words = 0
  const seen = new Set<string>()
  const surprise = new Spread()
  const sentenceSurprise = new Spread()
  let knownPairs = 0
  let wordPairsRead = 0
  let unknown = 0

  for (let sentence = 0; sentence < sentences.length; sentence++) {
    const [first, end] = [firstTokens[sentence]!, firstTokens[sentence + 1]!]
    let comma = -1
    let before = noWord
    let wordsHere = 0
    const here = new Spread()
    for (let at = first; at < end; at++) {
      const lexeme = lexemes[at]!
      const kind = kinds[at]!
      if (kind === tokenKind.word) {
        const flags = lexeme.flags < 0 ? classifyWord(lexeme) : lexeme.flags
        wordsHere++
        if (words + wordsHere <= 150) seen.add(lexeme.form)
        if (flags & counted) countWord(flags, at, first, end)
        // Skips names, which say nothing about style.
        if (capitals[at] === 1 && at > first && (!lexeme.isI || lexeme.form !== 'i')) {
          if (!lexeme.isI) counts[indexOf.names]!++
          before = noWord
          continue
        }
        const id = lexeme.word
        const pair = pairs.pairBits(before, id)
        const isKnown = pair >= 0
        const bits = isKnown ? pair : pairs.wordBits(id) + (before === noWord ? 0 : backoffBits)
        surprise.add(bits)
        here.add(bits)
        if (id === unknownWord) unknown++
        if (before !== noWord) {
          wordPairsRead++
          if (isKnown) knownPairs++
        }
        before = id
      } else if (kind === tokenKind.mark) {
        before = noWord
        const feature = lexeme.flags < 0 ? classifyMark(lexeme) : lexeme.word
        if (feature === indexOf.dashes) add(feature, at, at + 1)
        else counts[feature]!++
        if (feature === indexOf.commas) {
          const next = flagsAt(at + 1)
          if (at + 1 < end && next & flag.tail) add(indexOf.tails, at + 1, endOfClause(at + 1, end))
          if (comma >= first && at - comma <= 5 && next & flag.conjunction)
            add(indexOf.triads, Math.max(first, comma - 2), Math.min(end, at + 4))
          comma = at
        }
      } else {
        wordsHere++
        counts[indexOf.numbers]!++
        before = noWord
      }
    }
    words += wordsHere
    sentenceWords[sentence] = wordsHere
    if (here.count >= 5) {
      sentenceSurprise.add(here.mean)
      sentenceBits[sentence] = here.mean
    }
    readOpening(sentence)
  }

  /** Flags of a word; 0 for any other token. */
  function flagsAt(at: number): number {
    const lexeme = lexemes[at]
    if (lexeme === undefined || kinds[at] !== tokenKind.word) return 0
    return lexeme.flags < 0 ? classifyWord(lexeme) : lexeme.flags
  }

  function countWord(flags: number, at: number, first: number, end: number) {
    if (flags & flag.hedge) add(indexOf.hedges, at, at + 1)
    if (flags & flag.inflated) add(indexOf.inflated, at, at + 1)
    if (flags & flag.informal) counts[indexOf.informal]!++
    if (flags & flag.firstPerson) counts[indexOf['first-person']]!++
    if (flags & flag.concrete) counts[indexOf.concrete]!++
    if (flags & flag.contraction) counts[indexOf.contractions]!++
    if (flags & flag.adverb) counts[indexOf.adverbs]!++
    if (flags & flag.abstract) counts[indexOf['abstract-nouns']]!++
    if (flags & flag.phrase) {
      const to = phraseAt(phrases, at, end)
      if (to > at) add(indexOf.stock, at, to)
    }
    if (flags & flag.not && flagsAt(at + 1) & flag.contrast) add(indexOf.contrasts, at, at + 2)
    if (
      flags & flag.and &&
      at > first + 1 &&
      at + 1 < end &&
      kinds[at - 1] === tokenKind.word &&
      lexemes[at - 2]!.form !== ','
    )
      counts[indexOf.pairs]!++
  }

  function endOfClause(at: number, end: number) {
    let to = at
    while (to < end && to < at + 8 && kinds[to] !== tokenKind.mark) to++
    return to
  }

  function readOpening(sentence: number) {
    const [first, end] = [firstTokens[sentence]!, firstTokens[sentence + 1]!]
    if (end - first < 2) return
    const flags = flagsAt(first)
    if (flags & flag.connector) add(indexOf.connectors, first, first + 1)
    if (sentence > 0 && paragraphIndex[sentence] === paragraphIndex[sentence - 1] && kinds[first] === tokenKind.word) {
      const last = firstTokens[sentence - 1]!
      if (lexemes[first]!.form === lexemes[last]!.form && first - last >= 2)
        add(indexOf['parallel-openings'], first, first + 1)
    }
    if (flags & flag.summary && sentence >= sentences.length * 0.7) {
      const to = phraseAt(summaries, first, end)
      if (to > first) add(indexOf.summaries, first, to)
    }
  }

  finish()
  return { values, events, words, sentenceWords, sentenceBits }

  function finish() {
    const lengths = new Spread()
    let steps = 0
    let short = 0
    let long = 0
    let before = 0
    const paragraphs: number[] = []
    for (let sentence = 0; sentence < sentences.length; sentence++) {
      const length = sentenceWords[sentence]!
      paragraphs[paragraphIndex[sentence]!] = (paragraphs[paragraphIndex[sentence]!] ?? 0) + length
      if (length < 2) continue
      if (lengths.count > 0) steps += Math.abs(length - before)
      lengths.add(length)
      if (length <= 6) short++
      if (length >= 32) long++
      before = length
    }
    const per = words > 0 ? 100 / words : 0
    for (const { id } of features) values[indexOf[id]]! *= per
    const set = (id: FeatureId, value: number, isMeasured: boolean) => {
      values[indexOf[id]] = isMeasured ? value : Number.NaN
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

  /** Returns where a phrase that starts here ends; `at` when there is none. */
  function phraseAt(starts: Map<string, string[][]>, at: number, end: number): number {
    for (const phrase of starts.get(lexemes[at]!.form) ?? []) {
      if (at + phrase.length > end) continue
      let read = 1
      while (read < phrase.length && lexemes[at + read]!.form === phrase[read]) read++
      if (read === phrase.length) return at + read
    }
    return at
  }
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

/** Running mean and standard deviation. */
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
