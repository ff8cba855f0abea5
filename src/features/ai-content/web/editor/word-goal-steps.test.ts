import { expect, test } from 'vitest'
import { reachedQuarter } from './word-goal-steps.ts'

test.each<[number, number, string | null]>([
  [0, 299, null],
  [0, 300, 'A quarter of 1,200 words written.'],
  [1, 310, null],
  [1, 640, 'Half of 1,200 words written.'],
  [2, 900, 'Three quarters of 1,200 words written.'],
  [3, 1200, 'Word goal of 1,200 reached.'],
  [0, 1500, 'Word goal of 1,200 reached.'],
  [4, 1600, null],
  [2, 100, null],
])('after %i quarters, %i of 1,200 words are announced as %j', (last, words, expected) => {
  expect(reachedQuarter(last, words, 1200)).toBe(expected)
})
