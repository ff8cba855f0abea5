import type { NounDetector } from '#features/keywords/rules/clustering/name-words.ts'
import type { Word } from '#features/keywords/rules/clustering/word-reader.ts'
import { getMedian } from '#kit/median.ts'
import { byVolume } from '../item-numbers.ts'
import type { SourceKeyword } from '../plan-model.ts'

/**
 * Gives keywords that were grouped with no other a page: the topic they fit by words, one of their own or a shared one where they
 * are worth it. The rest is returned. Pure.
 */

/** The keywords of a page and the words of the topic it's made for. */
export type KeywordGroup = { name: string; keywords: SourceKeyword[] }

export type LoneContext = {
  read: (keyword: string) => Word[]
  /** Stems of the source's subject, which every keyword has. */
  seed: ReadonlySet<string>
  /** Stems so frequent in the source that they tell nothing apart. */
  common: ReadonlySet<string>
  nouns: NounDetector
}

export type PlacedKeywords<Page> = {
  /** Keywords to add to pages. */
  joined: { page: Page; keyword: SourceKeyword }[]
  /** Keywords of new pages. */
  pages: SourceKeyword[][]
  /** Keywords about the subject as a whole: "what is a standing desk". */
  general: SourceKeyword[]
  rest: SourceKeyword[]
}

/** Share of a keyword's words that must be words of a topic. */
const minFit = 0.5
/** Share of a topic's keywords that must have a word for it to be the topic's. */
const minShare = 0.4
/** Keywords that share a word and are this many are a page. */
const minGroup = 3
/** No more keywords than this are left over to be collected: each is its own page. */
const maxAlonePages = 5

export function placeLoneKeywords<Page extends KeywordGroup>(
  pages: readonly Page[],
  lone: readonly SourceKeyword[],
  { read, seed, common, nouns }: LoneContext,
): PlacedKeywords<Page> {
  const own = (text: string) =>
    new Set(
      read(text)
        .filter(({ stem, isFunctionWord }) => !isFunctionWord && !seed.has(stem) && !common.has(stem))
        .map(({ stem }) => stem),
    )
  const topics = pages.map((page) => ({ page, words: getTopicWords(page, own) }))
  const isThing = (word: string) => nouns.isNoun(word) !== false
  const byWord = new Map<string, typeof topics>()
  for (const topic of topics)
    for (const word of topic.words.keys()) {
      // "vs" and "without" are no subjects.
      if (!isThing(word)) continue
      const known = byWord.get(word)
      if (known) known.push(topic)
      else byWord.set(word, [topic])
    }
  const placed: PlacedKeywords<Page> = { joined: [], pages: [], general: [], rest: [] }
  const median = getMedian(
    pages.map(({ keywords }) => keywords.reduce((sum, { volume }) => sum + (volume ?? 0), 0)).filter((sum) => sum > 0),
  )
  for (const keyword of lone) {
    const words = own(keyword.text)
    if (words.size === 0 && seed.size > 0) {
      placed.general.push(keyword)
      continue
    }
    const page = findFit(words, byWord)
    if (page) placed.joined.push({ page, keyword })
    else if (median > 0 && (keyword.volume ?? 0) >= median) placed.pages.push([keyword])
    else placed.rest.push(keyword)
  }
  takeSharedWords(placed, (text) => [...own(text)].filter(isThing))
  const isAlone = placed.rest.length <= maxAlonePages || pages.length + placed.pages.length === 0
  if (isAlone) placed.pages.push(...placed.rest.splice(0).map((keyword) => [keyword]))
  return placed
}

/** The words of a topic, each with the share of its keywords that have it. Words of its name always count. */
function getTopicWords({ name, keywords }: KeywordGroup, own: (text: string) => Set<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { text } of keywords) for (const word of own(text)) counts.set(word, (counts.get(word) ?? 0) + 1)
  const named = own(name)
  return new Map(
    [...counts]
      .map(([word, count]): [string, number] => [word, named.has(word) ? 1 : count / keywords.length])
      .filter(([, share]) => share >= minShare),
  )
}

type Topic<Page> = { page: Page; words: ReadonlyMap<string, number> }

function findFit<Page>(words: ReadonlySet<string>, byWord: ReadonlyMap<string, readonly Topic<Page>[]>): Page | null {
  const fits = new Map<Topic<Page>, number>()
  for (const word of words)
    for (const topic of byWord.get(word) ?? []) fits.set(topic, (fits.get(topic) ?? 0) + topic.words.get(word)!)
  let best: Page | null = null
  let bestFit = minFit * words.size
  for (const [{ page }, fit] of fits)
    if (fit > bestFit || (fit === bestFit && best === null)) {
      best = page
      bestFit = fit
    }
  return best
}

/** Makes a page of keywords that share a thing, the most frequent word first. */
function takeSharedWords({ pages, rest }: PlacedKeywords<unknown>, own: (text: string) => string[]) {
  const open = new Set(rest)
  const byWord = new Map<string, SourceKeyword[]>()
  for (const keyword of rest)
    for (const word of own(keyword.text)) {
      const known = byWord.get(word)
      if (known) known.push(keyword)
      else byWord.set(word, [keyword])
    }
  for (const sharing of [...byWord.values()].sort((a, b) => b.length - a.length)) {
    const group = sharing.filter((keyword) => open.has(keyword))
    if (group.length < minGroup) continue
    pages.push(group.sort(byVolume))
    for (const keyword of group) open.delete(keyword)
  }
  rest.splice(0, rest.length, ...open)
}
