/**
 * Compares the small words that carry a sentence's claim. Losing or swapping one changes what is said, even when every name and
 * number stays.
 */
import { type ClaimKind, claimClasses, idioms, negation, weakNegation } from './claim-classes.ts'

export type ModalityFact = { key: string; kind: ClaimKind; start: number; end: number }

type Found = {
  strong: ModalityFact[]
  classes: Map<string, number>
  weak: (key: string) => boolean
  negations: ModalityFact[]
  text: string
}

const classByKey = new Map(claimClasses.map((each) => [each.key, each]))

/** The month, which is no modal. */
const monthOfMay = /(?<=\p{L},? )May(?!\p{L})/gu

function read(text: string): Found {
  const blank = (words: string) => '\u00b7'.repeat(words.length)
  let plain = text.replace(monthOfMay, blank).replace(idioms, blank)
  const strong: ModalityFact[] = []
  const classes = new Map<string, number>()
  for (const { key, kind, strong: pattern } of claimClasses) {
    plain = plain.replace(pattern, (words: string, ...rest) => {
      const start = rest.find((each) => typeof each === 'number') as number
      strong.push({ key, kind, start, end: start + words.length })
      classes.set(key, (classes.get(key) ?? 0) + 1)
      // A phrase that holds a negation is read as a whole.
      return blank(words)
    })
  }
  const negations = [...plain.matchAll(negation)]
    // "Neither … nor" and "not … nor" deny once.
    .filter(({ 0: word }) => word.toLowerCase() !== 'nor')
    .map(({ 0: word, index }) => ({
      key: 'negation',
      kind: 'negation' as const,
      start: index,
      end: index + word.length,
    }))
  return {
    strong,
    classes,
    negations,
    text,
    weak: (key) => classByKey.get(key)?.weak?.test(reset(classByKey.get(key)!.weak!, text)) ?? false,
  }
}

/** Patterns with the flag g remember where they stopped. */
function reset(pattern: RegExp, text: string) {
  pattern.lastIndex = 0
  return text
}

const denying = new Set([
  ...[
    'not all',
    'no longer',
    'must not',
    'need not',
    'unless',
    'few',
    'except',
    'only',
    'no choice but',
    'anything but',
  ],
  'none other than',
])

/** The claim words of a text, by kind. English only. */
export function countClaims(text: string): Map<ClaimKind, number> {
  const { strong, negations } = read(text)
  const counts = new Map<ClaimKind, number>()
  for (const { kind } of [...strong, ...negations]) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  return counts
}

/** Returns the claim words of each text that the other has no counterpart for. English only. */
export function compareModality(before: string, after: string): { lost: ModalityFact[]; added: ModalityFact[] } {
  const [old, fresh] = [read(before), read(after)]
  return { lost: getLost(old, fresh), added: getLost(fresh, old) }
}

function getLost(old: Found, fresh: Found): ModalityFact[] {
  // A word said twice may be said once: what counts is that none disappears.
  const lost = old.strong.filter(({ key }) => !hasClass(fresh, key))
  const missing = old.negations.length - fresh.negations.length
  if (missing > 0 && !isDeniedOtherwise(old, fresh, missing)) lost.push(old.negations.at(-1)!)
  else if (missing === 0) lost.push(...getLostPrefixes(old.text, fresh.text))
  return lost
}

/** Words that lost the prefix that denies them: "unlikely" became "likely". */
function getLostPrefixes(before: string, after: string): ModalityFact[] {
  const has = (text: string, word: string) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu').test(text)
  return [...before.matchAll(/(?<!\p{L})(?:un|in|im|ir|dis|non)(\p{L}{4,})(?!\p{L})/giu)]
    .filter(([word, rest]) => has(after, rest!) && !has(before, rest!) && !has(after, word))
    .map(({ 0: word, index }) => ({
      key: 'negation',
      kind: 'negation' as const,
      start: index,
      end: index + word.length,
    }))
}

function hasClass(found: Found, key: string): boolean {
  return (
    found.classes.has(key) ||
    (classByKey.get(key)?.like?.some((other) => found.classes.has(other)) ?? false) ||
    found.weak(key)
  )
}

/** Negations that moved into another word: "not able" and "unable", "do not" and "must not". */
function isDeniedOtherwise(old: Found, fresh: Found, missing: number): boolean {
  const count = ({ text }: Found) => [...text.matchAll(weakNegation)].length
  const inClasses = ({ classes }: Found) =>
    [...classes].reduce((sum, [key, times]) => sum + (denying.has(key) ? times : 0), 0)
  return count(fresh) - count(old) + inClasses(fresh) - inClasses(old) >= missing
}
