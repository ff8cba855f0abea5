import { type Neighbours, nearestRows } from './nearest-neighbors.ts'
import { cohesiveGroups, modularGroups, neighbourGraph, ties } from './neighbor-graph.ts'
import { readPhraseRows } from './phrase-vectors.ts'
import { readTermRows, weighByRarity, weighForTopics, weighHeads } from './term-vectors.ts'

/**
 * Groups of keywords by index. `groups[i]` is -1 for a keyword alone; `centrality[i]` says how much of its group is
 * like it, for choosing the keyword that names the group. Group numbers need not be dense.
 */
export type KeywordGroups = { groups: Int32Array; centrality: Float32Array }

/** Cosine from which two keywords are taken for the same search in other words. */
const close = 0.6
/** The same for calling a topic a list of near-synonyms: a shared head alone is less. */
const synonymous = 0.66
/** Least average cosine inside a group of near-synonyms. */
const cohesion = 0.48
const nearSynonyms = { size: 40, least: 0.25 }
// Topics rest on many weak ties: a title's words are shared with hundreds of others.
const sameTopic = { size: 60, least: 0.1 }

// Short questions are alike by few words each: many weak likenesses, of which the stronger count more.
const phrases = { size: 16, least: 0.08, resolution: 6 }
/** Share of keywords with a close one from which a list is about questions, and from which it is made of near-synonyms. */
const questionShare = 0.5
const nearSynonymShare = 0.9
/** A shorter list is too small to tell its kind from. */
const minQuestions = 300

/**
 * Finds the granularity the list itself has; nobody says how many groups there are. The share of keywords that have a close
 * one tells what kind of list it is. Short questions, between the other two, are grouped by words, pairs and parts of words.
 * Otherwise topics come first (communities of a nearest-neighbor graph, with common words weightless). A topic in which at
 * least half of the keywords have a close neighbor is made of near-synonyms, as lists of searches are, and is read as its
 * groups of near-synonyms; any other stays whole. Keywords most of whose ties lead elsewhere are left alone rather than
 * guessed.
 */
export function clusterByText(
  keywords: readonly string[],
  language: string,
  onProgress: (fraction: number) => void,
): KeywordGroups {
  const part = (from: number, to: number) => (fraction: number) => onProgress(from + (to - from) * fraction)
  const read = readTermRows(keywords, language, part(0, 0.1))

  const near = nearestRows(weighHeads(read), nearSynonyms, part(0.1, 0.4))
  const share = shareWithClose(near)
  if (read.rows >= minQuestions && share >= questionShare && share < nearSynonymShare)
    return clusterPhrases(keywords, language, part(0.4, 1))
  const nearGraph = neighbourGraph(near)
  const fine = cohesiveGroups(nearGraph, cohesion).community
  joinClosest(near, fine)
  const fineTies = ties(nearGraph, fine)
  onProgress(0.5)

  const topicGraph = neighbourGraph(nearestRows(weighForTopics(read), sameTopic, part(0.5, 0.9)))
  const topic = modularGroups(topicGraph).community
  const topicTies = ties(topicGraph, topic)
  const isFine = rowsReadFinely(near, fine, topic)

  const groupOfRow = new Int32Array(read.rows)
  const centralityOfRow = new Float32Array(read.rows)
  for (let row = 0; row < read.rows; row++) {
    const tie = isFine[row] ? fineTies.own[row]! : topicTies.own[row]!
    // Of two keywords equally like the rest, the shorter one names them better.
    centralityOfRow[row] = tie / (read.offsets[row + 1]! - read.offsets[row]!)
    if (isFine[row]) groupOfRow[row] = fine[row]!
    else if (topicTies.own[row]! * 2 > topicTies.all[row]!) groupOfRow[row] = read.rows + topic[row]!
    else groupOfRow[row] = 2 * read.rows + row
  }
  return {
    groups: ofKeywords(read.rowOfKeyword, groupOfRow),
    centrality: Float32Array.from(read.rowOfKeyword, (row) => (row < 0 ? 0 : centralityOfRow[row]!)),
  }
}

const shareWithClose = ({ count, similarity, size }: Neighbours) =>
  count.filter((found, row) => found > 0 && similarity[row * size]! >= close).length / Math.max(1, count.length)

function clusterPhrases(
  keywords: readonly string[],
  language: string,
  onProgress: (fraction: number) => void,
): KeywordGroups {
  const rows = readPhraseRows(keywords, language, (fraction) => onProgress(fraction * 0.2))
  const near = nearestRows(rows, phrases, (fraction) => onProgress(0.2 + fraction * 0.6))
  const graph = neighbourGraph({ ...near, similarity: near.similarity.map((each) => each ** 2) })
  const { community } = modularGroups(graph, phrases.resolution)
  return { groups: ofKeywords(rows.rowOfKeyword, community), centrality: ties(graph, community).own }
}

/**
 * Gives keywords without a group (-1) the group of those most like them, when these are close. Only entries of
 * `groups` that `mayJoin` allows change; the rest stay as they are.
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
  const near = nearestRows(weighByRarity(read), { ...nearSynonyms, least: close }, onProgress)
  return groups.map((group, keyword) => {
    const row = read.rowOfKeyword[keyword]!
    if (group !== -1 || row < 0 || !mayJoin(keyword)) return group
    return groupOfRow[row] !== -1 ? groupOfRow[row]! : likeliestGroup(near, row, groupOfRow)
  })
}

function likeliestGroup(near: Neighbours, row: number, groupOfRow: Int32Array): number {
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

/** A row left alone joins the group of its nearest neighbour when that is close. */
function joinClosest(near: Neighbours, groups: Int32Array): void {
  const sizes = getSizes(groups)
  const before = groups.slice()
  for (let row = 0; row < groups.length; row++) {
    if (sizes[before[row]!]! > 1 || near.count[row] === 0 || near.similarity[row * near.size]! < close) continue
    const joined = before[near.rows[row * near.size]!]!
    if (sizes[joined]! > 1) groups[row] = joined
  }
}

/** Which rows are read as near-synonyms: those of a topic made of them, and whole groups that lie mostly in such topics. */
function rowsReadFinely(near: Neighbours, fine: Int32Array, topic: Int32Array): Uint8Array {
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

/** Spreads the rows' groups over their keywords; a group of one keyword is no group. */
function ofKeywords(rowOfKeyword: Int32Array, groupOfRow: Int32Array): Int32Array {
  const groups = rowOfKeyword.map((row) => (row < 0 ? -1 : groupOfRow[row]!))
  const sizes = new Map<number, number>()
  for (const group of groups) sizes.set(group, (sizes.get(group) ?? 0) + 1)
  return groups.map((group) => (sizes.get(group)! > 1 ? group : -1))
}
