import { AppError } from '#kit/errors.ts'
import type { TopicEdit } from '../../contract.ts'
import type { BuiltTopic } from './topic-model.ts'

/** What edits of topics mean, before rows are touched. Pure. */

/** Moves rows into a topic, where they stay: those with `rowIds` in topics `from` (null: any), or all of them. */
export type RowMove = { to: string; from: string[] | null; rowIds: string[] | null }

export function applyTopicEdits(
  before: readonly BuiltTopic[],
  edits: readonly TopicEdit[],
  newId: () => string,
): { topics: BuiltTopic[]; moves: RowMove[] } {
  const topics = new Map(before.map((topic) => [topic._id, { ...topic }]))
  const moves: RowMove[] = []
  const get = (id: string): BuiltTopic =>
    topics.get(id) ?? refuse('topic_ids', 'topic_missing', 'This topic doesn’t exist.')
  const getLeaf = (id: string): BuiltTopic => {
    const topic = get(id)
    return topic.kind === 'parent'
      ? refuse('topic_ids', 'topic_is_parent', 'Keywords are in topics, not in parent topics. Use a topic.')
      : topic
  }
  const getName = ({ name }: TopicEdit) => name ?? refuse('name', 'missing', 'name is missing.')
  const getRowIds = (edit: TopicEdit) => edit.row_ids ?? refuse('row_ids', 'missing', 'row_ids is missing.')

  for (const edit of edits) {
    const [first, ...others] = [...new Set(edit.topic_ids)]
    const target = get(first!)
    if (edit.op === 'rename') {
      target.name = getName(edit)
      target.renamed = true
    } else if (edit.op === 'lock') {
      for (const id of edit.topic_ids) get(id).locked = edit.locked
    } else if (edit.op === 'merge') merge(target, others, edit.name)
    else if (edit.op === 'split') split(edit)
    else if (edit.row_ids) moves.push({ to: getLeaf(first!)._id, from: null, rowIds: edit.row_ids })
    else moveTopics(target, others)
  }
  return { topics: [...topics.values()], moves }

  function merge(target: BuiltTopic, others: readonly string[], name: string | undefined) {
    if (others.length === 0) refuse('topic_ids', 'one_topic', 'A merge needs two topics or more.')
    if (others.some((id) => (get(id).kind === 'parent') !== (target.kind === 'parent')))
      refuse('topic_ids', 'topic_levels_differ', 'Topics can’t be merged with parent topics.')
    if (target.kind === 'parent') {
      for (const topic of topics.values())
        if (topic.parent_id !== null && (topic.parent_id === target._id || others.includes(topic.parent_id))) {
          topic.parent_id = target._id
          topic.parent_pinned = true
        }
    } else moves.push({ to: target._id, from: [target._id, ...others], rowIds: null })
    // A merged topic keeps its name, because the words its keywords share are others now.
    if (name !== undefined) target.name = name
    target.renamed = true
    for (const id of others) topics.delete(id)
  }

  function split(edit: TopicEdit) {
    const sources = edit.topic_ids.map(getLeaf)
    const rowIds = getRowIds(edit)
    const name = getName(edit)
    const id = newId()
    topics.set(id, { ...sources[0]!, _id: id, name, renamed: true, locked: false, parent_pinned: true })
    moves.push({ to: id, from: edit.topic_ids, rowIds })
  }

  function moveTopics(parent: BuiltTopic, others: readonly string[]) {
    if (parent.kind !== 'parent')
      refuse(
        'topic_ids',
        'topic_not_parent',
        'Topics can only be moved under a parent topic. Send row_ids to move keywords.',
      )
    if (others.length === 0) refuse('row_ids', 'missing', 'row_ids is missing.')
    for (const id of others) {
      const topic = getLeaf(id)
      topic.parent_id = parent._id
      topic.parent_pinned = true
    }
  }
}

function refuse(field: string, reason: string, sentence: string): never {
  throw new AppError(reason === 'topic_missing' ? 'not_found' : 'invalid_input', sentence, { field, reason })
}
