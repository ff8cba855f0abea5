import { asSectionHeading } from '#features/ai-content/rules/as-heading.ts'
import type { Modifiers } from '#features/keywords/rules/clustering/group-heads.ts'
import type { NounDetector } from '#features/keywords/rules/clustering/name-words.ts'
import type { Word } from '#features/keywords/rules/clustering/word-reader.ts'
import { isQuestion } from '#features/reports/rules/keywords/classify-keyword.ts'

/** Proposes a working title as a person would write it: the page's subject in the words of its clearest keyword. Pure. */

export type TitleContext = {
  language: string
  read: (keyword: string) => Word[]
  /** Stems of the source's subject. A title names it, because "Mat" alone says nothing. */
  seed: ReadonlySet<string>
  modifiers: Modifiers
  nouns: NounDetector
}

export type Titled = {
  /** Name of the topic. */
  name: string
  /** A person's name for the topic stays as it is. */
  isNamed: boolean
  keywords: readonly { text: string; volume: number | null }[]
}

/** Keywords looked at: the most important ones come first. */
const maxRead = 100
/** Characters. Longer titles are cut off in search results. */
const maxLength = 70

/** The text a title is made from, in the case of a search: titles and paths come from it. Best first. */
export function proposeTitleTexts({ name, isNamed, keywords }: Titled, context: TitleContext): string[] {
  const texts = keywords.slice(0, maxRead).map(({ text }) => text)
  if (isNamed) return [name, ...texts]
  if (texts.length === 1) return texts
  const phrases = texts.map((text) => (isQuestion(text, context.language) ? '' : withoutModifiers(text, context)))
  const candidates = [...new Set([...texts, name, ...phrases].filter(Boolean))]
  const score = createScore(texts, name, context)
  const volumes = new Map(keywords.map(({ text, volume }) => [text, volume ?? 0]))
  return candidates
    .map((text) => ({ text, score: score(text) + 0.04 * Math.log1p(volumes.get(text) ?? 0) }))
    .sort((a, b) => b.score - a.score || a.text.length - b.text.length)
    .map(({ text }) => text)
}

/** A search as a title: "why is my cold brew sour" → "Why is my cold brew sour?". */
export const toTitle = (text: string, language: string): string =>
  asSectionHeading(text, isQuestion(text, language)).slice(0, 300)

/**
 * Scores a text: by how much of what the page's keywords share it says, without words that few of them have, and by how it reads.
 */
function createScore(texts: readonly string[], name: string, { read, seed, modifiers, nouns, language }: TitleContext) {
  const isModifier = (stem: string) =>
    modifiers.anywhere.has(stem) || modifiers.first.has(stem) || modifiers.last.has(stem)
  const content = (text: string) => read(text).filter(({ isFunctionWord }) => !isFunctionWord)
  const counts = new Map<string, number>()
  for (const text of texts)
    for (const stem of new Set(content(text).map(({ stem }) => stem))) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const shared = [...counts].filter(([stem, count]) => !seed.has(stem) && count * 2 > texts.length)
  const telling = shared.filter(([stem]) => !isModifier(stem))
  const core = new Map(telling.length > 0 ? telling : shared)
  const coreSize = [...core.values()].reduce((sum, count) => sum + count, 0)
  return (text: string) => {
    const words = read(text)
    const own = content(text)
    const stems = new Set(own.map(({ stem }) => stem))
    let score = 0
    if (coreSize > 0) for (const [stem, count] of core) if (stems.has(stem)) score += (3 * count) / coreSize
    for (const stem of stems) {
      if (core.has(stem) || seed.has(stem)) continue
      score -= isModifier(stem) ? 0.9 : 1 - counts.get(stem)! / texts.length
    }
    if (seed.size > 0) score += (1.5 * [...seed].filter((stem) => stems.has(stem)).length) / seed.size
    if (stems.size < 2) score -= 1.5
    const last = words.at(-1)
    // "standing desk adjustable": searches end with adjectives, titles don't.
    if (
      own.length > 1 &&
      last &&
      !isQuestion(text, language) &&
      nouns.isNoun(last.stem) === false &&
      !seed.has(last.stem)
    )
      score -= 0.7
    if (last?.isFunctionWord) score -= 0.3
    // "standing desk for kids" reads better than "standing desk kids", and questions are sentences.
    const isPhrase = language.startsWith('en') && seed.has(words[0]?.stem ?? '') && prepositions.test(text)
    if (isPhrase || isQuestion(text, language)) score += 0.15
    if (isSplit(words, seed)) score -= 0.5
    if (stems.isSubsetOf(seed)) score -= 1
    if (text === name) score += 0.25
    if (/\d/.test(text)) score -= 0.3
    if (text.length > maxLength) score -= 1
    return score
  }
}

const prepositions = / (?:at|by|for|in|of|on|to|with|without) /

/** Whether the words of the source's subject stand apart: "desk setup standing". */
function isSplit(words: readonly Word[], seed: ReadonlySet<string>): boolean {
  const indexes = words.flatMap(({ stem }, at) => (seed.has(stem) ? at : []))
  return indexes.length === seed.size && indexes.at(-1)! - indexes[0]! >= seed.size
}

/** "buy wool lamp", "wool lamp sale" and "cheap wool lamp near me" are all about wool lamps. */
function withoutModifiers(text: string, { read, modifiers }: TitleContext): string {
  const words = read(text)
  const endsWith = (count: number) =>
    modifiers.endings.has(
      words
        .slice(-count)
        .filter(({ isFunctionWord }) => !isFunctionWord)
        .map(({ stem }) => stem)
        .join(' '),
    )
  for (const count of [3, 2]) if (words.length > count && endsWith(count)) words.splice(-count)
  const isLast = ({ stem, isFunctionWord }: Word) =>
    isFunctionWord || modifiers.anywhere.has(stem) || modifiers.last.has(stem)
  const isFirst = ({ stem, isFunctionWord }: Word) =>
    isFunctionWord || modifiers.anywhere.has(stem) || modifiers.first.has(stem)
  while (words.length > 2 && isLast(words.at(-1)!)) words.pop()
  while (words.length > 2 && isFirst(words[0]!)) words.shift()
  return words.length > 1 ? words.map(({ written }) => written).join(' ') : ''
}
