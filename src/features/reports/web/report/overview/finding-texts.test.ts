import { expect, test } from 'vitest'
import type { Finding } from '../../../contract.ts'
import { getFindingText } from './finding-texts.ts'

const finding = (more: Partial<Finding>): Finding => ({
  kind: 'easy_questions',
  rows: 12,
  of: 100,
  unknown: 0,
  searches: 30_000,
  filter: { difficulty_max: 20, volume_min: 1000 },
  examples: [],
  ...more,
})
const read = (more: Partial<Finding>) => {
  const { link, rest, note } = getFindingText(finding(more))
  return [`${link}${rest}`, note]
}

test('easy questions name the limits of their filter, their searches, and what isn’t counted', () => {
  expect(read({ unknown: 34 })).toEqual([
    '12 questions have a KD of 20 or less and 1,000 or more searches per month: 30,000 searches per month in total.',
    '34 more might qualify, but have no KD or volume.',
  ])
})

test('easy keywords beside easy questions are the others', () => {
  const filter = { difficulty_max: 20, volume_min: 1000 }
  const easy = { kind: 'easy_keywords' as const, rows: 1, searches: 9000 }
  expect(read({ ...easy, filter: { ...filter, types: ['related'] } })[0]).toBe(
    '1 other keyword has a KD of 20 or less and 1,000 or more searches per month: 9,000 searches per month in total.',
  )
  expect(read({ ...easy, filter: { ...filter, types: ['related', 'question'] } })[0]).toMatch(/^1 keyword has/)
})

test('without a known volume no searches are named', () => {
  expect(read({ kind: 'buying_intent', rows: 1, searches: null })).toEqual([
    '1 keyword shows commercial or transactional intent.',
    null,
  ])
})

test('unanswered questions name one, how many were looked for, and how many pages were read', () => {
  const examples = [{ _id: '1', text: 'why is cold brew cloudy' }]
  const asked = { kind: 'unanswered' as const, of: 30, pages: 9, examples, searches: null }
  expect(read({ ...asked, rows: 4 })[0]).toBe(
    '“why is cold brew cloudy” and 3 others of the top 30 questions aren’t covered by any heading of the 9 ranking pages.',
  )
  expect(read({ ...asked, rows: 1 })[0]).toBe(
    '“why is cold brew cloudy” isn’t covered by any heading of the 9 ranking pages.',
  )
})

test('missing volumes are stated, not counted as 0', () => {
  expect(read({ kind: 'no_volume', rows: 34, of: 374, searches: null })[0]).toBe(
    '34 of 374 keywords have no known search volume.',
  )
})
