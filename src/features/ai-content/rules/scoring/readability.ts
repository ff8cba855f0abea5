/** Measures readability. Formulas made for one language are used for that language only. */
import { syllable } from 'syllable'
import type { Readability } from '../../contract.ts'
import { plainBlocks } from '../markdown-text.ts'
import { splitSentences } from './text-sentences.ts'

const word = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’-][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*/gu
/** Sentences with more words count as long. */
const longSentence = 25
const maxRemembered = 20_000
const syllables = new Map<string, number>()

/**
 * Returns Flesch–Kincaid grade (Kincaid 1975) and Flesch reading ease (1948). Both are for English and null in other
 * languages.
 * Headings and list items count as sentences only if they end like one.
 */
export function getReadability(markdown: string, language: string): Readability {
  return measure(plainBlocks(markdown), language)
}

/** Measures blocks that were already parsed. */
export function measure(blocks: string[], language: string): Readability {
  const english = /^en\b/i.test(language)
  let words = 0
  let sentences = 0
  let long = 0
  let sounds = 0
  for (const block of blocks) {
    for (const sentence of splitSentences(block)) {
      const found = sentence.match(word)
      if (!found) continue
      // Short headings and list items without an end mark aren't sentences.
      if (found.length < 4 && !/[.!?…]["'”’)]*$/.test(sentence)) continue
      words += found.length
      sentences++
      if (found.length > longSentence) long++
      if (english) for (const each of found) sounds += getSyllables(each)
    }
  }
  const perSentence = sentences > 0 ? words / sentences : 0
  const perWord = words > 0 ? sounds / words : 0
  const judged = english && words >= 30
  return {
    grade: judged ? round(Math.max(0, 0.39 * perSentence + 11.8 * perWord - 15.59)) : null,
    ease: judged ? round(Math.min(100, Math.max(0, 206.835 - 1.015 * perSentence - 84.6 * perWord))) : null,
    words,
    sentences,
    words_per_sentence: round(perSentence),
    long_sentences: sentences > 0 ? Math.round((long / sentences) * 100) / 100 : 0,
  }
}

const round = (value: number) => Math.round(value * 10) / 10

/** Counts the syllables of an English word. */
export function getSyllables(word: string): number {
  const known = syllables.get(word)
  if (known !== undefined) return known
  const count = Math.max(1, syllable(word))
  if (syllables.size > maxRemembered) syllables.clear()
  syllables.set(word, count)
  return count
}
