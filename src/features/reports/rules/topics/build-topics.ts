import type { ListKind } from '#features/keywords/rules/clustering/cluster-by-text.ts'
import { clusterKeywords } from '#features/keywords/rules/clustering/cluster-keywords.ts'
import { type HeadGroup, type Modifiers, regroupByHeads } from '#features/keywords/rules/clustering/group-heads.ts'
import { createNounDetector } from '#features/keywords/rules/clustering/name-words.ts'
import { splitAccessories } from '#features/keywords/rules/clustering/split-accessories.ts'
import { readThings } from '#features/keywords/rules/clustering/things.ts'
import { getCommonStems, getSeedStems } from '#features/keywords/rules/clustering/topic-names.ts'
import { createWordReader } from '#features/keywords/rules/clustering/word-reader.ts'
import type { ClusterKind } from '../../contract.ts'
import { keywordKey } from '../keywords/normalize-keyword.ts'
import { applyStrictness } from './apply-strictness.ts'
import { buildParents } from './build-parents.ts'
import { groupByAspect } from './group-by-aspect.ts'
import { joinSameSubject } from './join-same-subject.ts'
import { byImportance, type Naming, nameTopics } from './name-topics.ts'
import { regroupByMeaning } from './regroup-by-meaning.ts'
import type { BuiltTopic, TopicDraft, Topics, TopicsInput } from './topic-model.ts'
import { getModifiers } from './topic-modifiers.ts'

/** Groups a report's keywords into topics and these under parents, keeping what people changed. Pure. */

/** Up to this many keywords, topics without SERPs are told by heads: too few keywords for statistics. */
const maxShortList = 500
/** Reports of up to this many keywords are told by the aspects of their topic; longer ones weren't read. */
const maxAspectList = 5000
/** Fewer keywords than this are each on their own. */
const minToCluster = 4

export function buildTopics(input: TopicsInput): Topics {
  const { rows, previous, language, serps } = input
  const previousById = new Map(previous.filter(({ kind }) => kind !== 'parent').map((topic) => [topic._id, topic]))
  const { drafts, free, pinned } = takeFixed(input, previousById)
  const read = createWordReader(language)
  const words = rows.map(({ text }) => read(text))
  const seed = getSeedStems(read, input.seed)
  const hasSerps = Object.keys(serps).length > 1
  const naming: Naming = {
    rows,
    words,
    seed,
    weak: getCommonStems(words),
    nouns: createNounDetector(language, words, seed),
  }
  const modifiers = getModifiers(language, read)
  const found = groupFree(input, free, modifiers)
  const grouped = hasSerps ? found.groups : refineByWords(found, input, naming, modifiers, free.length)
  const groups = regroupByMeaning(grouped, input, words, modifiers)
  matchGroups(drafts, groups, input, previousById)
  const topics = drafts.filter(({ members }) => members.length > 0)

  const topicOfRow: (string | null)[] = rows.map(() => null)
  for (const { id, members } of topics) for (const member of members) topicOfRow[member] = id
  for (const { members } of topics) members.sort(byImportance(rows))
  const leaves = nameTopics(topics, naming)
  const parents = buildParents({ ...input, ...naming, leaves, topics, read })
  return { clusters: [...parents, ...leaves].sort(inOrder), topicOfRow, pinned }
}

/** Takes the keywords that a person or a file put in a topic; the others are free to be grouped. */
function takeFixed({ rows, newId }: TopicsInput, previousById: ReadonlyMap<string, BuiltTopic>) {
  const drafts: TopicDraft[] = []
  const draftByKey = new Map<string, TopicDraft>()
  const free: number[] = []
  const pinned: boolean[] = rows.map(() => false)
  const getDraft = (key: string, create: () => Omit<TopicDraft, 'members'>) => {
    const known = draftByKey.get(key)
    if (known) return known
    const draft = { ...create(), members: [] }
    draftByKey.set(key, draft)
    drafts.push(draft)
    return draft
  }
  rows.forEach((row, index) => {
    if (row.type === 'idea') return
    const own = row.cluster_id === null ? undefined : previousById.get(row.cluster_id)
    if (own && (own.locked || row.topic_pinned)) {
      pinned[index] = row.topic_pinned
      getDraft(own._id, () => ({ id: own._id, previous: own, given: null, givenParent: null })).members.push(index)
    } else if (!own && row.given_topic) {
      pinned[index] = true
      const { given_topic: given, given_parent: givenParent } = row
      getDraft(`given ${keywordKey(given)}`, () => ({
        id: newId(),
        previous: null,
        given,
        givenParent,
      })).members.push(index)
    } else free.push(index)
  })
  return { drafts, free, pinned }
}

