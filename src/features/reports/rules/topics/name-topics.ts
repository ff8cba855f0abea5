import type { NounDetector } from '#features/keywords/rules/clustering/name-words.ts'
import { getSharedName } from '#features/keywords/rules/clustering/topic-names.ts'
import type { ParentGroup } from '#features/keywords/rules/clustering/topic-parents.ts'
import type { Word } from '#features/keywords/rules/clustering/word-reader.ts'
import { keywordKey } from '../keywords/normalize-keyword.ts'
import type { BuiltTopic, TopicDraft, TopicRow } from './topic-model.ts'

/** Names topics and parents by what their keywords share. */

/** The most searched first, then the shortest. */
export const byImportance = (rows: readonly TopicRow[]) => (a: number, b: number) =>
  (rows[b]!.volume ?? -1) - (rows[a]!.volume ?? -1) || rows[a]!.text.length - rows[b]!.text.length || a - b

/** What names are made from. */
export type Naming = {
  rows: readonly TopicRow[]
  /** Words of each row. */
  words: readonly Word[][]
  seed: ReadonlySet<string>
  weak: ReadonlySet<string>
  nouns: NounDetector
}

const isFreeIn = (taken: ReadonlySet<string>) => (name: string) => !taken.has(keywordKey(name))

/** Names topics, the largest first, which get the shortest names. */
export function nameTopics(topics: readonly TopicDraft[], { rows, words, ...context }: Naming): BuiltTopic[] {
  const taken = new Set<string>()
  const bySize = [...topics].sort((a, b) => b.members.length - a.members.length)
  const nameById = new Map<string, string>()
  for (const { id, previous, given, members } of bySize) {
    const chosen = previous && (previous.renamed || previous.locked) ? previous.name : given
    const isFree = isFreeIn(taken)
    const name =
      chosen ??
      (members.length > 1
        ? getSharedName(
            members.map((member) => words[member]!),
            { ...context, isFree },
          )
        : null) ??
      rows[getTypical(members, words, context.seed)]!.text
    taken.add(keywordKey(name))
    nameById.set(id, name)
  }
  return topics.map(({ id, previous, given, members }) => ({
    _id: id,
    kind: members.length === 1 ? 'standalone' : 'topic',
    parent_id: null,
    name: nameById.get(id)!,
    ...summarize(members, rows),
    renamed: given !== null || (previous?.renamed ?? false),
    locked: previous?.locked ?? false,
    parent_pinned: previous?.parent_pinned ?? false,
  }))
}

const minTypicalShare = 0.3

/** The member with the word that most of the others have; the most important one where too few share a word. */
function getTypical(members: readonly number[], words: readonly Word[][], seed: ReadonlySet<string>): number {
  const getStems = (at: number) =>
    new Set(words[at]!.flatMap(({ stem, isFunctionWord }) => (isFunctionWord || seed.has(stem) ? [] : [stem])))
  const counts = new Map<string, number>()
  for (const at of members) for (const stem of getStems(at)) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  const getScore = (at: number) => Math.max(0, ...[...getStems(at)].map((stem) => counts.get(stem)!))
  const typical = members.reduce((best, at) => (getScore(at) > getScore(best) ? at : best), members[0]!)
  return getScore(typical) >= Math.max(2, members.length * minTypicalShare) ? typical : members[0]!
}

/** `members`: the most important first. */
export function summarize(members: readonly number[], rows: readonly TopicRow[]) {
  const volumes = members.map((member) => rows[member]!.volume).filter((volume) => volume !== null)
  return {
    pillar: rows[members[0]!]!.text,
    intent: getMostFrequent(members.map((member) => rows[member]!.intent)),
    keywords: members.length,
    volume: volumes.length > 0 ? volumes.reduce((sum, volume) => sum + volume, 0) : null,
    volume_known: volumes.length,
  }
}

export function getMostFrequent(values: readonly (string | null)[]): string | null {
  const counts = new Map<string, number>()
  for (const value of values) if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? null
}

/** Groups of topics that share no word are named after what they are for. */
const kindNames: Record<string, string> = {
  question: 'Questions',
  comparison: 'Comparisons',
  informational: 'Guides',
  commercial: 'Product research',
  transactional: 'Buying',
  navigational: 'Brands and sites',
  local: 'Local',
}
const restName = 'Other topics'

/** @param taken keys of the parents named before */
export function getParentName(
  { topics: members, stem, kind, isRest }: ParentGroup,
  { leaves, topics }: { leaves: readonly BuiltTopic[]; topics: readonly TopicDraft[] },
  { words, seed, nouns }: Naming,
  taken: ReadonlySet<string>,
): string {
  const isFree = isFreeIn(taken)
  const keywords = members.flatMap((leaf) => topics[leaf]!.members.map((member) => words[member]!))
  const having = stem === null ? [] : keywords.filter((own) => own.some((word) => word.stem === stem))
  const shared = stem === null ? null : getSharedName(having, { seed, weak: new Set(), nouns, isFree }, stem)
  if (shared !== null) return shared
  if (kind !== null && kindNames[kind] && isFree(kindNames[kind])) return kindNames[kind]
  const largest = members.toSorted((a, b) => leaves[b]!.keywords - leaves[a]!.keywords)[0]!
  if (!isRest && isFree(leaves[largest]!.name)) return leaves[largest]!.name
  return isRest && isFree(restName) ? restName : leaves[largest]!.pillar
}
