import { expect, test } from 'vitest'
import { getRankText } from './rank-text.ts'

const none = { up: 0, down: 0, steady: 0, first: 0, first_found: 0, moved: false, depth: 100 }

test('a first run has positions and no changes', () => {
  expect(getRankText({ ...none, first: 20, first_found: 12 })).toBe(
    'First positions: 12 of 20 keywords found in the first 100 results',
  )
  expect(getRankText({ ...none, first: 1, depth: 10 })).toBe(
    'First positions: 0 of 1 keyword found in the first 10 results',
  )
})

test('a run that measured nothing claims nothing', () => {
  expect(getRankText(none)).toBeNull()
})

test('compared keywords are counted, and those measured for the first time apart from them', () => {
  expect(getRankText({ ...none, up: 2, down: 1, steady: 3 })).toBe('2 up, 1 down, 3 unchanged, within noise')
  expect(getRankText({ ...none, up: 9, moved: true })).toBe('9 up, 0 down, 0 unchanged, more than chance explains')
  expect(getRankText({ ...none, steady: 3, first: 2, first_found: 1 })).toBe(
    '0 up, 0 down, 3 unchanged. First checks: 1 of 2 keywords found in the first 100 results',
  )
})