/** Without SERPs: tells topics of short lists and shops' lists by heads, dissolves topics of chance words, and applies the strictness. */
function refineByWords(
  found: FoundGroups,
  { rows, strictness, language }: TopicsInput,
  naming: Naming,
  modifiers: Modifiers,
  freeCount: number,
): number[][] {
  const { words, seed } = naming
  const isShort = rows.length <= maxShortList
  if (rows.length <= maxAspectList && seed.size > 0 && isEnglish(language)) {
    const free = found.groups.flat()
    const aspects = groupByAspect(words, free, { ...naming, modifiers })
    return applyStrictness(
      aspects.map((members) => members.toSorted(byImportance(rows))),
      strictness,
      words,
      modifiers,
    )
  }
  // What people collected by hand has no heads: “divorce lawyer” and “patent lawyer” aren’t one topic.
  const isCollected = found.kind === 'phrases' && seed.size === 0
  const hasHeads = found.kind === 'near_synonyms' || (freeCount <= maxShortList && !isCollected)
  const groups: HeadGroup[] = hasHeads
    ? regroupByHeads(words, found.groups, modifiers, seed)
    : found.groups.map((members) => ({ members, head: null }))
  const firm = groups.flatMap(({ members, head }) => {
    if (head !== null || !isLoose(members, naming, isShort)) return [members.toSorted(byImportance(rows))]
    return isShort ? splitByWords(members, naming) : members.map((member) => [member])
  })
  if (isShort) joinAlone(firm, naming)
  // Measured only there: lists told by heads end keywords with words of their own ("copper kettle stovetop").
  const mayHaveAccessories = isEnglish(language) && isCollected && isShort
  const apart = mayHaveAccessories ? splitAccessories(firm, readThings(words, modifiers, naming.nouns)) : firm
  return applyStrictness(seed.size > 0 ? joinSameSubject(firm, naming) : apart, strictness, words, modifiers)
}

/** Only of English it's known that the last noun of a compound names the thing; other languages stay as they are. */
const isEnglish = (language: string) => /^en\b/i.test(language)

type FoundGroups = { groups: number[][]; kind: ListKind }

function groupFree(
  { rows, serps, language, strictness, seed }: TopicsInput,
  free: readonly number[],
  { anywhere, first, last }: Modifiers,
): FoundGroups {
  if (free.length < minToCluster) return { groups: free.map((index) => [index]), kind: 'topics' }
  const hasSerps = Object.keys(serps).length > 1
  const result = clusterKeywords({
    keywords: free.map((index) => rows[index]!.text),
    volumes: free.map((index) => rows[index]!.volume),
    serps: hasSerps ? free.map((index) => serps[rows[index]!.text] ?? null) : undefined,
    language,
    strictness,
    modifiers: seed === null && free.length <= maxShortList ? anywhere.union(first).union(last) : null,
  })
  const groups = [
    ...result.clusters.map(({ members }) => members.map((member) => free[member]!)),
    ...result.unclustered.map((member) => [free[member]!]),
  ]
  return { groups, kind: result.kind }
}

/**
 * Gives each new group the topic that most of its keywords were in, so that ids and edits survive. An edited topic takes the
 * group with most of its keywords; any other must have most of its keywords in common with the group.
 */
