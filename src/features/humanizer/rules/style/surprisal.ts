import { backoffBits, noWord, unknownWord, type WordPairs } from '../rewriting/grammar/word-pairs.ts'
import { Spread } from './spread.ts'
import type { FeatureId } from './style-features.ts'

const minWords = 20
const minSentenceWords = 5
const minSentences = 4

/** How predictable a text's words are by the bigram model, read word by word. */
export class Surprisal {
  readonly #pairs: WordPairs
  readonly #words = new Spread()
  readonly #sentences = new Spread()
  #sentence = new Spread()
  #before = noWord
  #pairsRead = 0
  #knownPairs = 0
  #unknownWords = 0

  constructor(pairs: WordPairs) {
    this.#pairs = pairs
  }

  startSentence() {
    this.#sentence = new Spread()
    this.#before = noWord
  }

  add(word: number) {
    const before = this.#before
    const pair = this.#pairs.pairBits(before, word)
    const isKnown = pair >= 0
    const bits = isKnown ? pair : this.#pairs.wordBits(word) + (before === noWord ? 0 : backoffBits)
    this.#words.add(bits)
    this.#sentence.add(bits)
    if (word === unknownWord) this.#unknownWords++
    if (before !== noWord) {
      this.#pairsRead++
      if (isKnown) this.#knownPairs++
    }
    this.#before = word
  }

  /** A name, number or mark, which isn't scored: the next word follows none. */
  interrupt() {
    this.#before = noWord
  }

  /** Returns the average bits of the sentence's words; NaN when it has too few. */
  endSentence(): number {
    const { count, mean } = this.#sentence
    if (count < minSentenceWords) return Number.NaN
    this.#sentences.add(mean)
    return mean
  }

  /** NaN where the text is too short to tell. */
  getFeatures() {
    const words = this.#words
    const orNaN = (isMeasured: boolean, value: number) => (isMeasured ? value : Number.NaN)
    return {
      surprise: orNaN(words.count >= minWords, words.mean),
      'surprise-spread': orNaN(words.count >= minWords, words.deviation),
      'sentence-surprise-spread': orNaN(this.#sentences.count >= minSentences, this.#sentences.deviation),
      'known-pairs': orNaN(this.#pairsRead >= minWords, this.#knownPairs / this.#pairsRead),
      'unknown-words': orNaN(words.count >= minWords, this.#unknownWords / words.count),
    } satisfies Partial<Record<FeatureId, number>>
  }
}
