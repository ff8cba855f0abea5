import type { NounDetector } from './name-words.ts'
import type { Word } from './word-reader.ts'

/** Minimum share of a topic's keywords that a name must describe. */
const minShare = 0.6
const maxNameWords = 5
/** Keywords looked at for a name: the most important ones come first. */
const maxRead = 200
/** A person names a topic by a keyword where one says it. */
const keywordBonus = 1.15

export type NameContext = {
  /** Stems of the report's topic, which carry no meaning here. */
  seed: ReadonlySet<string>
  /** Stems too common in the whole list to name a topic by themselves. */
  weak: ReadonlySet<string>
  nouns: NounDetector
  isFree(name: string): boolean
}

type Run = {
  words: Word[]
  hasSeed: boolean
  /** Number of keywords with it, and of those where the phrase ends there. */
  count: number
  complete: number
  /** Number of keywords by the word that follows, where the phrase goes on. */
  next: Map<string, number>
  isKeyword: boolean
  written: Map<string, number>
}

/**
 * Names a topic the way a person would: by the phrase that most of its keywords share, without the words of the report's topic
 * where it's a thing ("filter"), with them where it isn't ("iced coffee"). Else by its most important keyword with the shared
 * word ("how long does cold brew last"). Written as its most frequent form.
 * @param keywords words of the topic's keywords, the most important first
 * @param required a stem the name must have
 * @returns null when too few share a word
 */
export function getSharedName(
  keywords: readonly Word[][],
  context: NameContext,
  required: string | null = null,
): string | null {
  const read = keywords.slice(0, maxRead)
  const runs = [...readRuns(read, context, required).values()].filter(
    ({ count }) => count >= 2 && count / read.length >= minShare,
  )
  const score = ({ count, words, isKeyword }: Run) =>
    (count / read.length) *
    Math.sqrt(words.filter(({ isFunctionWord }) => !isFunctionWord).length) *
    (isKeyword ? keywordBonus : 1)
  runs.sort((a, b) => score(b) - score(a))
  const named = runs.filter((run) => isNounPhrase(run, context.nouns, required !== null))
  for (const run of [...named.filter(({ hasSeed }) => !hasSeed), ...named.filter(({ hasSeed }) => hasSeed)]) {
    const [word] = run.words
    const isClear = run.words.length > 1 || standsAlone(word!, read, context, required !== null)
    const name = isClear ? getMostWritten(run) : getClearestKeyword(word!, read, context)
    if (name !== null && context.isFree(name)) return name
  }
  for (const { words, hasSeed } of runs) {
    if (hasSeed) continue
    const stems = words.map(({ stem }) => stem).join(' ')
    const keyword = read.find((own) => ` ${own.map(({ stem }) => stem).join(' ')} `.includes(` ${stems} `))
    const name = keyword?.map(({ written }) => written).join(' ')
    if (name !== undefined && context.isFree(name)) return name
  }
  return null
}

/**
 * Whether a word names a topic by itself: a thing that belongs to the subject ("cold brew filter" → "filter"), but neither "scratch"
 * of "from scratch", nor "kids" of "kids standing desk", nor what someone does ("commuting").
 * @param isParent parents hold many topics, so a longer name would describe few of them
 */
function standsAlone(
  { stem, written }: Word,
  keywords: readonly Word[][],
  { seed, weak, nouns }: NameContext,
  isParent: boolean,
): boolean {
  if (nouns.isNoun(stem) === null) return true
  if (nouns.isGerund(written)) return false
  if (isParent) return true
  const isSubject = (word: Word | undefined) => word !== undefined && (seed.has(word.stem) || weak.has(word.stem))
  // How often it ends a phrase as the subject's thing, starts one, and says which kind of the subject is meant.
  let [things, starts, kinds] = [0, 0, 0]
  for (const words of keywords)
    for (const [at, word] of words.entries()) {
      if (word.stem !== stem) continue
      const [before, after] = [words[at - 1], words[at + 1]]
      // After "to" it's what someone does: "how to filter cold brew".
      if (isSubject(after) && !after!.isFunctionWord && !before?.isFunctionWord) kinds++
      const isEnd = after === undefined || after.isFunctionWord
      const isAlone = words.every((other) => other === word || other.isFunctionWord)
      const belongs = before !== undefined && !before.isFunctionWord && (seed.size === 0 || isSubject(before))
      if (isAlone || (isEnd && belongs)) things++
      else if (seed.size > 0 && isSubject(before)) starts++
    }
  return things > 0 && things + starts > kinds
}

/** What makes a keyword a worse name, in words that no other keyword of the topic has. */
const costs = { question: 0.75, noNoun: 1, word: 0.15 }

