import type { Modifiers } from './group-heads.ts'
import type { Word } from './word-reader.ts'

/** Brands, models, sizes and other numbers, which keep keywords apart however alike these are in meaning. */

const compares = /^(?:vs|versus)$/
const reviews = /^reviews?$/
const hasDigit = /\p{Nd}/u
/** A year says when, not which: pages are updated each year. */
const isYear = /^(?:19|20)\d\d$/

/**
 * Returns whether two keywords name different brands or numbers. A keyword without one is in conflict with none.
 *
 * Brands are told from the list: words that are compared ("casper vs purple"), reviewed ("casper mattress review") or stand before a
 * model's number ("fluval 407") and never name a thing by themselves ("stroller").
 */
export function createConflicts(words: readonly Word[][], modifiers: Modifiers): (a: number, b: number) => boolean {
  const brands = findBrands(words, modifiers)
  const getOwn = (isOwn: (word: Word) => boolean) =>
    words.map((own) => {
      // "a vs b" is about both.
      const isComparison = own.some(({ written }) => compares.test(written))
      return isComparison ? [] : [...new Set(own.filter(isOwn).map(({ stem }) => stem))]
    })
  const named = getOwn(({ stem }) => brands.has(stem))
  const numbered = getOwn(({ written }) => hasDigit.test(written) && !isYear.test(written))
  const differ = (a: readonly string[], b: readonly string[]) =>
    a.length > 0 && b.length > 0 && !a.some((each) => b.includes(each))
  return (a, b) => differ(named[a]!, named[b]!) || differ(numbered[a]!, numbered[b]!)
}

function findBrands(words: readonly Word[][], { anywhere, first, last }: Modifiers): Set<string> {
  const isContent = ({ stem, isFunctionWord, written }: Word) =>
    !isFunctionWord && !hasDigit.test(written) && ![anywhere, first, last].some((modifiers) => modifiers.has(stem))
  const heads = new Set(words.map((own) => own.findLast(isContent)?.stem))
  const brands = new Set<string>()
  const add = (word: Word | undefined) => {
    if (word && isContent(word) && !heads.has(word.stem)) brands.add(word.stem)
  }
  for (const own of words) {
    const at = own.findIndex(({ written }) => compares.test(written))
    if (at > 0) for (const side of [own.slice(0, at), own.slice(at + 1)]) add(side.find(isContent))
    if (own.some(({ written }) => reviews.test(written))) add(own.find(isContent))
    if (own[1] && hasDigit.test(own[1].written)) add(own[0])
  }
  return brands
}
