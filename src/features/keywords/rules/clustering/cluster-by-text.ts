import { type Neighbors, nearestRows } from './nearest-neighbors.ts'
import { cohesiveGroups, modularGroups, neighborGraph, ties } from './neighbor-graph.ts'
import { readPhraseRows } from './phrase-vectors.ts'
import { readTermRows, weighByRarity, weighForTopics, weighHeads } from './term-vectors.ts'

/**
 * Groups of keywords by index. `groups[i]` is -1 for a keyword without a group; `centrality[i]` is its similarity to its group,
 * used to choose the keyword that names the group. Group numbers may have gaps.
 */
export type KeywordGroups = { groups: Int32Array; centrality: Float32Array }
/**
 * What a list is made of. `near_synonyms`: nearly every keyword has a close one, as in a shop's list. `phrases`: about as many have
 * one as don't, as in questions and in what people collect by hand. `topics`: few have one.
 */
export type ListKind = 'near_synonyms' | 'phrases' | 'topics'
export type TextGroups = KeywordGroups & { kind: ListKind }

/** Minimum cosine of two keywords that are the same search in other words. */
const close = 0.6
/** Minimum cosine of near-synonyms when classifying a topic; higher, because sharing a head noun isn't enough. */
const synonymous = 0.66
/** Minimum average cosine inside a group of near-synonyms. */
const cohesion = 0.48
const nearSynonyms = { size: 40, minSimilarity: 0.25 }
// Topics need many weak edges: a title shares words with hundreds of others.
const sameTopic = { size: 60, minSimilarity: 0.1 }

// Short questions share few words each, so many weak edges count, the stronger ones more.
const phrases = { size: 16, minSimilarity: 0.08, resolution: 6 }
/** Share of keywords with a close neighbor: from the first value on a list is phrases, from the second near-synonyms. */
const phraseShare = 0.5
const nearSynonymShare = 0.9
/** Lists shorter than this are too small to classify. */
const minPhrases = 300
/** What people collect by hand is phrases already in short lists, which have fewer keywords that could be close. */
const collected = { minPhrases: 60, phraseShare: 0.3 }

/**
 * Groups keywords by words, at a granularity that follows from the list. The share of keywords with a close neighbor tells the
 * kind of list. Short questions, between the other two kinds, are grouped by words, pairs and parts of words. Otherwise topics
 * come first (communities of a nearest-neighbor graph in which common words have no weight). A topic where at least half of the
 * keywords have a close neighbor consists of near-synonyms, as lists of searches do, and is split into its groups of
 * near-synonyms; any other stays whole. Keywords with most of their edge weight outside their topic get no group.
 */
export function clusterByText(
  keywords: readonly string[],
  language: string,
  onProgress: (fraction: number) => void,
  modifiers: ReadonlySet<string> | null = null,
): TextGroups {
  const part = (from: number, to: number) => (fraction: number) => onProgress(from + (to - from) * fraction)
  const read = readTermRows(keywords, language, part(0, 0.1))

  const near = nearestRows(weighHeads(read), nearSynonyms, part(0.1, 0.4))
  const share = shareWithClose(near)
  const kind = getKind(read.rows, share, modifiers !== null)
  if (kind === 'phrases') return { ...clusterPhrases(keywords, language, modifiers ?? new Set(), part(0.4, 1)), kind }
  const nearGraph = neighborGraph(near)
  const fine = cohesiveGroups(nearGraph, cohesion).community
  joinClosest(near, fine)
  const fineTies = ties(nearGraph, fine)
  onProgress(0.5)

  const topicGraph = neighborGraph(nearestRows(weighForTopics(read), sameTopic, part(0.5, 0.9)))
  const topic = modularGroups(topicGraph).community
  const topicTies = ties(topicGraph, topic)
  const isFine = rowsReadFinely(near, fine, topic)

  const groupOfRow = new Int32Array(read.rows)
  const centralityOfRow = new Float32Array(read.rows)
  for (let row = 0; row < read.rows; row++) {
    const tie = isFine[row] ? fineTies.own[row]! : topicTies.own[row]!
    // Prefers the shorter of two equally central keywords as the name.
    centralityOfRow[row] = tie / (read.offsets[row + 1]! - read.offsets[row]!)
    if (isFine[row]) groupOfRow[row] = fine[row]!
    else if (topicTies.own[row]! * 2 > topicTies.all[row]!) groupOfRow[row] = read.rows + topic[row]!
    else groupOfRow[row] = 2 * read.rows + row
  }
  return {
    groups: ofKeywords(read.rowOfKeyword, groupOfRow),
    centrality: Float32Array.from(read.rowOfKeyword, (row) => (row < 0 ? 0 : centralityOfRow[row]!)),
    kind,
  }
}

