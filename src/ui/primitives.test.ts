import { expect, test } from 'vitest'
import { formatDuration, formatMonth, plural } from './format/format.ts'
import { getChord } from './hooks/use-hotkeys.ts'
import { sparkPath } from './sparkline.tsx'

test('a sparkline fills its box, and a flat line is vertically centered', () => {
  expect(sparkPath([0, 10], 50, 20)).toBe('M0 18.5L50 1.5')
  expect(sparkPath([5, 5], 50, 20)).toBe('M0 10L50 10')
  expect(sparkPath([5], 50, 20)).toBe('')
})
test('a sparkline can start at zero', () => {
  expect(sparkPath([0, 0], 50, 20, true)).toBe('M0 18.5L50 18.5')
  expect(sparkPath([5, 10], 50, 20, true)).toBe('M0 10L50 1.5')
})
test('keyboard shortcuts list modifiers once and in order', () => {
  const keys = { metaKey: false, ctrlKey: false, altKey: false, shiftKey: false }
  expect(getChord({ ...keys, key: 'K', ctrlKey: true, shiftKey: true })).toBe('mod+shift+k')
  expect(getChord({ ...keys, key: '?', shiftKey: true })).toBe('?')
  expect(getChord({ ...keys, key: ' ' })).toBe('space')
})
test('formats durations, months and plurals', () => {
  expect(formatDuration(860)).toBe('0.9 s')
  expect(formatDuration(75_000)).toBe('1 min 15 s')
  expect(formatMonth('2026-10-01T00:00:00.000Z')).toBe('October 2026')
  expect(plural(1, 'query', 'queries')).toBe('1 query')
  expect(plural(1284, 'row')).toBe('1,284 rows')
})
