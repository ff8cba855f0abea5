/** Words and sequences of up to three, with classes for names and numbers. The model has a weight for each. */

import { PairTable } from '../rewriting/grammar/word-pairs.ts'
import { firstPerson } from './ai-phrases.ts'
import type { ScoredSignalId } from './style-signal.ts'
import type { Lexeme, Tokens } from './text-tokens.ts'

/** Classes: the start of a sentence, a name inside a sentence, a number. */
export const opening = '^'
export const name = '@'
export const number = '#'
export const maxPatternLength = 3

const marks = new Set([',', '.', ';', ':', '—', '"', '(', ')', '?', '!', '…'])

/** Returns the signal of a pattern by its elements. */
export function signalOfPattern(pattern: string): ScoredSignalId {
  const forms = pattern.split(' ')
  if (forms.some((form) => form === name || form === number || firstPerson.has(form))) return 'specificity'
  if (forms[0] === opening) return 'structure'
  if (forms.some((form) => marks.has(form)))
    return forms.length === 1 || forms.every((form) => marks.has(form)) ? 'punctuation' : 'structure'
  return 'vocabulary'
}

/** Value of a pattern with `count` occurrences. Takes the square root, because repeats are weaker evidence. */
export function patternValue(count: number, words: number): number {
  return 10 * Math.sqrt(count / Math.max(words, 1))
}

/** Returns a sentence's forms with their classes; the opening class first. */
export function patternForms(tokens: Tokens, sentence: number): string[] {
  const forms = [opening]
  for (let at = tokens.firstTokens[sentence]!; at < tokens.firstTokens[sentence + 1]!; at++)
    forms.push(formAt(tokens, at))
  return forms
}

function formAt(tokens: Tokens, at: number): string {
  return isName(tokens, at) ? name : tokens.lexemes[at]!.form
}

/** Whether a token is capitalized inside a sentence. */
function isName({ lexemes, capitals, sentenceIndex, firstTokens }: Tokens, at: number): boolean {
  return capitals[at] === 1 && at > firstTokens[sentenceIndex[at]!]! && !lexemes[at]!.isI
}

/** Finds a fixed list of patterns in texts with a trie. */
export class Patterns {
  readonly #ids = new Map<string, number>()
  /** The root's child node per form; 0 for none. */
  readonly #first: Int32Array
  readonly #next: PairTable
  /** The pattern that ends at each node; -1 for none. */
  readonly #ends: Int32Array
  /** 1 when the node has children. */
  readonly #leadsOn: Uint8Array
  /** Forms of a sentence's tokens, after its opening class. */
  #read = new Int32Array(256)

  constructor(patterns: string[]) {
    const maxPairs = patterns.length * maxPatternLength
    this.#next = new PairTable(maxPairs, maxPairs + 2)
    this.#first = new Int32Array(maxPairs + 1)
    this.#ends = new Int32Array(maxPairs + 1).fill(-1)
    this.#leadsOn = new Uint8Array(maxPairs + 1)
    let nodes = 1
    patterns.forEach((pattern, index) => {
      let node = 0
      for (const form of pattern.split(' ')) {
        let id = this.#ids.get(form)
        if (id === undefined) {
          id = this.#ids.size + 1
          this.#ids.set(form, id)
        }
        let next = node === 0 ? this.#first[id]! || -1 : this.#next.get(node, id)
        if (next < 0) {
          next = nodes++
          if (node === 0) this.#first[id] = next
          else this.#next.set(node, id, next)
          this.#leadsOn[node] = 1
        }
        node = next
      }
      this.#ends[node] = index
    })
  }

  /** Calls `found` for every pattern with its tokens; `to` is exclusive. */
  find(tokens: Tokens, found: (sentence: number, pattern: number, from: number, to: number) => void) {
    const { lexemes, capitals, firstTokens, sentences } = tokens
    const opens = this.#ids.get(opening) ?? 0
    const names = this.#ids.get(name) ?? 0
    for (let sentence = 0; sentence < sentences.length; sentence++) {
      const first = firstTokens[sentence]!
      const length = firstTokens[sentence + 1]! - first
      if (this.#read.length <= length) this.#read = new Int32Array(length * 2)
      const read = this.#read
      read[0] = opens
      for (let index = 0; index < length; index++) {
        const lexeme = lexemes[first + index]!
        if (capitals[first + index] === 1 && index > 0 && !lexeme.isI) read[index + 1] = names
        else read[index + 1] = lexeme.owner === this ? lexeme.pattern : this.#idOf(lexeme)
      }
      for (let start = 0; start <= length; start++) {
        let node = this.#first[read[start]!]!
        let at = start
        while (node > 0) {
          const pattern = this.#ends[node]!
          if (pattern >= 0) found(sentence, pattern, Math.max(first, first + start - 1), first + at)
          at++
          if (this.#leadsOn[node] === 0 || at > length || read[at] === 0) break
          node = this.#next.get(node, read[at]!)
        }
      }
    }
  }

  #idOf(lexeme: Lexeme): number {
    lexeme.owner = this
    lexeme.pattern = this.#ids.get(lexeme.form) ?? 0
    return lexeme.pattern
  }
}
