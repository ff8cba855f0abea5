/** Counts every feature of the list in one pass over a text's tokens. */

import { wordPairs } from '../rewriting/grammar/word-pairs.ts'
import { measureRhythm } from './rhythm.ts'
import { type FeatureId, indexOf } from './style-features.ts'
import { Surprisal } from './surprisal.ts'
import { type Tokens, tokenKind } from './text-tokens.ts'
import {
  classifyMark,
  classifyWord,
  counted,
  flag,
  phrases,
  seenPhrases,
  summaries,
  uncounted,
} from './word-classes.ts'

/** Tokens from `from` (inclusive) to `to` (exclusive). */
export type Event = { feature: number; from: number; to: number }

export type Measures = {
  /** One number per feature; NaN when the text is too short to tell. */
  values: Float64Array
  events: Event[]
  /** Number of words and numbers. */
  words: number
  /** Number of stock phrases a reader would name, without overlaps. More than the scored ones. */
  stockPhrases: number
  /** Number of words and numbers per sentence. */
  sentenceWords: Uint32Array
  /** Average surprisal of each sentence's words, in bits; NaN with too few ordinary words. */
  sentenceBits: Float64Array
}

/** Vocabulary is compared over this many words, since it shrinks with length. */
const varietyWords = 150

export function measure(tokens: Tokens): Measures {
  const { lexemes, kinds, capitals, sentences, firstTokens, paragraphIndex } = tokens
  // One extra slot for tokens that aren't counted.
  const counts = new Float64Array(uncounted + 1)
  const values = counts.subarray(0, uncounted)
  const events: Event[] = []
  const sentenceWords = new Uint32Array(sentences.length)
  const sentenceBits = new Float64Array(sentences.length)
  const surprisal = new Surprisal(wordPairs())
  const add = (feature: number, from: number, to: number) => {
    counts[feature]!++
    events.push({ feature, from, to })
  }

  let words = 0
  let stockPhrases = 0
  /** Where the last stock phrase ends. */
  let seenTo = 0
  const seen = new Set<string>()

  for (let sentence = 0; sentence < sentences.length; sentence++) {
    const [first, end] = [firstTokens[sentence]!, firstTokens[sentence + 1]!]
    let comma = -1
    let wordsHere = 0
    surprisal.startSentence()
    for (let at = first; at < end; at++) {
      const lexeme = lexemes[at]!
      const kind = kinds[at]!
      if (kind === tokenKind.word) {
        const flags = lexeme.flags < 0 ? classifyWord(lexeme) : lexeme.flags
        wordsHere++
        if (words + wordsHere <= varietyWords) seen.add(lexeme.form)
        if (flags & counted) countWord(flags, at, first, end)
        // Skips names, which say nothing about style.
        if (capitals[at] === 1 && at > first && (!lexeme.isI || lexeme.form !== 'i')) {
          if (!lexeme.isI) counts[indexOf.names]!++
          surprisal.interrupt()
        } else surprisal.add(lexeme.word)
      } else if (kind === tokenKind.mark) {
        surprisal.interrupt()
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
        surprisal.interrupt()
      }
    }
    words += wordsHere
    sentenceWords[sentence] = wordsHere
    sentenceBits[sentence] = surprisal.endSentence()
    readOpening(sentence)
  }
  for (let feature = 0; feature < values.length; feature++) values[feature]! *= words > 0 ? 100 / words : 0
  const shapes = { ...measureRhythm(sentenceWords, paragraphIndex), ...surprisal.getFeatures() }
  for (const [id, value] of Object.entries(shapes)) values[indexOf[id as FeatureId]] = value
  values[indexOf.variety] = words >= 80 ? seen.size / Math.min(words, varietyWords) : Number.NaN
  return { values, events, words, stockPhrases, sentenceWords, sentenceBits }

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
      if (phraseAt(phrases, at, end) > at) counts[indexOf.stock]!++
      // The shown ones don't overlap: "in today's fast-paced world" is one.
      const to = at >= seenTo ? phraseAt(seenPhrases, at, end) : at
      if (to > at) {
        events.push({ feature: indexOf.stock, from: at, to })
        seenTo = to
        stockPhrases++
      }
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
