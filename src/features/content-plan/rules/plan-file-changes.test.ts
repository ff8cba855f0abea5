import { expect, test } from 'vitest'
import type { PlanItem } from '../contract-item.ts'
import { readMarkdownTable } from './markdown-table.ts'
import { type FileItem, readHeader, readPlanRows } from './plan-file.ts'
import { getFileChanges } from './plan-file-changes.ts'
import { planRow } from './plan-row.fixture.ts'

const item = (_id: string, fields: Partial<Omit<PlanItem, 'priority'>> = {}): PlanItem => ({
  keywords: [],
  ...planRow(_id, fields),
  ...fields,
})
const read = (text: string): FileItem[] => {
  const [header, ...rows] = text.split('\n').map((line, index) => ({ line: index + 1, cells: line.split(',') }))
  return readPlanRows(readHeader(header!.cells)!, rows).items
}
const owners = new Map([['maya@example.com', 'maya']])
const getChanges = (current: PlanItem[], text: string) =>
  getFileChanges({ current, file: read(text), owners, language: 'en' })

test('only what differs changes, and empty cells change nothing', () => {
  const current = [
    item('1', { title: 'Ratio', url: '/ratio', state: 'briefed', due_on: '2026-12-01' }),
    item('2', { title: 'Maker', state: 'review' }),
  ]
  const { items, unchanged } = getChanges(
    current,
    'Id,Title,URL,State,Due,Owner\n1,Ratio,,in review,2026-12-04,maya@example.com\n2,Maker,,,,',
  )
  expect(items).toEqual([{ _id: '1', state: 'review', due_on: '2026-12-04', owner_id: 'maya' }])
  expect(unchanged).toBe(1)
})

test('a row without an id is found by its URL or title; others are new', () => {
  const current = [item('1', { title: 'Ratio', url: '/ratio' }), item('2', { title: 'Maker' })]
  const { items } = getChanges(current, 'Title,URL\nBest ratio,/Ratio/\nmaker,/maker\nGrinder,/grinder')
  expect(items).toEqual([
    { _id: '1', title: 'Best ratio', url: '/Ratio/' },
    { _id: '2', title: 'maker', url: '/maker' },
    { title: 'Grinder', url: '/grinder', role: 'pillar' },
  ])
})

test('new spokes go below pillars of the plan and of the file', () => {
  const current = [item('p', { title: 'Pillar', role: 'pillar' }), item('s', { title: 'Same', parent_id: 'p' })]
  const { items, unchanged } = getChanges(
    current,
    'Title,Role,Pillar\nSame,spoke,Pillar\nNew pillar,pillar,\nA,spoke,Pillar\nB,spoke,New pillar',
  )
  expect(unchanged).toBe(1)
  expect(items).toEqual([
    { title: 'New pillar', role: 'pillar' },
    { title: 'A', role: 'spoke', parent_id: 'p' },
    { title: 'B', role: 'spoke', parent_index: 0 },
  ])
})

test('keywords are added once, and what can’t be taken is named', () => {
  const current = [item('1', { title: 'Ratio', keywords: ['cold brew ratio'] })]
  const { items, rejected } = getChanges(
    current,
    'Title,Keywords,Owner\nRatio,Cold Brew  ratio,nobody@example.com\nNew,cold brew ratio,\nratio,,',
  )
  expect(items).toEqual([{ title: 'New', role: 'pillar' }])
  expect(rejected.map(({ line }) => line).toSorted()).toEqual([2, 3, 4])
})

test('a Markdown table is read as it was before it was written', () => {
  const rows = readMarkdownTable(
    '# Plan\n\n- Items: 2\n\n| Title | Keywords |\n| --- | ---: |\n| A \\| B \\*c\\* &lt;d | one<br>two |\n| <https://a.example> | |\n\nEnd | not',
  )
  expect(rows).toEqual([
    { line: 5, cells: ['Title', 'Keywords'] },
    { line: 7, cells: ['A | B *c* <d', 'one\ntwo'] },
    { line: 8, cells: ['https://a.example', ''] },
  ])
  expect(readMarkdownTable('Title,Keywords\nA,b')).toBeNull()
})
