/**
 * Tells sentences from the same words in any order, and from sentences that terms were pushed into. The common words of the ranking
 * pages ("of", "the", "can") follow each other in few of all possible ways. Works in languages with spaces, without word lists.
 */
import type { WordOrder } from '../../contract.ts'
import { splitSentences } from './text-sentences.ts'
import { wordNumber } from './word-number.ts'

/** Words whose order is judged, and words a term can stand between. */
const judgedWords = 150
const commonWords = 500
const minPageWords = 800
const token = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
/** Stands for the start and the end of a sentence. */
const edge = '.'

export const toTokens = (sentence: string) => [edge, ...(sentence.toLowerCase().match(token) ?? []), edge]

/** Null if the pages have too few words to tell. */
export function getWordOrder(pages: string[], terms: string[]): WordOrder | null {
  const byPage = pages.map((text) => text.split(/\n+/).flatMap(splitSentences).map(toTokens))
  const counts = new Map<string, number>()
  for (const tokens of byPage.flat()) for (const word of tokens) counts.set(word, (counts.get(word) ?? 0) + 1)
  let total = 0
  for (const count of counts.values()) total += count
  if (total < minPageWords || byPage.length < 3) return null
  const common = [...counts].sort((a, b) => b[1] - a[1]).slice(0, commonWords)
  const termWords = new Set(terms.flatMap((term) => term.toLowerCase().match(token) ?? []))
  const words = new Set([...common.map(([word]) => word).filter((word) => !termWords.has(word)), ...termWords])
  const judged = new Set([...words].slice(0, judgedWords))
  const pagesByPair = new Map<string, Set<number>>()
  const uses = new Map<string, number>()
  byPage.forEach((sentences, page) => {
    for (const tokens of sentences)
      for (let at = 1; at < tokens.length; at++) {
        if (!words.has(tokens[at - 1]!) || !words.has(tokens[at]!)) continue
        const pair = `${tokens[at - 1]} ${tokens[at]}`
        uses.set(pair, (uses.get(pair) ?? 0) + 1)
        const known = pagesByPair.get(pair)
        if (known) known.add(page)
        else pagesByPair.set(pair, new Set([page]))
      }
  })
  // "the and" may occur, but less often than chance would have it.
  const isUsual = (pair: string, count: number) => {
    const [first, second] = pair.split(' ')
    return count * total >= counts.get(first!)! * counts.get(second!)!
  }
  let all = 0
  let shared = 0
  for (const [pair, count] of uses) {
    if (!pair.split(' ').every((word) => judged.has(word))) continue
    all += count
    if (!isUsual(pair, count)) continue
    if (pagesByPair.get(pair)!.size > 1) shared += count
  }
  if (shared === 0) return null
  return {
    words: [...words].map(wordNumber),
    pairs: [...uses].filter(([pair, count]) => isUsual(pair, count)).map(([pair]) => wordNumber(pair)),
    rate: Math.round((1000 * shared) / all) / 1000,
  }
}

/**
 * `all`: adjacent common words that aren't terms; `seen`: those that ranking pages have too; `terms`: uses of
 * term words; `pushed`: those between words that belong together, neither of which goes with the term.
 */
export type OrderCounts = { all: number; seen: number; terms: number; pushed: number }

/** Returns a function that counts a sentence's pairs of common words. */
export function createOrderReader(order: WordOrder, terms: string[]): (sentence: string) => OrderCounts {
  const judged = new Set(order.words.slice(0, judgedWords))
  const isCommon = (word: string) => judged.has(wordNumber(word))
  const pairs = new Set(order.pairs)
  const termWords = new Set(terms.flatMap((term) => term.toLowerCase().match(token) ?? []))
  const isSeen = (first: string, second: string) => pairs.has(wordNumber(`${first} ${second}`))
  return (sentence) => {
    const tokens = toTokens(sentence)
    const counts = { all: 0, seen: 0, terms: 0, pushed: 0 }
    let before = isCommon(edge)
    for (let at = 1; at < tokens.length; at++) {
      const now = isCommon(tokens[at]!)
      if (before && now) {
        counts.all++
        if (isSeen(tokens[at - 1]!, tokens[at]!)) counts.seen++
      }
      before = now
      if (!termWords.has(tokens[at]!) || termWords.has(tokens[at - 1]!)) continue
      let last = at
      while (termWords.has(tokens[last + 1]!)) last++
      counts.terms++
      const [left, right] = [tokens[at - 1]!, tokens[last + 1]!]
      if (!isSeen(left, tokens[at]!) && !isSeen(tokens[last]!, right) && isSeen(left, right)) counts.pushed++
    }
    return counts
  }
}
