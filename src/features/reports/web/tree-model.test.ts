import { expect, test } from 'vitest'
import { rowOf } from './test-rows.ts'
import { linesOf, sizeOf, treeOf } from './tree-model.ts'

const rows = [
  rowOf('how a', { modifier: 'how' }),
  rowOf('why b', { modifier: 'why' }),
  rowOf('why c', { modifier: 'why' }),
  rowOf('why b really', { modifier: 'why', parent_id: 'why b' }),
  rowOf('lost', { modifier: null, parent_id: 'not here' }),
]

test('groups by modifier, biggest first; children hang under their parent', () => {
  const tree = treeOf(rows)
  expect(tree.map((node) => [node.label, sizeOf(node)])).toEqual([
    ['why', 3],
    ['how', 1],
    ['other', 1],
  ])
  expect(tree[0]?.children.map((node) => node.label)).toEqual(['why b', 'why c'])
})

test('lines in sight know level, place and parent', () => {
  const tree = treeOf(rows)
  expect(linesOf(tree, new Set())).toHaveLength(3)
  const lines = linesOf(tree, new Set(['group:why', 'why b']))
  expect(lines.map((line) => [line.node.label, line.level, line.place, line.siblings])).toEqual([
    ['why', 1, 1, 3],
    ['why b', 2, 1, 2],
    ['why b really', 3, 1, 1],
    ['why c', 2, 2, 2],
    ['how', 1, 2, 3],
    ['other', 1, 3, 3],
  ])
  expect(lines[2]?.parent).toBe('why b')
})

test('rows that are each other’s parents are not lost', () => {
  const tree = treeOf([rowOf('a', { parent_id: 'b' }), rowOf('b', { parent_id: 'a' }), rowOf('c', { parent_id: 'c' })])
  expect(tree.reduce((sum, node) => sum + sizeOf(node), 0)).toBe(3)
})
