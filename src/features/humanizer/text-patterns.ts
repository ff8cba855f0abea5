/** Words and runs of up to three, with classes for names and numbers: what the vocabulary weights are learned for. */

import { firstPerson } from './machine-words.ts'
import type { SignalId } from './signals.ts'
import { type Tokens, tokenKind } from './text-tokens.ts'
import { PairTable } from './word-pairs.ts'

/** Classes: a sentence's beginning, a name inside a sentence, a number. */
export const opening = '^'
export const name = '@'
export const number = '#'
export const longestPattern = 3

const marks = new Set([',', '.', ';', ':', '—', '"', '(', ')', '?', '!', '…'])

/** The signal a pattern speaks for follows from what it is made of. */
export function signalOfPattern(pattern: string): SignalId {
  const forms = pattern.split(' ')
  if (forms.some((form) => form === name || form === number || firstPerson.has(form))) return 'specificity'
  if (forms[0] === opening) return 'structure'
  if (forms.some((form) => marks.has(form)))
    return forms.length === 1 || forms.every((form) => marks.has(form)) ? 'punctuation' : 'structure'
  return 'vocabulary'
}

/** What a pattern that stands `count` times in a text counts. The root: the tenth time tells less than the first. */
export function patternValue(count: number, words: number): number {
  return 10 * Math.sqrt(count / Math.max(words, 1))
}

/** A sentence's forms with their classes; its opening first. */
export function patternForms(tokens: Tokens, sentence: number): string[] {
  const forms = [opening]
  for (let at = tokens.firstOf[sentence]!; at < tokens.firstOf[sentence + 1]!; at++) forms.push(formAt(tokens, at))
  return forms
}

function formAt({ forms, kinds, capitals, sentenceOf, firstOf }: Tokens, at: number): string {
  const form = forms[at]!
  if (
    kinds[at] === tokenKind.word &&
    capitals[at] &&
    at > firstOf[sentenceOf[at]!]! &&
    form !== 'i' &&
    !form.startsWith("i'")
  )
    return name
  return form
}

/** Patterns of a fixed list, found in texts. */
export class Patterns {
  readonly #ids = new Map<string, number>()
  readonly #next: PairTable
  /** The pattern that ends at a node of the tree; -1 for none. */
  readonly #ends: number[] = [-1]

  constructor(patterns: string[]) {
    this.#next = new PairTable(patterns.length * longestPattern, patterns.length * longestPattern + 2)
    patterns.forEach((pattern, index) => {
      let node = 0
      for (const form of pattern.split(' ')) {
        let id = this.#ids.get(form)
        if (id === undefined) {
          id = this.#ids.size + 1
          this.#ids.set(form, id)
        }
        let next = this.#next.get(node, id)
        if (next === undefined) {
          next = this.#ends.length
          this.#ends.push(-1)
          this.#next.set(node, id, next)
        }
        node = next
      }
      this.#ends[node] = index
    })
  }

  /** Calls back for every pattern in a text with the tokens it covers; `to` is the token after the last. */
  find(tokens: Tokens, found: (sentence: number, pattern: number, from: number, to: number) => void) {
    const opens = this.#ids.get(opening) ?? 0
    // The forms of a sentence's tokens, its opening before them.
    const ids = new Int32Array(tokens.forms.length + 1)
    for (let sentence = 0; sentence < tokens.sentences.length; sentence++) {
      const first = tokens.firstOf[sentence]!
      const length = tokens.firstOf[sentence + 1]! - first
      ids[0] = opens
      for (let index = 0; index < length; index++) ids[index + 1] = this.#idAt(tokens, first + index)
      for (let start = 0; start <= length; start++) {
        let node: number | undefined = 0
        for (let at = start; at <= length && at < start + longestPattern; at++) {
          if (ids[at] === 0) break
          node = this.#next.get(node, ids[at]!)
          if (node === undefined) break
          const pattern = this.#ends[node]!
          if (pattern >= 0) found(sentence, pattern, Math.max(first, first + start - 1), first + at)
        }
      }
    }
  }

  #idAt(tokens: Tokens, at: number): number {
    const lexeme = tokens.lexemes[at]!
    if (tokens.capitals[at]) return this.#ids.get(formAt(tokens, at)) ?? 0
    if (lexeme.owner !== this) {
      lexeme.owner = this
      lexeme.pattern = this.#ids.get(lexeme.form) ?? 0
    }
    return lexeme.pattern
  }
}
