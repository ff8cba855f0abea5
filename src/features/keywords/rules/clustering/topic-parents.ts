import type { Word } from './word-reader.ts'

/** Groups topics under parent topics, so that a report of any size can be read from 8 to 20 names. */

/** Shorter lists have few enough topics to be read without parents. */
export const minKeywordsForParents = 200
export const minParents = 8
export const maxParents = 20
/** A word in more keywords than this says nothing: it's what the whole list is about. */
const maxWordShare = 0.4
/** Minimum share of a topic's keywords that must have a parent's word. */
const minTopicShare = 0.5

export type TopicToGroup = {
  /** Words of its keywords. */
  keywords: readonly Word[][]
  /** Importance; the number of keywords or their volume. */
  weight: number
  /** What kind of search it is, such as questions, to group topics that share no word; null without. */
  kind: string | null
}

/** `topics`: indexes; `kind`: set where they share a kind of search instead of a word; `isRest`: nothing in common. */
export type ParentGroup = { topics: number[]; stem: string | null; kind: string | null; isRest?: boolean }

/**
 * Groups topics by the words they share, the most important groups first. A keyword alone is a topic here too, but joins only a
 * group with its word.
 * @param seed stems that carry no meaning here
 */
export function groupTopics(topics: readonly TopicToGroup[], seed: ReadonlySet<string>): ParentGroup[] {
  const keywordCount = topics.reduce((sum, { keywords }) => sum + keywords.length, 0)
  if (keywordCount < minKeywordsForParents) return []
  const stems = topics.map((topic) => getCommonStems(topic, seed))
  const common = getTooCommon(topics, keywordCount)
  const topicsOfStem = new Map<string, number[]>()
  stems.forEach((own, topic) => {
    for (const stem of own) if (!common.has(stem)) push(topicsOfStem, stem, topic)
  })
  const isAlone = (topic: number) => topics[topic]!.keywords.length < 2
  const open = new Set(topics.keys())
  const parents: ParentGroup[] = []
  const take = (group: ParentGroup) => {
    for (const topic of group.topics) open.delete(topic)
    parents.push(group)
  }
  // One place is left for topics that fit nowhere.
  while (parents.length < maxParents - 1) {
    const best = findBestStem(topicsOfStem, open, topics, isAlone)
    if (!best) break
    take(best)
  }
  const rest = () => [...open].filter((topic) => !isAlone(topic))
  const byKind = new Map<string, number[]>()
  for (const topic of rest()) {
    const { kind } = topics[topic]!
    if (kind !== null) push(byKind, kind, topic)
  }
  for (const [kind, members] of [...byKind].sort((a, b) => sumWeight(topics, b[1]) - sumWeight(topics, a[1])))
    if (members.length > 1 && parents.length < maxParents - 1) take({ topics: members, stem: null, kind })
  const byWeight = rest().sort((a, b) => topics[b]!.weight - topics[a]!.weight || a - b)
  for (const topic of byWeight) {
    if (parents.length >= minParents - 1 && byWeight.length > 1) break
    take({ topics: [topic], stem: null, kind: null })
  }
  const left = rest()
  if (left.length > 0) take({ topics: left, stem: null, kind: null, isRest: left.length > 1 })
  splitLargest(parents, topics, topicsOfStem, isAlone)
  return parents
}

function push(lists: Map<string, number[]>, name: string, value: number) {
  const list = lists.get(name)
  if (list) list.push(value)
  else lists.set(name, [value])
}

/** Splits large parents until there are enough, as long as one has several topics. */
function splitLargest(
  parents: ParentGroup[],
  topics: readonly TopicToGroup[],
  topicsOfStem: ReadonlyMap<string, number[]>,
  isAlone: (topic: number) => boolean,
) {
  while (parents.length < minParents) {
    const [largest] = parents
      .filter((group) => group.topics.filter((topic) => !isAlone(topic)).length > 1)
      .sort((a, b) => sumWeight(topics, b.topics) - sumWeight(topics, a.topics))
    if (!largest) return
    const inside = new Set(largest.topics)
    const others = new Map([...topicsOfStem].filter(([stem]) => stem !== largest.stem))
    const best = findBestStem(others, inside, topics, isAlone)
    const [heaviest] = largest.topics
      .filter((topic) => !isAlone(topic))
      .sort((a, b) => topics[b]!.weight - topics[a]!.weight)
    const part = best && best.topics.length < inside.size ? best : { topics: [heaviest!], stem: null, kind: null }
    largest.topics = largest.topics.filter((topic) => !part.topics.includes(topic))
    parents.push(part)
  }
}

const sumWeight = (topics: readonly TopicToGroup[], members: readonly number[]) =>
  members.reduce((sum, topic) => sum + topics[topic]!.weight, 0)

/** The word with the most weight among topics without a parent; at least two of them must be more than a keyword alone. */
function findBestStem(
  topicsOfStem: ReadonlyMap<string, number[]>,
  open: ReadonlySet<number>,
  topics: readonly TopicToGroup[],
  isAlone: (topic: number) => boolean,
): ParentGroup | null {
  let best: (ParentGroup & { weight: number }) | null = null
  for (const [stem, all] of topicsOfStem) {
    const members = all.filter((topic) => open.has(topic))
    if (members.filter((topic) => !isAlone(topic)).length < 2) continue
    const weight = members.reduce((sum, topic) => {
      const { keywords } = topics[topic]!
      const asHead = keywords.filter((words) => getLastStem(words) === stem).length
      return sum + keywords.length + headBonus * asHead
    }, 0)
    if (!best || weight > best.weight) best = { topics: members, stem, kind: null, weight }
  }
  return best && { topics: best.topics, stem: best.stem, kind: null }
}

/** The last word says what a thing is, so topics of rugs belong together rather than topics of wool. */
const headBonus = 1
const getLastStem = (words: readonly Word[]) => words.findLast(({ isFunctionWord }) => !isFunctionWord)?.stem

/** Stems that at least half of a topic's keywords have. */
function getCommonStems({ keywords }: TopicToGroup, seed: ReadonlySet<string>): string[] {
  const counts = new Map<string, number>()
  for (const words of keywords) {
    const own = new Set(words.filter(({ isFunctionWord }) => !isFunctionWord).map(({ stem }) => stem))
    for (const stem of own) if (!seed.has(stem)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count >= keywords.length * minTopicShare).map(([stem]) => stem)
}

function getTooCommon(topics: readonly TopicToGroup[], keywordCount: number): Set<string> {
  const counts = new Map<string, number>()
  for (const { keywords } of topics)
    for (const words of keywords)
      for (const stem of new Set(words.map((word) => word.stem))) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > keywordCount * maxWordShare).map(([stem]) => stem))
}
