import { expect, test } from 'vitest'
import { describeFilter, describeSort, showRange } from './describe-filter.ts'

test('a filter is told in the words of the table', () => {
  expect(describeFilter({ volume_min: 500 })).toBe('volume from 500')
  expect(
    describeFilter({
      include: ['cold', 'brew'],
      exclude: ['keg'],
      volume_min: 1000,
      volume_max: 5000,
      difficulty_max: 30,
      include_unknown: ['difficulty'],
      missing: ['cpc'],
      types: ['question', 'related'],
      intents: ['none'],
    }),
  ).toBe(
    'with “cold” and “brew”, without “keg”, volume 1,000–5,000, KD up to 30 or unknown, without CPC, type Question or Related, intent not found',
  )
  expect(describeFilter({})).toBe('')
  expect(describeFilter({ types: [], include_unknown: ['volume'] })).toBe('')
})

test('topics have their names where all are known, and are counted otherwise', () => {
  const names = new Map([
    ['a', 'ratio'],
    ['b', 'makers'],
  ])
  expect(describeFilter({ cluster_ids: ['a', 'b'] }, names)).toBe('topic “ratio” or “makers”')
  expect(describeFilter({ cluster_ids: ['a', 'c'] }, names)).toBe('2 topics')
  expect(describeFilter({ cluster_ids: ['a'] })).toBe('one topic')
})

test('a limit of a cost keeps its cents', () => {
  expect(showRange(0.5, undefined)).toBe('from 0.50')
  expect(showRange(1000, 2000)).toBe('1,000–2,000')
})

test('an order has its column and direction', () => {
  expect(describeSort({ column: 'volume', descending: true })).toBe('sorted by Volume, highest first')
  expect(describeSort({ column: 'text', descending: false })).toBe('sorted by Keyword, A to Z')
  // Sorts by the month of the volume.
  expect(describeSort({ column: 'measured', descending: true })).toBe('sorted by Volume source, newest first')
})
