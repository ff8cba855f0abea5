import { expect, test } from 'vitest'
import type { MapItem } from '../../contract-filters.ts'
import type { PlanLink } from '../../contract-item.ts'
import {
  getCurves,
  getNextRow,
  getOpenGroups,
  getPath,
  groupGap,
  groupItems,
  looseGroup,
  placeRows,
  rowHeight,
} from './plan-map.ts'

const item = (_id: string, parent?: string | null): MapItem => ({
  _id,
  title: _id,
  role: parent === undefined ? 'pillar' : 'spoke',
  parent_id: parent ?? null,
  state: 'idea',
  url: null,
  volume: null,
})
const link = (from: string, to: string, state: PlanLink['state'] = 'proposed'): PlanLink => ({
  from,
  to,
  anchor: to,
  state,
})
const items = [
  item('p'),
  item('a', 'p'),
  item('b', 'p'),
  item('q'),
  item('c', 'q'),
  item('lost', 'gone'),
  item('free', null),
]
const groups = groupItems(items)
const all = new Set(groups.map(({ id }) => id))

test('every item is in one group, and spokes without a pillar come last', () => {
  expect(groups.map(({ id, spokes }) => [id, spokes.map(({ _id }) => _id)])).toEqual([
    ['p', ['a', 'b']],
    ['q', ['c']],
    [looseGroup, ['lost', 'free']],
  ])
})

test('rows don’t overlap, and a closed group takes one row', () => {
  const { rows, height } = placeRows(groups, new Set(['p']))
  expect(rows.map(({ id }) => id)).toEqual(['p', 'a', 'b', 'q', looseGroup])
  const spokes = rows.filter(({ column }) => column === 'spoke')
  expect(spokes[1]!.y - spokes[0]!.y).toBe(rowHeight)
  expect(height).toBe(4 * rowHeight + 2 * groupGap)
})

test('links in both directions are one curve, and those into a closed group end at its pillar', () => {
  const links = [link('a', 'p', 'set'), link('p', 'a'), link('a', 'c'), link('b', 'c'), link('c', 'q')]
  const curves = getCurves(groups, placeRows(groups, new Set(['p'])).rows, links)
  expect(curves.map(({ key, set, total }) => [key, set, total])).toEqual([
    ['a p', 1, 2],
    ['a q', 0, 1],
    ['b q', 0, 1],
  ])
  const open = getCurves(groups, placeRows(groups, all).rows, links)
  expect(open.map(({ key }) => key)).toEqual(['a p', 'a c', 'b c', 'c q'])
})

test('curves stay inside the map', () => {
  const columns = { pillarEnd: 200, spokeStart: 260, spokeEnd: 500, width: 580 }
  const many = Array.from({ length: 500 }, (_, index) => item(`s${index}`, 'p'))
  const wide = groupItems([item('p'), ...many])
  const { rows, height } = placeRows(wide, new Set(['p']))
  const [far] = getCurves(wide, rows, [link('s0', 's499')])
  const numbers = getPath(far!, columns)
    .match(/[\d.]+/g)!
    .map(Number)
  const [x0, y0, x1, , , y2] = numbers as [number, number, number, number, number, number]
  // A cubic curve reaches three quarters of the way to its control points.
  expect(x0 + (x1 - x0) * 0.75).toBeLessThanOrEqual(columns.width)
  expect(y0).toBeGreaterThanOrEqual(0)
  expect(y2).toBeLessThanOrEqual(height)
})

test('a small plan is open, a large one shows its first pillars', () => {
  expect(getOpenGroups(groups)).toEqual(all)
  const large = groupItems(
    Array.from({ length: 20 }, (_, p) => [
      item(`p${p}`),
      ...Array.from({ length: 24 }, (_, index) => item(`p${p}s${index}`, `p${p}`)),
    ]).flat(),
  )
  expect([...getOpenGroups(large)]).toEqual(['p0', 'p1'])
  expect(getOpenGroups([{ id: 'p', pillar: null, spokes: items }])).toEqual(new Set(['p']))
})

test('arrow keys walk the rows, and lead from a spoke to its pillar', () => {
  const { rows } = placeRows(groups, all)
  const next = (id: string, key: string) => getNextRow(rows, id, key)
  expect([next('p', 'ArrowDown'), next('a', 'ArrowUp'), next('p', 'ArrowUp')]).toEqual(['a', 'p', null])
  expect([next('b', 'ArrowLeft'), next('p', 'ArrowLeft'), next('q', 'ArrowRight')]).toEqual(['p', null, 'c'])
  expect([next('c', 'Home'), next('p', 'End'), next('free', 'ArrowDown')]).toEqual(['p', 'free', null])
})