function matchGroups(
  drafts: TopicDraft[],
  groups: readonly number[][],
  { rows, newId }: TopicsInput,
  previousById: ReadonlyMap<string, BuiltTopic>,
) {
  const draftById = new Map(drafts.map((draft) => [draft.id, draft]))
  const freeSize = new Map<string, number>()
  const shared: { group: number; id: string; count: number; isEdited: boolean }[] = []
  groups.forEach((members, group) => {
    const counts = new Map<string, number>()
    for (const member of members) {
      const id = rows[member]!.cluster_id
      if (id !== null && previousById.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    for (const [id, count] of counts) {
      freeSize.set(id, (freeSize.get(id) ?? 0) + count)
      const topic = previousById.get(id)!
      if (!topic.locked)
        shared.push({
          group,
          id,
          count,
          isEdited: topic.renamed || topic.parent_pinned || draftById.has(id),
        })
    }
  })
  shared.sort((a, b) => Number(b.isEdited) - Number(a.isEdited) || b.count - a.count || a.group - b.group)
  const topicOfGroup = new Map<number, string>()
  const taken = new Set<string>()
  for (const { group, id, count, isEdited } of shared) {
    if (topicOfGroup.has(group) || taken.has(id)) continue
    if (!isEdited && count * 2 <= Math.max(freeSize.get(id)!, groups[group]!.length)) continue
    topicOfGroup.set(group, id)
    taken.add(id)
  }
  groups.forEach((members, group) => {
    const id = topicOfGroup.get(group)
    const known = id === undefined ? undefined : draftById.get(id)
    if (known) known.members.push(...members)
    else
      drafts.push({
        id: id ?? newId(),
        previous: id === undefined ? null : previousById.get(id)!,
        members: [...members],
        given: null,
        givenParent: null,
      })
  })
}

/** Share of a topic's keywords that must have one word in common; below it, chance words chain them together. */
const minSharedWord = 0.3
/** Larger topics of a long list are broad on purpose. */
const maxLooseSize = 30

function isLoose(members: readonly number[], { words, seed, weak }: Naming, isShort: boolean): boolean {
  if (members.length < 3 || (members.length > maxLooseSize && !isShort)) return false
  const counts = new Map<string, number>()
  for (const member of members) {
    const own = new Set(words[member]!.filter(({ isFunctionWord }) => !isFunctionWord).map(({ stem }) => stem))
    for (const stem of own)
      if (!seed.has(stem) && !(isShort && weak.has(stem))) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  return Math.max(0, ...counts.values()) < Math.max(2, members.length * minSharedWord)
}

/** Groups keywords of a short list that are each alone, where they name the same thing. */
function joinAlone(groups: number[][], naming: Naming) {
  const alone = groups.filter(({ length }) => length === 1).flat()
  const joined = splitByWords(alone, naming)
  groups.splice(0, groups.length, ...groups.filter(({ length }) => length > 1), ...joined)
}

/** Regroups keywords that have too little in common by the things they name, the most frequent first. */
function splitByWords(members: readonly number[], { words, seed, nouns, weak }: Naming): number[][] {
  const open = new Set(members)
  const groups: number[][] = []
  // The last word says what a thing is: canisters belong together rather than what's in a kitchen.
  const countLast = (stem: string, having: readonly number[]) =>
    having.filter((member) => words[member]!.findLast(({ isFunctionWord }) => !isFunctionWord)?.stem === stem).length
  for (;;) {
    const having = new Map<string, number[]>()
    for (const member of open)
      for (const stem of new Set(
        words[member]!.filter(({ isFunctionWord }) => !isFunctionWord).map(({ stem }) => stem),
      ))
        if (!seed.has(stem) && !weak.has(stem) && nouns.isNoun(stem) !== false)
          having.set(stem, [...(having.get(stem) ?? []), member])
    const [largest] = [...having]
      .map(([stem, members]) => ({ members, weight: members.length + countLast(stem, members) }))
      .sort((a, b) => b.weight - a.weight)
      .map(({ members }) => members)
    if (!largest || largest.length < 2) return [...groups, ...[...open].map((member) => [member])]
    groups.push(largest)
    for (const member of largest) open.delete(member)
  }
}

const rank: Record<ClusterKind, number> = { parent: 0, topic: 1, standalone: 2 }
const inOrder = (a: BuiltTopic, b: BuiltTopic) =>
  rank[a.kind] - rank[b.kind] ||
  (b.volume ?? 0) - (a.volume ?? 0) ||
  b.keywords - a.keywords ||
  (a.name < b.name ? -1 : 1)
