import { getTerms, overlap } from '#features/ai-content/rules/scoring/text-terms.ts'

/** The fields that posts are compared by. */
export type Comparable = { title: string; excerpt: string; tags: string[]; opening: string }

const tagWeight = 1
const termWeight = 2
/** Share of the smaller post's terms that any two posts of a blog have in common by chance. */
const chanceOverlap = 0.12

const distinct = (post: Comparable, language: string) =>
  new Set(getTerms(language)(`${post.title} ${post.excerpt} ${post.opening}`))

/**
 * The most similar posts, best first: by shared tags, weighted by rarity, and by terms of title, excerpt and opening. Posts that
 * share neither are left out.
 */
export function relatedPosts<P extends Comparable>(
  post: Comparable,
  others: P[],
  language: string,
  limit: number,
): P[] {
  const mine = new Set(post.tags.map((tag) => tag.toLowerCase()))
  const terms = distinct(post, language)
  const uses = new Map<string, number>()
  for (const other of others)
    for (const tag of new Set(other.tags.map((one) => one.toLowerCase()))) uses.set(tag, (uses.get(tag) ?? 0) + 1)
  const rarity = (tag: string) => Math.log(1 + others.length / (uses.get(tag) ?? 1))
  return others
    .map((other) => {
      const shared = [...new Set(other.tags.map((tag) => tag.toLowerCase()))].filter((tag) => mine.has(tag))
      const near = Math.max(0, overlap(terms, distinct(other, language)) - chanceOverlap)
      return { other, score: tagWeight * shared.reduce((sum, tag) => sum + rarity(tag), 0) + termWeight * near }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ other }) => other)
}
