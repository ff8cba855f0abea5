/**
 * A bigram model: how likely an English word is after the previous one. For its texts and licenses see docs/decisions (the
 * humanizer's frequency model); bench/humanizer-word-pairs.ts creates the file.
 */
import counts from './word-pairs.json' with { type: 'json' }

/** Words by falling count, each with its count; pairs as gaps to the previous pair, with their counts. */
type Counts = { total: number; words: string; counts: string; pairs: string }

export const unknownWord = 0
/** A name or number, which isn't scored. */
export const noWord = -1

/**
 * Cost of an unseen pair on top of its second word ("stupid backoff", 0.4; Brants et al. 2007, "Large language models in
 * machine translation").
 */
export const backoffBits = -Math.log2(0.4)

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_'

/** Pair counts are stored as logarithms, in eighths of a power of two. */
const stepsInDouble = 8

export class WordPairs {
  readonly #ids = new Map<string, number>()
  readonly #wordBits: Float64Array
  readonly #pairBits: PairTable

  constructor({ total, words, counts, pairs }: Counts) {
    const known = words.split(' ')
    const times = counts.split(' ').map(Number)
    this.#wordBits = new Float64Array(known.length + 1)
    // Counts an unknown word as a third of an occurrence.
    this.#wordBits[unknownWord] = Math.log2(total * 3)
    for (let index = 0; index < known.length; index++) {
      this.#ids.set(known[index]!, index + 1)
      this.#wordBits[index + 1] = Math.log2(total / times[index]!)
    }
    this.#pairBits = readPairs(pairs, known.length + 1, (first) => Math.log2(times[first - 1]!))
  }

  /** Returns a word's id, or `unknownWord`. */
  id(form: string): number {
    return this.#ids.get(form) ?? unknownWord
  }

  /** Surprisal of a word after another, in bits; -1 for an unseen pair. */
  pairBits(before: number, word: number): number {
    return before > 0 && word > 0 ? this.#pairBits.get(before, word) : -1
  }

  /** Surprisal of a word alone, in bits. */
  wordBits(word: number): number {
    return this.#wordBits[word]!
  }
}

/**
 * Hash table from pairs of numbers to numbers, without an object per entry. Both numbers are below `width`, whose square is
 * below 2³¹.
 */
export class PairTable {
  readonly #width: number
  /** Keys and values interleaved, so that one memory access reads both. */
  readonly #keys: Int32Array
  readonly #values: Float32Array
  readonly #mask: number

  constructor(size: number, width: number) {
    if (width ** 2 >= 2 ** 31) throw new Error(`Pairs of ${width} numbers do not fit the table's keys.`)
    let slots = 16
    while (slots < size * 1.5) slots *= 2
    this.#width = width
    this.#keys = new Int32Array(slots * 2).fill(-1)
    this.#values = new Float32Array(this.#keys.buffer)
    this.#mask = slots - 1
  }

  set(first: number, second: number, value: number) {
    const key = first * this.#width + second
    let slot = this.#slot(key)
    while (this.#keys[slot * 2] !== -1 && this.#keys[slot * 2] !== key) slot = (slot + 1) & this.#mask
    this.#keys[slot * 2] = key
    this.#values[slot * 2 + 1] = value
  }

  /** Returns -1 when missing. */
  get(first: number, second: number): number {
    const keys = this.#keys
    const mask = this.#mask
    const key = Math.imul(first, this.#width) + second
    for (let slot = this.#slot(key); ; slot = (slot + 1) & mask) {
      const there = keys[slot * 2]!
      if (there === key) return this.#values[slot * 2 + 1]!
      if (there === -1) return -1
    }
  }

  #slot(key: number) {
    const mixed = Math.imul(key, 0x9e3779b1)
    return (mixed ^ (mixed >>> 15)) & this.#mask
  }
}

function readPairs(text: string, size: number, firstBits: (first: number) => number): PairTable {
  let pairs = 0
  for (let at = 0; at < text.length; at++) if (text[at] === ' ') pairs++
  const table = new PairTable(pairs, size)
  const value = new Map([...digits].map((digit, index) => [digit.charCodeAt(0), index]))
  let key = 0
  let gap = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 32) {
      gap = gap * 64 + value.get(code)!
      continue
    }
    // The last digit before the space belongs to the count.
    const steps = gap % 64
    key += Math.floor(gap / 64)
    gap = 0
    const first = Math.floor(key / size)
    table.set(first, key % size, Math.max(0, firstBits(first) - steps / stepsInDouble))
  }
  return table
}

/** Encodes pairs for `readPairs`; keys ascending. */
export function writePairs(pairs: [first: number, second: number, count: number][], size: number): string {
  const base64 = (value: number): string =>
    value < 64 ? digits[value]! : base64(Math.floor(value / 64)) + digits[value % 64]!
  let before = 0
  let text = ''
  const sorted = pairs
    .map(([first, second, count]) => [first * size + second, count] as const)
    .sort((a, b) => a[0] - b[0])
  for (const [key, count] of sorted) {
    text += `${base64((key - before) * 64 + Math.min(63, Math.round(Math.log2(count) * stepsInDouble)))} `
    before = key
  }
  return text
}

let shipped: WordPairs | undefined

/** Returns the bundled model, loaded on first use. */
export function wordPairs(): WordPairs {
  shipped ??= new WordPairs(counts)
  return shipped
}
