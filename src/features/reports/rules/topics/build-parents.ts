import { groupTopics, type ParentGroup } from '#features/keywords/rules/clustering/topic-parents.ts'
import type { Word } from '#features/keywords/rules/clustering/word-reader.ts'
import { keywordKey } from '../keywords/normalize-keyword.ts'
import { byImportance, getMostFrequent, getParentName, type Naming, summarize } from './name-topics.ts'
import type { BuiltTopic, TopicDraft, TopicRow, TopicsInput } from './topic-model.ts'
import { getModifiers } from './topic-modifiers.ts'

type ParentsInput = Omit<TopicsInput, 'seed'> &
  Naming & {
    leaves: BuiltTopic[]
    topics: readonly TopicDraft[]
    read: (keyword: string) => Word[]
  }

/** Sets the leaves' `parent_id` and returns their parents. */
export function buildParents({
  leaves,
  topics,
  read,
  previous,
  language,
  newId,
  ...naming
}: ParentsInput): BuiltTopic[] {
  const { rows, words, seed, nouns } = naming
  const parents = new Map<string, { parent: BuiltTopic; members: number[] }>()
  const previousParents = new Map(previous.filter(({ kind }) => kind === 'parent').map((topic) => [topic._id, topic]))
  const addParent = (id: string, name: string, renamed: boolean, locked: boolean) => {
    const parent: BuiltTopic = {
      _id: id,
      kind: 'parent',
      parent_id: null,
      name,
      pillar: '',
      intent: null,
      keywords: 0,
      volume: null,
      volume_known: 0,
      renamed,
      locked,
      parent_pinned: false,
    }
    parents.set(id, { parent, members: [] })
    return parent
  }
  const put = (leaf: number, parentId: string) => {
    leaves[leaf]!.parent_id = parentId
    parents.get(parentId)!.members.push(...topics[leaf]!.members)
  }
  const fixed = new Set<number>()
  const givenParents = new Map<string, string>()
  topics.forEach(({ previous: before, givenParent }, leaf) => {
    const held = before?.parent_id ? previousParents.get(before.parent_id) : undefined
    if (held && (held.locked || before!.parent_pinned)) {
      if (!parents.has(held._id)) addParent(held._id, held.name, held.renamed, held.locked)
      put(leaf, held._id)
      fixed.add(leaf)
    } else if (givenParent) {
      const key = keywordKey(givenParent)
      const id = givenParents.get(key) ?? addParent(newId(), givenParent, true, false)._id
      givenParents.set(key, id)
      put(leaf, id)
      leaves[leaf]!.parent_pinned = true
      fixed.add(leaf)
    } else if (before?.parent_pinned) {
      // Taken out of its parent by a person.
      fixed.add(leaf)
    }
  })

  const open = leaves.flatMap((_, leaf) => (fixed.has(leaf) ? [] : [leaf]))
  const silent = new Set([
    ...seed,
    ...getModifiers(language, read).anywhere,
    ...words.flatMap((own) => own.filter(({ stem }) => nouns.isNoun(stem) === false).map(({ stem }) => stem)),
  ])
  const groups = groupTopics(
    open.map((leaf) => ({
      keywords: topics[leaf]!.members.map((member) => words[member]!),
      weight: leaves[leaf]!.volume ?? leaves[leaf]!.keywords / 1000,
      kind: getKind(topics[leaf]!, leaves[leaf]!, rows),
    })),
    silent,
  ).map((group) => ({ ...group, topics: group.topics.map((at) => open[at]!) }))
  const taken = new Set([...parents.values()].map(({ parent }) => keywordKey(parent.name)))
  for (const { group, before } of matchParents(groups, topics, previousParents, parents)) {
    const name = before?.renamed ? before.name : getParentName(group, { leaves, topics }, naming, taken)
    taken.add(keywordKey(name))
    const id = before?._id ?? newId()
    if (!parents.has(id)) addParent(id, name, before?.renamed ?? false, before?.locked ?? false)
    for (const leaf of group.topics) put(leaf, id)
  }
  return [...parents.values()].map(({ parent, members }) => ({
    ...parent,
    ...summarize(members.sort(byImportance(rows)), rows),
  }))
}

/** Gives a group the id of the parent that held most of its topics, the edited parents first. */
function matchParents(
  groups: readonly ParentGroup[],
  topics: readonly TopicDraft[],
  previousParents: ReadonlyMap<string, BuiltTopic>,
  existing: ReadonlyMap<string, unknown>,
): { group: ParentGroup; before: BuiltTopic | null }[] {
  const shared = groups.flatMap((group, at) => {
    const counts = new Map<string, number>()
    for (const leaf of group.topics) {
      const id = topics[leaf]!.previous?.parent_id
      if (id && previousParents.has(id)) counts.set(id, (counts.get(id) ?? 0) + topics[leaf]!.members.length)
    }
    return [...counts].map(([id, count]) => ({ at, id, count, isEdited: previousParents.get(id)!.renamed }))
  })
  shared.sort((a, b) => Number(b.isEdited) - Number(a.isEdited) || b.count - a.count || a.at - b.at)
  const parentByGroup = new Map<number, BuiltTopic>()
  const taken = new Set<string>(existing.keys())
  for (const { at, id } of shared) {
    if (parentByGroup.has(at) || taken.has(id)) continue
    parentByGroup.set(at, previousParents.get(id)!)
    taken.add(id)
  }
  return groups.map((group, at) => ({ group, before: parentByGroup.get(at) ?? null }))
}

/** The kind of search most keywords of a topic are: a question, a comparison, else their intent. */
function getKind({ members }: TopicDraft, leaf: BuiltTopic, rows: readonly TopicRow[]): string | null {
  const type = getMostFrequent(members.map((member) => rows[member]!.type))
  return type === 'question' || type === 'comparison' ? type : leaf.intent
}
