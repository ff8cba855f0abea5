import { expect, test } from 'vitest'
import type { ItemState, PlanRow } from '../../contract-item.ts'
import { getChangedByOthers, getEdited } from '../item-edits.ts'
import { planRow as item } from '../plan-row.fixture.ts'
import { getRestoredState } from '../restore-state.ts'
import { addPage, type BoardColumn, getNeighborState, moveCard } from './plan-board.ts'
import { addMonths, getMonthDays, groupByDay, isLate, parseMonth } from './plan-calendar.ts'

const column = (state: ItemState, items: PlanRow[], total = items.length, volume: number | null = null) =>
  ({ state, items, total, volume }) satisfies BoardColumn
const ids = ({ items }: BoardColumn) => items.map(({ _id }) => _id)

test('a card moves with its count and volume, and stands by priority', () => {
  const columns = [
    column('idea', [item('a', { volume: 100, score: 50 }), item('b', { volume: 20 })], 2, 120),
    column('briefed', [item('c', { state: 'briefed', score: 70 }), item('d', { state: 'briefed', score: 10 })]),
  ]
  const [idea, briefed] = moveCard(columns, 'a', 'briefed')
  expect([ids(idea!), idea!.total, idea!.volume]).toEqual([['b'], 1, 20])
  expect([ids(briefed!), briefed!.total, briefed!.volume]).toEqual([['c', 'a', 'd'], 3, 100])
  expect(briefed!.items[1]!.state).toBe('briefed')
  expect(moveCard(columns, 'missing', 'briefed')).toEqual(columns)
  expect(moveCard(columns, 'a', 'idea')).toEqual(columns)
})

test('without the last known volume a column has none, not 0', () => {
  const columns = [column('idea', [item('a', { volume: 100 }), item('b')], 2, 100), column('briefed', [])]
  const [idea] = moveCard(columns, 'a', 'briefed')
  expect(idea!.volume).toBeNull()
})

test('a further page adds each card once', () => {
  const more = addPage(column('idea', [item('a', { score: 9 })], 3), [item('a', { score: 9 }), item('b', { score: 8 })])
  expect(ids(more)).toEqual(['a', 'b'])
  expect(more.total).toBe(3)
})

test('moving by key follows the order of the work and never drops', () => {
  expect(getNeighborState('idea', 1)).toBe('briefed')
  expect(getNeighborState('idea', -1)).toBeNull()
  expect(getNeighborState('measured', 1)).toBeNull()
  expect(getNeighborState('dropped', -1)).toBe('measured')
})

test('a month has whole weeks from Monday', () => {
  // November 2026 begins on a Sunday, February 2027 on a Monday and has exactly four weeks.
  const november = getMonthDays('2026-11')
  expect([november[0], november.at(-1), november.length]).toEqual(['2026-10-26', '2026-12-06', 42])
  const february = getMonthDays('2027-02')
  expect([february[0], february.at(-1), february.length]).toEqual(['2027-02-01', '2027-02-28', 28])
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
})

test('items stand on their due date, and only there', () => {
  const days = groupByDay('2026-11', [
    item('a', { due_on: '2026-11-24' }),
    item('b', { due_on: '2026-12-01' }),
    item('c'),
  ])
  expect(days.filter(({ items }) => items.length > 0)).toMatchObject([
    { date: '2026-11-24', isInMonth: true, items: [{ _id: 'a' }] },
    { date: '2026-12-01', isInMonth: false, items: [{ _id: 'b' }] },
  ])
})

test('only real months are months, and done work is never late', () => {
  expect(parseMonth('2026-11')).toBe('2026-11')
  for (const text of ['2026-13', '2026-1', '26-11', '', null]) expect(parseMonth(text)).toBeNull()
  expect(isLate({ due_on: '2026-11-23', state: 'idea' }, '2026-11-24')).toBe(true)
  expect(isLate({ due_on: '2026-11-24', state: 'idea' }, '2026-11-24')).toBe(false)
  expect(isLate({ due_on: '2026-11-23', state: 'published' }, '2026-11-24')).toBe(false)
  expect(isLate({ due_on: null, state: 'idea' }, '2026-11-24')).toBe(false)
})

test('only what was typed is sent, and a change by someone else is named', () => {
  const before = item('a', { title: 'Old', url: '/a' })
  const now = { ...before, title: 'Theirs', url: '/theirs' }
  expect(getEdited(before, { title: 'Mine', url: '/a' })).toEqual({ title: 'Mine' })
  expect(getChangedByOthers(before, now, { title: 'Mine' })).toEqual({ title: 'Theirs' })
  expect(getChangedByOthers(before, now, { title: 'Theirs' })).toEqual({})
  expect(getChangedByOthers(before, before, { title: 'Mine' })).toEqual({})
})

test('a restored item has the state its work got to', () => {
  expect(getRestoredState(item('a'))).toBe('idea')
  expect(getRestoredState(item('a', { brief_id: 'b' }))).toBe('briefed')
  expect(getRestoredState(item('a', { brief_id: 'b', document_id: 'd' }))).toBe('drafting')
  expect(getRestoredState(item('a', { document_id: 'd', publication_id: 'p' }))).toBe('published')
})
