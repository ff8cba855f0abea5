import type { Cluster } from '../../../contract.ts'

/** Which topics a list shows, and in which order. */

export type TopicOrder = 'volume' | 'keywords' | 'difficulty' | 'name'
export type TopicFilter = {
  /** Words of a topic's name or of its most searched keyword. */
  text: string
  parentId: string | null
  intent: string | null
  minVolume: number | null
  kind: 'all' | 'topic' | 'standalone'
  /** With a page of your site, or without one. */
  own: 'all' | 'with' | 'without'
}
export const noFilter: TopicFilter = {
  text: '',
  parentId: null,
  intent: null,
  minVolume: null,
  kind: 'all',
  own: 'all',
}

export const isFiltered = (filter: TopicFilter) =>
  filter.text.trim() !== '' ||
  filter.parentId !== null ||
  filter.intent !== null ||
  filter.minVolume !== null ||
  filter.kind !== 'all' ||
  filter.own !== 'all'

export type ListedTopic = {
  topic: Cluster
  level: 0 | 1
  /** Name of its parent, where that isn't the row above. */
  parentName: string | null
}

export type TopicListView = { filter: TopicFilter; order: TopicOrder; expanded: ReadonlySet<string> }

/** Parents with the topics of those that are expanded; with a filter all topics that pass it, without their parents. */
export function getListedTopics(
  clusters: readonly Cluster[],
  { filter, order, expanded }: TopicListView,
): ListedTopic[] {
  const names = new Map(clusters.map(({ _id, name }) => [_id, name]))
  if (isFiltered(filter))
    return sortTopics(clusters.filter(toPredicate(filter)), order).map((topic) => ({
      topic,
      level: 0,
      parentName: topic.parent_id === null ? null : (names.get(topic.parent_id) ?? null),
    }))
  const children = Map.groupBy(clusters, ({ parent_id }) => parent_id)
  return sortTopics(children.get(null) ?? [], order).flatMap((topic): ListedTopic[] => [
    { topic, level: 0, parentName: null },
    ...(expanded.has(topic._id)
      ? sortTopics(children.get(topic._id) ?? [], order).map((child) => ({
          topic: child,
          level: 1 as const,
          parentName: null,
        }))
      : []),
  ])
}

function toPredicate({ text, parentId, intent, minVolume, kind, own }: TopicFilter) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return (topic: Cluster) =>
    topic.kind !== 'parent' &&
    (kind === 'all' || topic.kind === kind) &&
    (own === 'all' || (topic.own !== null) === (own === 'with')) &&
    (parentId === null || topic.parent_id === parentId) &&
    (intent === null || topic.intent === intent) &&
    (minVolume === null || (topic.volume ?? -1) >= minVolume) &&
    words.every((word) => `${topic.name} ${topic.pillar}`.toLowerCase().includes(word))
}

/** Largest first, names from A to Z; keywords alone come last, unknown numbers after known ones. */
export function sortTopics(topics: readonly Cluster[], order: TopicOrder): Cluster[] {
  const figure = (topic: Cluster) => (order === 'name' ? 0 : (topic[order] ?? -1))
  const isAlone = ({ kind }: Cluster) => Number(kind === 'standalone')
  return topics.toSorted(
    (a, b) =>
      isAlone(a) - isAlone(b) ||
      figure(b) - figure(a) ||
      (order === 'name' ? 0 : b.keywords - a.keywords) ||
      a.name.localeCompare(b.name),
  )
}
