import type { Naming } from './name-topics.ts'

/** Share of a topic's keywords that must have a word for it to be what the topic is about. */
const minShare = 0.8

/**
 * Joins topics that are about the same thing in other words of the report's topic: “cold brew ratio” and “cold brew coffee to water
 * ratio” in a report on cold brew coffee.
 */
export function joinSameSubject(groups: readonly number[][], naming: Naming): number[][] {
  const joined = new Map<string, number[]>()
  groups.forEach((members, group) => {
    const key = getSubject(members, naming) ?? `group ${group}`
    joined.set(key, [...(joined.get(key) ?? []), ...members])
  })
  return [...joined.values()]
}

/** Words that nearly all keywords have beside those of the report's topic; null without a thing among them: “how to use”. */
function getSubject(members: readonly number[], { words, seed, weak, nouns }: Naming): string | null {
  const counts = new Map<string, number>()
  for (const member of members) {
    const own = words[member]!.filter(({ isFunctionWord, stem }) => !isFunctionWord && !seed.has(stem))
    for (const stem of new Set(own.map(({ stem }) => stem))) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  }
  const subject = [...counts].filter(([, count]) => count >= members.length * minShare).map(([stem]) => stem)
  return subject.some((stem) => !weak.has(stem) && nouns.isNoun(stem) !== false) ? subject.sort().join(' ') : null
}