/** The keyword that says best what a word of it means: one whose other words the topic shares, rather short, no question. */
function getClearestKeyword(
  { stem }: Word,
  keywords: readonly Word[][],
  { seed, nouns, isFree }: NameContext,
): string | null {
  const shares = new Map<string, number>()
  for (const words of keywords)
    for (const each of new Set(words.map((word) => word.stem)))
      shares.set(each, (shares.get(each) ?? 0) + 1 / keywords.length)
  const getCost = (words: readonly Word[]) =>
    words.reduce(
      (sum, word) =>
        sum + (word.stem === stem || word.isFunctionWord || seed.has(word.stem) ? 0 : 1 - shares.get(word.stem)!),
      costs.word * words.length +
        (words[0]!.isFunctionWord ? costs.question : 0) +
        (nouns.isNoun(words.at(-1)!.stem) === false ? costs.noNoun : 0),
    )
  const toName = (words: readonly Word[]) => words.map(({ written }) => written).join(' ')
  const [best] = keywords
    .filter((words) => words.some((word) => word.stem === stem) && isFree(toName(words)))
    .sort((a, b) => getCost(a) - getCost(b))
  return best ? toName(best) : null
}

/** Every run of words in the keywords that could name them. */
function readRuns(keywords: readonly Word[][], { seed, weak }: NameContext, required: string | null): Map<string, Run> {
  const runs = new Map<string, Run>()
  for (const words of keywords) {
    const own = new Set<string>()
    for (let from = 0; from < words.length; from++) {
      if (words[from]!.isFunctionWord) continue
      for (let to = from; to < words.length && to < from + maxNameWords; to++) {
        if (words[to]!.isFunctionWord) continue
        const run = words.slice(from, to + 1)
        if (run.every(({ isFunctionWord, stem }) => isFunctionWord || weak.has(stem) || seed.has(stem))) continue
        if (required !== null && run.every(({ stem }) => stem !== required)) continue
        const key = run.map(({ stem }) => stem).join(' ')
        if (own.has(key)) continue
        own.add(key)
        const hasSeed = run.some(({ stem }) => seed.has(stem))
        const entry: Run = runs.get(key) ?? {
          words: run,
          hasSeed,
          count: 0,
          complete: 0,
          next: new Map(),
          isKeyword: false,
          written: new Map(),
        }
        runs.set(key, entry)
        entry.count++
        const next = words[to + 1]
        if (!next || next.isFunctionWord || (!hasSeed && seed.has(next.stem))) entry.complete++
        else entry.next.set(next.stem, (entry.next.get(next.stem) ?? 0) + 1)
        if (run.length === words.length) entry.isKeyword = true
        const written = run.map((word) => word.written).join(' ')
        entry.written.set(written, (entry.written.get(written) ?? 0) + 1)
      }
    }
  }
  return runs
}

/** Function words that join nouns. */
const joining = new Set(['and', 'of', 'for', 'or', 'in'])

/**
 * Whether a phrase stands by itself: it ends a keyword, or different words follow it ("oak shelf price", "oak shelf reviews").
 * "copper measuring" is only part of "copper measuring cups". A parent may be the first word of what its topics are called.
 */
function isWhole({ count, complete, next, isKeyword }: Run, isParent: boolean): boolean {
  if (isKeyword || complete * 2 >= count || (isParent && next.size > 1)) return true
  return Math.max(0, ...next.values()) * 2 <= count
}

function isNounPhrase(run: Run, nouns: NounDetector, isParent: boolean): boolean {
  const { words, isKeyword } = run
  const isNoun = nouns.isNoun(words.at(-1)!.stem)
  // In languages without word lists, several words are seldom a lone verb or adjective.
  if (isNoun === null) return words.length > 1 || isKeyword
  const [first] = words
  return (
    isNoun &&
    isWhole(run, isParent) &&
    !(words.length > 1 && nouns.isVerb(first!)) &&
    words.every((word) => (word.isFunctionWord ? joining.has(word.written) : !nouns.isLight(word)))
  )
}

const getMostWritten = ({ written }: Run) =>
  [...written].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length)[0]![0]

/** Stems of the words of a report's topic; without function words, which still tell questions apart. */
export function getSeedStems(read: (keyword: string) => Word[], seed: string | null): Set<string> {
  return new Set(
    seed === null
      ? []
      : read(seed)
          .filter(({ isFunctionWord }) => !isFunctionWord)
          .map(({ stem }) => stem),
  )
}

/** A word in more keywords than this is what the whole list is about. */
const maxCommonShare = 0.4
const minKeywordsForCommon = 10

/** Stems in so many keywords of a list that they tell nothing apart. */
export function getCommonStems(keywords: readonly Word[][]): Set<string> {
  if (keywords.length < minKeywordsForCommon) return new Set()
  const counts = new Map<string, number>()
  for (const words of keywords)
    for (const stem of new Set(words.map((word) => word.stem))) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > maxCommonShare * keywords.length).map(([stem]) => stem))
}