function getKind(rows: number, share: number, isCollected: boolean): ListKind {
  if (share >= nearSynonymShare) return 'near_synonyms'
  if (rows >= minPhrases && share >= phraseShare) return 'phrases'
  return isCollected && rows >= collected.minPhrases && share >= collected.phraseShare ? 'phrases' : 'topics'
}

const shareWithClose = ({ count, similarity, size }: Neighbors) =>
  count.filter((found, row) => found > 0 && similarity[row * size]! >= close).length / Math.max(1, count.length)

function clusterPhrases(
  keywords: readonly string[],
  language: string,
  modifiers: ReadonlySet<string>,
  onProgress: (fraction: number) => void,
): KeywordGroups {
  const rows = readPhraseRows(keywords, language, modifiers, (fraction) => onProgress(fraction * 0.2))
  const near = nearestRows(rows, phrases, (fraction) => onProgress(0.2 + fraction * 0.6))
  const graph = neighborGraph({ ...near, similarity: near.similarity.map((each) => each ** 2) })
  const { community } = modularGroups(graph, phrases.resolution)
  return { groups: ofKeywords(rows.rowOfKeyword, community), centrality: ties(graph, community).own }
}

/**
 * Assigns keywords without a group (-1) to the group of the most similar keywords, when these are close. Changes only entries
 * of `groups` that `mayJoin` allows.
 */
export function joinByText(
  keywords: readonly string[],
  language: string,
  groups: Int32Array,
  mayJoin: (keyword: number) => boolean,
  onProgress: (fraction: number) => void,
): Int32Array {
  const read = readTermRows(keywords, language, () => {})
  const groupOfRow = new Int32Array(read.rows).fill(-1)
  for (let keyword = 0; keyword < keywords.length; keyword++) {
    const row = read.rowOfKeyword[keyword]!
    if (row >= 0 && groupOfRow[row] === -1) groupOfRow[row] = groups[keyword]!
  }
  const near = nearestRows(weighByRarity(read), { ...nearSynonyms, minSimilarity: close }, onProgress)
  return groups.map((group, keyword) => {
    const row = read.rowOfKeyword[keyword]!
    if (group !== -1 || row < 0 || !mayJoin(keyword)) return group
    return groupOfRow[row] !== -1 ? groupOfRow[row]! : likeliestGroup(near, row, groupOfRow)
  })
}

function likeliestGroup(near: Neighbors, row: number, groupOfRow: Int32Array): number {
  const votes = new Map<number, number>()
  for (let at = row * near.size; at < row * near.size + near.count[row]!; at++) {
    const group = groupOfRow[near.rows[at]!]!
    if (group !== -1) votes.set(group, (votes.get(group) ?? 0) + near.similarity[at]!)
  }
  let best = -1
  for (const [group, vote] of votes) if (vote > (votes.get(best) ?? 0)) best = group
  return best
}

function getSizes(groups: Int32Array): Int32Array {
  const sizes = new Int32Array(groups.length)
  for (const group of groups) sizes[group]!++
  return sizes
}

/** Joins single rows to the group of their nearest neighbor when it's close. */
function joinClosest(near: Neighbors, groups: Int32Array): void {
  const sizes = getSizes(groups)
  const before = groups.slice()
  for (let row = 0; row < groups.length; row++) {
    if (sizes[before[row]!]! > 1 || near.count[row] === 0 || near.similarity[row * near.size]! < close) continue
    const joined = before[near.rows[row * near.size]!]!
    if (sizes[joined]! > 1) groups[row] = joined
  }
}

/**
 * Returns 1 for rows to split into near-synonyms: those in topics of near-synonyms, and whole groups mostly inside such topics.
 */
function rowsReadFinely(near: Neighbors, fine: Int32Array, topic: Int32Array): Uint8Array {
  const balanceOfTopic = new Int32Array(topic.length)
  for (let row = 0; row < topic.length; row++) {
    const hasClose = near.count[row]! > 0 && near.similarity[row * near.size]! >= synonymous
    balanceOfTopic[topic[row]!]! += hasClose ? 1 : -1
  }
  const inFineTopic = Uint8Array.from(topic, (own) => (balanceOfTopic[own]! >= 0 ? 1 : 0))
  const balanceOfGroup = new Int32Array(fine.length)
  for (let row = 0; row < fine.length; row++) balanceOfGroup[fine[row]!]! += inFineTopic[row] ? 1 : -1
  return inFineTopic.map((inside, row) => (inside || balanceOfGroup[fine[row]!]! >= 0 ? 1 : 0))
}

/** Maps groups of rows to keywords; a group of one keyword becomes -1. */
function ofKeywords(rowOfKeyword: Int32Array, groupOfRow: Int32Array): Int32Array {
  const groups = rowOfKeyword.map((row) => (row < 0 ? -1 : groupOfRow[row]!))
  const sizes = new Map<number, number>()
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  return groups.map((group) => (sizes.get(group)! > 1 ? group : -1))
}
