import type { Cluster, TopicCounts, TopicCoverage } from '../../contract.ts'

type Counted = Pick<Cluster, 'kind' | 'keywords' | 'volume' | 'volume_known'>

/** Says how many keywords and how much of their volume are in topics of two or more. */
export function getCoverage(clusters: readonly Counted[]): TopicCoverage {
  const leaves = clusters.filter(({ kind }) => kind !== 'parent')
  const topics = leaves.filter(({ kind }) => kind === 'topic')
  return {
    keywords: sum(leaves.map(({ keywords }) => keywords)) ?? 0,
    in_topics: sum(topics.map(({ keywords }) => keywords)) ?? 0,
    standalone: leaves.length - topics.length,
    volume: sum(leaves.map(({ volume }) => volume)),
    volume_known: leaves.some((topic) => topic.volume_known === null)
      ? null
      : (sum(leaves.map((topic) => topic.volume_known)) ?? 0),
    volume_in_topics: sum(topics.map(({ volume }) => volume)),
  }
}

/** The sum of the known values; null when there is none. */
function sum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((total, value) => total + value, 0)
}

export function getTopicCounts(clusters: readonly Pick<Cluster, 'kind'>[]): TopicCounts {
  const count = (counted: Cluster['kind']) => clusters.filter(({ kind }) => kind === counted).length
  return { topics: count('topic'), parents: count('parent'), standalone: count('standalone') }
}

/** Topics of two keywords or more, without parents. */
export const countTopics = (clusters: readonly Pick<Cluster, 'kind'>[]) => getTopicCounts(clusters).topics

/** The topics a page lists: all of a given list's, and without keywords alone where suggestions were grouped. */
export const getListedTopics = <Topic extends Pick<Cluster, 'kind'>>(
  { type }: { type: string },
  clusters: readonly Topic[],
): Topic[] => clusters.filter(({ kind }) => kind === 'topic' || (kind === 'standalone' && type === 'clusters'))
