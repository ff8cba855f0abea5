/** A phrase, what replaces it, and the context in which the change keeps grammar and meaning. */
import type { Strength } from '../../contract.ts'
import type { SentenceContext } from './grammar/sentence-context.ts'

export type PhraseRule = {
  /** Lowest strength that applies the rule. */
  from: Strength
  /** Written without flags and matched without case. `^` is the start of the sentence. */
  pattern: string
  /** May use `$1`; empty deletes the phrase. */
  to: string
  kind: 'filler' | 'wordy' | 'stock' | 'opening' | 'inflated'
  /** Too informal for a formal text. */
  informal?: true
  /** Whether the words are meant in the sense that the rule replaces. Always, when left out. */
  when?: When
}

export type When = (context: SentenceContext, groups: (string | undefined)[]) => boolean

export type Row = [pattern: string, to: string, when?: When]

export const rows = (kind: PhraseRule['kind'], from: Strength, list: Row[]): PhraseRule[] =>
  list.map(([pattern, to, when]) => ({ kind, from, pattern, to, when }))

export const and =
  (...all: When[]): When =>
  (context, groups) =>
    all.every((each) => each(context, groups))

export const apostrophe = "['’]"
