import type { Modifiers } from '#features/keywords/rules/clustering/group-heads.ts'
import type { Word } from '#features/keywords/rules/clustering/word-reader.ts'
import type { Strictness } from '../../contract.ts'

/** Minimum share of words that two keywords of a strict topic, or two topics that become one loose topic, have in common. */
const minShared = { strict: 0.6, loose: 0.5 }
/** Minimum share of a topic's keywords that have a word for it to be the topic's. */
const minTopicShare = 0.5

/**
 * Makes topics found by words smaller (strict) or larger (loose). Strict only splits and loose only joins, so that strict never
 * has fewer topics than balanced, and loose never more.
 * @param groups keywords by topic, the most important first
 */
export function applyStrictness(
  groups: readonly number[][],
  strictness: Strictness,
  words: readonly Word[][],
  { anywhere, first, last }: Modifiers,
): number[][] {
  if (strictness === 'balanced') return groups.map((group) => [...group])
  const getStems = (at: number): Set<string> => {
    const own = words[at]!
    const isModifier = (stem: string, index: number) =>
      anywhere.has(stem) || (index === 0 && first.has(stem)) || (index === own.length - 1 && last.has(stem))
    const content = own.filter(({ stem, isFunctionWord }, index) => !isFunctionWord && !isModifier(stem, index))
    return new Set((content.length > 0 ? content : own).map(({ stem }) => stem))
  }
  if (strictness === 'strict')
    return groups.flatMap((group) =>
      joinAlike(group.map(getStems), minShared.strict).map((part) => part.map((index) => group[index]!)),
    )
  const bySize = groups.toSorted((a, b) => b.length - a.length)
  const topics = bySize.map((group) => getTopicStems(group.map(getStems)))
  return joinAlike(topics, minShared.loose).map((part) => part.flatMap((index) => bySize[index]!))
}

/** Stems that most keywords of a topic have. */
function getTopicStems(keywords: readonly Set<string>[]): Set<string> {
  const counts = new Map<string, number>()
  for (const stems of keywords) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return new Set([...counts].filter(([, count]) => count > keywords.length * minTopicShare).map(([stem]) => stem))
}

/** Puts each set to the first one before it that has enough in common with it (Jaccard index), or starts a new part. */
function joinAlike(sets: readonly Set<string>[], minJaccard: number): number[][] {
  const frequency = new Map<string, number>()
  for (const stems of sets) for (const stem of stems) frequency.set(stem, (frequency.get(stem) ?? 0) + 1)
  const parts: number[][] = []
  const partsOfStem = new Map<string, number[]>()
  sets.forEach((stems, index) => {
    // Alike sets share one of their rarest stems, so the frequent ones needn't be looked up.
    const rarest = [...stems].sort((a, b) => frequency.get(a)! - frequency.get(b)! || (a < b ? -1 : 1))
    const looked = rarest.slice(0, stems.size - Math.ceil(minJaccard * stems.size) + 1)
    const candidates = new Set(looked.flatMap((stem) => partsOfStem.get(stem) ?? []))
    const found = [...candidates]
      .sort((a, b) => a - b)
      .find((part) => getJaccard(sets[parts[part]![0]!]!, stems) >= minJaccard)
    if (found !== undefined) {
      parts[found]!.push(index)
      return
    }
    for (const stem of stems) {
      const known = partsOfStem.get(stem)
      if (known) known.push(parts.length)
      else partsOfStem.set(stem, [parts.length])
    }
    parts.push([index])
  })
  return parts
}

function getJaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = a.intersection(b).size
  return shared / (a.size + b.size - shared || 1)
}
