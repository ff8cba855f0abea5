import { expect, test } from 'vitest'
import { applyChoices, isSafe, mergeChanges, toChoiceKey } from './merge-changes.ts'
import { planRow as row } from './plan-row.fixture.ts'

const merge = (input: Partial<Parameters<typeof mergeChanges>[0]>) =>
  mergeChanges({ before: [], items: [], remove: [], now: [], ...input })

test('changes of other items and other fields need no question and stay', () => {
  const before = [row('a'), row('b')]
  const now = [row('a', { url: '/theirs' }), row('b', { state: 'review' })]
  const merged = merge({ before, items: [{ _id: 'a', state: 'briefed' }], now })
  expect(isSafe(merged)).toBe(true)
  expect(merged.items).toEqual([{ _id: 'a', state: 'briefed' }])
  expect(merged.others).toMatchObject([{ itemId: 'a', field: 'url', was: null, theirs: '/theirs' }])
})

test('a field that both changed is asked for, and the rest of the change is kept', () => {
  const before = [row('a', { title: 'Old' })]
  const now = [row('a', { title: 'Theirs' })]
  const merged = merge({ before, items: [{ _id: 'a', title: 'Mine', due_on: '2026-12-04' }], now })
  expect(merged.conflicts).toMatchObject([{ field: 'title', was: 'Old', mine: 'Mine', theirs: 'Theirs' }])
  expect(merged.items).toEqual([{ _id: 'a', due_on: '2026-12-04' }])
  const choose = (choice: 'mine' | 'theirs') =>
    applyChoices(merged, new Map([[toChoiceKey(merged.conflicts[0]!), choice]]))
  expect(choose('mine').items).toEqual([{ _id: 'a', title: 'Mine', due_on: '2026-12-04' }])
  expect(choose('theirs').items).toEqual([{ _id: 'a', due_on: '2026-12-04' }])
})

test('the same change by both is no conflict', () => {
  const now = [row('a', { state: 'briefed' })]
  const merged = merge({ before: [row('a')], items: [{ _id: 'a', state: 'briefed' }], now })
  expect([isSafe(merged), merged.items]).toEqual([true, []])
})

test('becoming a pillar and moving below another one is one conflict', () => {
  const before = [row('a', { parent_id: 'p' })]
  const now = [row('a', { parent_id: 'q' })]
  const merged = merge({ before, items: [{ _id: 'a', role: 'pillar', parent_id: null }], now })
  expect(merged.conflicts).toMatchObject([{ field: 'role', was: 'p', mine: 'pillar', theirs: 'q' }])
  expect(merged.items).toEqual([])
  const choices = new Map([[toChoiceKey(merged.conflicts[0]!), 'mine' as const]])
  expect(applyChoices(merged, choices).items).toEqual([{ _id: 'a', role: 'pillar', parent_id: null }])
})

test('taking a spoke from its pillar conflicts with moving it below another one', () => {
  const before = [row('a', { parent_id: 'p' })]
  const merged = merge({
    before,
    items: [{ _id: 'a', role: 'spoke', parent_id: null }],
    now: [row('a', { parent_id: 'q' })],
  })
  expect(merged.conflicts).toMatchObject([{ field: 'role', was: 'p', mine: null, theirs: 'q' }])
})

test('an item that others removed is named with what would have changed', () => {
  const merged = merge({ before: [row('a', { title: 'Gone' })], items: [{ _id: 'a', state: 'briefed' }] })
  expect(isSafe(merged)).toBe(false)
  expect(merged.removedByOthers).toEqual([{ title: 'Gone', change: { _id: 'a', state: 'briefed' } }])
})

test('an item to remove that others changed is kept until it is chosen', () => {
  const before = [row('a'), row('b'), row('c')]
  const now = [row('a', { state: 'drafting' }), row('b')]
  const merged = merge({ before, remove: ['a', 'b', 'c'], now })
  expect(merged.changedBeforeRemoval).toMatchObject([{ itemId: 'a' }])
  expect(applyChoices(merged, new Map()).remove).toEqual(['b'])
  expect(applyChoices(merged, new Map([['a', 'mine']])).remove).toEqual(['a', 'b'])
})

test('new items are always sent', () => {
  const merged = merge({ items: [{ title: 'New' }] })
  expect(isSafe(merged)).toBe(true)
  expect(applyChoices(merged, new Map()).items).toEqual([{ title: 'New' }])
})
