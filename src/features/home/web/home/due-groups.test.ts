import { expect, test } from 'vitest'
import type { PlannedItem } from '../../contract.ts'
import { groupByDueDay } from './due-groups.ts'

const item = (title: string, due_on: string, late = false): PlannedItem => ({
  _id: title,
  plan_id: 'p',
  title,
  state: 'idea',
  due_on,
  late,
  owner: null,
  link: `/app/plan/p/${title}`,
})

test('late items come first, then the days of the week from today on', () => {
  const groups = groupByDueDay(
    [
      item('long ago', '2026-11-02', true),
      item('yesterday', '2026-11-22', true),
      item('now', '2026-11-23'),
      item('next', '2026-11-24'),
      item('later', '2026-11-27'),
      item('a week', '2026-11-30'),
    ],
    '2026-11-23',
  )
  expect(groups.map(({ label, isLate, items }) => [label, isLate, items.map(({ title }) => title)])).toEqual([
    ['Late', true, ['long ago', 'yesterday']],
    ['Today', false, ['now']],
    ['Tomorrow', false, ['next']],
    ['Friday', false, ['later']],
    ['Next Monday', false, ['a week']],
  ])
})

test('without items there is no group', () => {
  expect(groupByDueDay([], '2026-11-23')).toEqual([])
})
