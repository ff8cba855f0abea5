import { expect, test } from 'vitest'
import { toRow } from '../keywords/table/test-rows.ts'
import { getSize, toLines, toTree } from './tree-model.ts'

const rows = [
  toRow('how a', { modifier: 'how' }),
  toRow('why b', { modifier: 'why' }),
  toRow('why c', { modifier: 'why' }),
  toRow('why b really', { modifier: 'why', parent_id: 'why b' }),
  toRow('lost', { modifier: null, parent_id: 'not here' }),
]

test('groups by modifier, largest first, with children under their parent', () => {
  const tree = toTree(rows)
  expect(tree.map((node) => [node.label, getSize(node)])).toEqual([
    ['why', 3],
    ['how', 1],
    ['other', 1],
  ])
  expect(tree[0]?.children.map((node) => node.label)).toEqual(['why b', 'why c'])
})

test('visible lines have level, position and parent', () => {
  const tree = toTree(rows)
  expect(toLines(tree, new Set())).toHaveLength(3)
  const lines = toLines(tree, new Set(['group:why', 'why b']))
  expect(lines.map((line) => [line.node.label, line.level, line.position, line.siblings])).toEqual([
    ['why', 1, 1, 3],
    ['why b', 2, 1, 2],
    ['why b really', 3, 1, 1],
    ['why c', 2, 2, 2],
    ['how', 1, 2, 3],
    ['other', 1, 3, 3],
  ])
  expect(lines[2]?.parent).toBe('why b')
})

test('rows that are each other’s parents aren’t lost', () => {
  const tree = toTree([toRow('a', { parent_id: 'b' }), toRow('b', { parent_id: 'a' }), toRow('c', { parent_id: 'c' })])
  expect(tree.reduce((sum, node) => sum + getSize(node), 0)).toBe(3)
})
