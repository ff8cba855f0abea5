/** Words cut to what their forms share, for comparing what two texts are about. */
import { languageRules } from '#features/keywords/language-rules.ts'

const pattern =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+|[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
const dense =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
// The same words, found several times faster where a text has no such scripts: most have none.
const ascii = /^\p{ASCII}*$/u
const asciiWords = /[a-z0-9]+/gi
const spacedWords = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
const unspaced =
  /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\ua9e0-\uaa7f\uf900-\ufaff\uff66-\uff9f\ud800-\udfff]/
const maxRemembered = 50_000

/** Words of questions that say nothing of what is asked: "how long", "how much". */
const questionWords: Record<string, string[]> = { en: ['much', 'many', 'long', 'does', 'need'] }

const readers = new Map<string, (text: string) => string[]>()

/**
 * A function from a text to the stems it holds, in order and with repeats; function words are left out. Scripts without
 * spaces are cut into pairs of characters.
 * @param language BCP 47; one without rules gets whole words
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
    const lower = raw.toLowerCase().normalize('NFC')
    const found = skipped.has(lower) ? '' : /^\p{N}/u.test(lower) ? lower : stem(lower) || lower
    if (stems.size > maxRemembered) stems.clear()
    stems.set(raw, found)
    return found
  }

  const read = (text: string) => {
    const terms: string[] = []
    const words = ascii.test(text) ? asciiWords : unspaced.test(text) ? pattern : spacedWords
    for (const raw of text.match(words) ?? []) {
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

/** Terms two lists share, as a share of the smaller: 1 when one says all the other says. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const [small, large] = a.size < b.size ? [a, b] : [b, a]
  if (small.size === 0) return 0
  let shared = 0
  for (const term of small) if (large.has(term)) shared++
  return shared / small.size
}
