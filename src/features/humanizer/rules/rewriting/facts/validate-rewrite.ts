/** Checks whether a model's rewrite of a sentence can be used. */
import { sentenceSpans } from '#features/ai-content/rules/scoring/text-sentences.ts'
import { getTerms, overlap } from '#features/ai-content/rules/scoring/text-terms.ts'
import { languageRules } from '#features/keywords/rules/clustering/language-rules.ts'
import { compareFacts, type Fact, type FactChange, type FactOptions } from './compare-facts.ts'

export type AnswerVerdict = { ok: true; text: string } | { ok: false; reason: string }

export type AnswerContext = {
  facts: FactOptions
  /** Keys (`sentenceKey`) of every other sentence in the text. */
  others: ReadonlySet<string>
}

/** Normalizes a sentence to its letters and digits. */
export const sentenceKey = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const chatter =
  /^(?:sure|certainly|of course|absolutely|okay|ok|here(?:['’]s| is| are)|i(?:['’]m| am) (?:sorry|unable|happy|glad)|i (?:cannot|can['’]t|have|hope|would)|as an ai|(?:rewritten|revised|note|output|answer)\b|sentence \d|let me know|this (?:version|sentence|rewrite)|the (?:rewritten|revised) )/i
const aside = /\((?:note|rewritten|revised|changed|kept|unchanged|no change)[^)]*\)\s*$|<<<|>>>|^```/i

/** @param original the sentence without lead and trail */
export function validateAnswer(original: string, answer: string, { facts, others }: AnswerContext): AnswerVerdict {
  const text = stripQuotes(original, answer)
  const no = (reason: string): AnswerVerdict => ({ ok: false, reason: `${reason} Original kept.` })
  if (text === '') return no('The model returned no rewrite.')
  if (text === original.trim().replace(/\s+/g, ' ')) return { ok: true, text: original }
  if ((chatter.test(text) && !chatter.test(original)) || aside.test(text))
    return no('The model commented on the sentence instead of rewriting it.')
  const key = sentenceKey(text)
  if (key === '') return no('The model returned no rewrite.')
  if (others.has(key)) return no('The model repeated another sentence.')
  if (repeatsItself(key) && !repeatsItself(sentenceKey(original))) return no('The model repeated itself.')
  const [before, after] = [sentenceSpans(original).length, sentenceSpans(text).length]
  const words = wordCount(original)
  if (after > before + (words > 24 ? 1 : 0)) return no('The model split it into several sentences.')
  if (!sameLanguage(original, text, facts.language)) return no('The model answered in another language.')
  const length = wordCount(text)
  if (length > words * 1.8 + 4) return no('The rewrite was much longer.')
  if (length < words * 0.3 - 1) return no('The rewrite left out most of the sentence.')
  if (/[.!?]["'”’)*_]*(?:\[\^[\w-]+\])*$/.test(original) && !/[.!?…]["'”’)*_]*(?:\[\^[\w-]+\])*$/.test(text))
    return no('The rewrite was cut off.')
  const change = describeChange(compareFacts(original, text, facts))
  if (change !== null) return no(change)
  const terms = getTerms(facts.language)
  const [old, fresh] = [new Set(terms(original)), new Set(terms(text))]
  if (old.size >= 3 && overlap(old, fresh) < 0.2) return no('The rewrite changed the meaning.')
  return { ok: true, text }
}

/** Says which fact a rewrite changed; null when it kept them all. */
export function describeChange({ lost, added, swapped }: FactChange): string | null {
  if (lost.length > 0) return `The rewrite lost ${toList(lost)}.`
  if (added.length > 0) return `The rewrite added ${toList(added)}, which isn’t in the sentence.`
  return swapped && `The rewrite swapped “${swapped.first}” and “${swapped.second}”.`
}

/** Lists up to three facts: "“2019” and “Berlin”". */
function toList(facts: Fact[]): string {
  const texts = [...new Set(facts.map(({ text }) => `“${text}”`))]
  const shown = texts.slice(0, 3)
  if (texts.length > shown.length) return `${shown.join(', ')} and ${texts.length - shown.length} more`
  return shown.length < 2 ? (shown[0] ?? '') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`
}

/** Removes quotation marks that the sentence doesn't have. */
function stripQuotes(original: string, answer: string): string {
  const text = answer
    .toWellFormed()
    .replace(/[\s\0]+/g, ' ')
    .trim()
  const inner = /^["“](.*)["”]$/.exec(text)?.[1]
  return inner !== undefined && !/^["“]/.test(original.trim()) && !/["“”]/.test(inner) ? inner.trim() : text
}

/** True when six words repeat, a sign of a model in a loop. */
function repeatsItself(key: string): boolean {
  const words = key.split(' ')
  const seen = new Set<string>()
  for (let at = 0; at + 6 <= words.length; at++) {
    const run = words.slice(at, at + 6).join(' ')
    if (seen.has(run)) return true
    seen.add(run)
  }
  return false
}

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Han', 'Hangul', 'Thai'].map(
  (name) => [name, new RegExp(`\\p{Script=${name}}`, 'gu')] as const,
)
const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u

/** True when both have the same script and, where function words reveal it, the same language. */
export function sameLanguage(original: string, answer: string, language: string): boolean {
  if (getScript(original) !== getScript(answer) || kana.test(original) !== kana.test(answer)) return false
  const words = getLetters(answer)
  if (words.length < 4) return true
  const own = base(language)
  const rivals = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'ru', 'uk'].filter((each) => each !== own)
  const hits = (tag: string, list: string[]) => {
    const words = smallWords(tag)
    return list.reduce((sum, word) => sum + (words.has(word) ? 1 : 0), 0)
  }
  const before = getLetters(original)
  const ownHits = hits(own, words)
  // Languages share some function words, so it takes both a gain in another language and a loss in ours.
  return !rivals.some((rival) => {
    const rivalNow = hits(rival, words)
    const rivalShare = rivalNow / words.length
    return (
      rivalNow >= 2 &&
      rivalNow > ownHits &&
      rivalShare > 0.2 &&
      rivalShare > hits(rival, before) / Math.max(1, before.length) + 0.1
    )
  })
}

function getScript(text: string): string {
  let best = ''
  let maxCount = 0
  for (const [name, pattern] of scripts) {
    const count = text.match(pattern)?.length ?? 0
    if (count > maxCount) [best, maxCount] = [name, count]
  }
  return best
}

const base = (language: string) => language.toLowerCase().split(/[-_]/, 1)[0]!
const getLetters = (text: string) => text.toLowerCase().match(/\p{L}+(?:['’]\p{L}+)?/gu) ?? []
const wordCount = (text: string) =>
  text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{N}]+/gu)?.length ?? 0

const wordsByLanguage = new Map<string, ReadonlySet<string>>()
function smallWords(tag: string): ReadonlySet<string> {
  const found = wordsByLanguage.get(tag)
  if (found) return found
  const words = new Set(languageRules(tag).functionWords)
  wordsByLanguage.set(tag, words)
  return words
}
