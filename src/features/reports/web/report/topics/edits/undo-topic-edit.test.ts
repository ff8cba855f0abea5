import { expect, test } from 'vitest'
import { toCluster } from '../../keywords/table/test-rows.ts'
import { undoKeywordMove, undoLock, undoParentMove, undoRename } from './undo-topic-edit.ts'

const chairs = toCluster('chairs', 4, { kind: 'parent' })
const desks = toCluster('desks', 5, { kind: 'parent' })
const office = toCluster('office chair', 2, { parent_id: 'chairs', locked: true })
const gaming = toCluster('gaming chair', 2, { parent_id: 'chairs' })
const standing = toCluster('standing desk', 5, { parent_id: 'desks' })
const all = [chairs, desks, office, gaming, standing]

test('a rename is undone by the old name', () => {
  expect(undoRename(office)[0]!(all, [])).toEqual([{ op: 'rename', topic_ids: ['office chair'], name: 'office chair' }])
})

test('undoing a lock leaves what was locked before', () => {
  expect(undoLock([office, gaming], true)[0]!(all, [])).toEqual([
    { op: 'lock', topic_ids: ['gaming chair'], locked: false },
  ])
  expect(undoLock([office], true)).toEqual([])
})

test('keywords go back to their topics; those that became empty are made again under their parent and locked', () => {
  const undo = undoKeywordMove(
    new Map([
      [office, ['1', '2']],
      [gaming, ['3']],
    ]),
    standing,
    'desk',
  )
  const merged = [chairs, desks, gaming, standing]
  expect(undo[0]!(merged, [])).toEqual([
    { op: 'split', topic_ids: ['standing desk'], row_ids: ['1', '2'], name: 'office chair' },
    { op: 'move', topic_ids: ['gaming chair'], row_ids: ['3'] },
    { op: 'rename', topic_ids: ['standing desk'], name: 'desk' },
  ])
  const again = toCluster('office chair', 2, { _id: 'new', parent_id: 'desks' })
  expect(undo[1]!([...merged, again], merged)).toEqual([
    { op: 'move', topic_ids: ['chairs', 'new'] },
    { op: 'lock', topic_ids: ['new'] },
  ])
})

test('a move of topics is undone unless a parent lost its last topic', () => {
  expect(undoParentMove([office], all)!.map((stage) => stage(all, []))).toEqual([
    [{ op: 'move', topic_ids: ['chairs', 'office chair'] }],
  ])
  expect(undoParentMove([standing], all)).toBeNull()
  expect(undoParentMove([toCluster('desk lamp', 2)], all)).toBeNull()
})
