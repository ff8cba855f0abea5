import { describe, expect, test } from 'vitest'
import type { AppError } from '#kit/errors.ts'
import type { TopicEdit } from '../../contract.ts'
import { applyTopicEdits } from './topic-edits.ts'
import type { BuiltTopic } from './topic-model.ts'

const topic = (_id: string, more: Partial<BuiltTopic> = {}): BuiltTopic => ({
  _id,
  kind: 'topic',
  parent_id: 'p',
  name: _id,
  pillar: _id,
  intent: null,
  keywords: 2,
  volume: null,
  volume_known: 0,
  renamed: false,
  locked: false,
  parent_pinned: false,
  ...more,
})
const before = [
  topic('p', { kind: 'parent', parent_id: null }),
  topic('q', { kind: 'parent', parent_id: null }),
  topic('a'),
  topic('b'),
  topic('c', { parent_id: 'q' }),
]
const edit = (op: TopicEdit['op'], topic_ids: string[], more: Partial<TopicEdit> = {}): TopicEdit => ({
  op,
  topic_ids,
  locked: true,
  ...more,
})
const apply = (...edits: TopicEdit[]) => applyTopicEdits(before, edits, () => 'new')
const find = ({ topics }: { topics: BuiltTopic[] }, id: string) => topics.find(({ _id }) => _id === id)
const reason = (...edits: TopicEdit[]) => {
  try {
    apply(...edits)
  } catch (error) {
    return (error as AppError).options.reason
  }
}

describe('edits of topics', () => {
  test('rename', () =>
    expect(find(apply(edit('rename', ['a'], { name: 'Tea' })), 'a')).toMatchObject({ name: 'Tea', renamed: true }))

  test('merge moves all keywords into the first topic, whose name stays', () => {
    const done = apply(edit('merge', ['a', 'b']))
    expect(done.moves).toEqual([{ to: 'a', from: ['a', 'b'], rowIds: null }])
    expect(find(done, 'b')).toBeUndefined()
    expect(find(done, 'a')).toMatchObject({ name: 'a', renamed: true })
  })

  test('merge of parents joins their topics', () => {
    const done = apply(edit('merge', ['p', 'q'], { name: 'All' }))
    expect(find(done, 'c')).toMatchObject({ parent_id: 'p', parent_pinned: true })
    expect(find(done, 'q')).toBeUndefined()
    expect(find(done, 'p')!.name).toBe('All')
  })

  test('split makes a topic of some keywords beside the first', () => {
    const done = apply(edit('split', ['c'], { name: 'Green', row_ids: ['r'] }))
    expect(find(done, 'new')).toMatchObject({ name: 'Green', parent_id: 'q', renamed: true })
    expect(done.moves).toEqual([{ to: 'new', from: ['c'], rowIds: ['r'] }])
  })

  test('move takes keywords into a topic, or topics under a parent', () => {
    expect(apply(edit('move', ['b'], { row_ids: ['r'] })).moves).toEqual([{ to: 'b', from: null, rowIds: ['r'] }])
    expect(find(apply(edit('move', ['q', 'a'])), 'a')).toMatchObject({ parent_id: 'q', parent_pinned: true })
  })

  test('lock and unlock', () => {
    expect(find(apply(edit('lock', ['a', 'p'])), 'p')!.locked).toBe(true)
    expect(find(apply(edit('lock', ['a']), edit('lock', ['a'], { locked: false })), 'a')!.locked).toBe(false)
  })

  test('what can’t be done says why', () => {
    expect(reason(edit('rename', ['x'], { name: 'Tea' }))).toBe('topic_missing')
    expect(reason(edit('rename', ['a']))).toBe('missing')
    expect(reason(edit('merge', ['a']))).toBe('one_topic')
    expect(reason(edit('merge', ['a', 'p']))).toBe('topic_levels_differ')
    expect(reason(edit('split', ['p'], { name: 'x', row_ids: ['r'] }))).toBe('topic_is_parent')
    expect(reason(edit('move', ['a', 'b']))).toBe('topic_not_parent')
    expect(reason(edit('merge', ['a', 'b']), edit('rename', ['b'], { name: 'Tea' }))).toBe('topic_missing')
  })
})
