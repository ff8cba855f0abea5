import type { z } from 'zod'
import type { Cluster, topicEdit } from '../../../../contract.ts'

/** How changes of topics are taken back: by other changes, made from the topics as they are by then. */

export type TopicEditInput = z.input<typeof topicEdit>

/** Edits of one call. `before` are the topics before the previous call of the same undo. */
export type UndoStage = (now: readonly Cluster[], before: readonly Cluster[]) => TopicEditInput[]
export type Undo = UndoStage[]

export const undoRename = ({ _id, name }: Cluster): Undo => [() => [{ op: 'rename', topic_ids: [_id], name }]]

/** @param topics before the change; those that had the wanted state already keep it */
export const undoLock = (topics: readonly Cluster[], locked: boolean): Undo => {
  const ids = topics.filter((topic) => topic.locked !== locked).map(({ _id }) => _id)
  return ids.length === 0 ? [] : [() => [{ op: 'lock', topic_ids: ids, locked: !locked }]]
}

/**
 * Moves keywords back to where they were. Topics that became empty are made again.
 * @param moved ids of rows by the topic they were in
 */
export function undoKeywordMove(moved: ReadonlyMap<Cluster, string[]>, target: Cluster, renamedFrom?: string): Undo {
  const first: UndoStage = (now) => [
    ...[...moved].map(([topic, rowIds]): TopicEditInput => {
      const isThere = now.some(({ _id }) => _id === topic._id)
      return isThere
        ? { op: 'move', topic_ids: [topic._id], row_ids: rowIds }
        : { op: 'split', topic_ids: [target._id], row_ids: rowIds, name: topic.name }
    }),
    ...(renamedFrom === undefined ? [] : [{ op: 'rename' as const, topic_ids: [target._id], name: renamedFrom }]),
  ]
  // The server gives topics that are made again new ids, so their parent and lock come with a second call.
  const second: UndoStage = (now, before) => {
    const known = new Set(before.map(({ _id }) => _id))
    const made = now.filter(({ _id, kind }) => kind !== 'parent' && !known.has(_id))
    return [...moved.keys()].flatMap((topic): TopicEditInput[] => {
      const again = made.find(({ name }) => name === topic.name)
      if (!again) return []
      const parent = now.find(({ _id, kind }) => _id === topic.parent_id && kind === 'parent')
      return [
        ...(parent && again.parent_id !== parent._id
          ? [{ op: 'move' as const, topic_ids: [parent._id, again._id] }]
          : []),
        ...(topic.locked ? [{ op: 'lock' as const, topic_ids: [again._id] }] : []),
      ]
    })
  }
  return [first, second]
}

/** Puts keywords of a new topic back into the one they were split off; the new topic is empty then and goes. */
export const undoSplit = (source: Cluster, rowIds: string[]): Undo => [
  () => [{ op: 'move', topic_ids: [source._id], row_ids: rowIds }],
]

/**
 * Moves topics back under their parents. Null when that can't be done: a parent that lost its last topic is gone, and a
 * topic that had no parent can't be put back at the top.
 */
export function undoParentMove(topics: readonly Cluster[], clusters: readonly Cluster[]): Undo | null {
  const moved = new Set(topics.map(({ _id }) => _id))
  const byParent = Map.groupBy(topics, ({ parent_id }) => parent_id)
  for (const id of byParent.keys())
    if (id === null || !clusters.some((other) => other.parent_id === id && !moved.has(other._id))) return null
  return [
    () =>
      [...byParent].map(
        ([parentId, children]): TopicEditInput => ({
          op: 'move',
          topic_ids: [parentId!, ...children.map(({ _id }) => _id)],
        }),
      ),
  ]
}
