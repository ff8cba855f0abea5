/** Stems words, to compare what two texts are about. */
import { languageRules } from '#features/keywords/rules/clustering/language-rules.ts'
import { foldLetters, lowerCase } from '#features/reports/rules/keywords/fold-letters.ts'

const pattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
const dense =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
// Faster patterns for text without those scripts, which most texts are.
const ascii = /^\p{ASCII}*$/u
const asciiWords = /[a-z0-9]+/gi
const spacedWords = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
const unspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\ua9e0-\uaa7f\uf900-\ufaff\uff66-\uff9f\ud800-\udfff]/
/** Full and half width. */
const widthForms = /[\uff00-\uffef]+/g
const maxRemembered = 50_000

/** Question words that don't describe the subject: "how long", "how much". */
const questionWords: Record<string, string[]> = { en: ['much', 'many', 'long', 'does', 'need'] }

const readers = new Map<string, (text: string) => string[]>()

/**
 * Returns a function that lists a text's stems, in order and with repeats, without function words. Scripts without
 * spaces are
 * split into pairs of characters.
 * @param language BCP 47; languages without rules get whole words
 */
export function getTerms(language: string): (text: string) => string[] {
  const base = language.toLowerCase().split(/[-_]/, 1)[0]!
  const known = readers.get(base)
  if (known) return known
  const { stem, functionWords } = languageRules(base)
  const skipped = new Set(
    [...functionWords, ...(questionWords[base] ?? [])].flatMap((word) => [word, ...(word.match(pattern) ?? [])]),
  )
  for (const rest of ['s', 't', 'd', 'll', 're', 've', 'm']) skipped.add(rest)
  const stems = new Map<string, string>()

  const getStem = (raw: string): string => {
    const lower = lowerCase(raw.normalize('NFC'), base)
    const found = skipped.has(lower) ? '' : foldLetters((/^\p{N}/u.test(lower) ? '' : stem(lower)) || lower)
    if (stems.size > maxRemembered) stems.clear()
    stems.set(raw, found)
    return found
  }

  const read = (text: string) => {
    const terms: string[] = []
    const isAscii = ascii.test(text)
    const usual = isAscii ? text : text.replace(widthForms, (forms) => forms.normalize('NFKC'))
    const words = isAscii ? asciiWords : unspaced.test(usual) ? pattern : spacedWords
    for (const raw of usual.match(words) ?? []) {
      if (raw.charCodeAt(0) > 0xe00 && dense.test(raw)) {
        const characters = [...raw]
        if (characters.length === 1) terms.push(raw)
        for (let at = 1; at < characters.length; at++) terms.push(characters[at - 1]! + characters[at]!)
        continue
      }
      const stem = stems.get(raw) ?? getStem(raw)
      if (stem) terms.push(stem)
    }
    return terms
  }
  readers.set(base, read)
  return read
}

/** Returns the number of shared terms divided by the size of the smaller set (overlap coefficient, 0–1). */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  if (small.size === 0) return 0
  let shared = 0
  for (const term of small) if (large.has(term)) shared++
  return shared / small.size
}

/** Returns the number of shared terms divided by the number of all terms (Jaccard index). */
export function getShared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0
  for (const stem of a) if (b.has(stem)) shared++
  const all = a.size + b.size - shared
  return all === 0 ? 0 : shared / all
}
