import { expect, test } from 'vitest'
import type { ReviewState } from '../contract-state.ts'
import { getReviewText } from './review-text.ts'

const review: ReviewState = {
  ...{ state: 'approved', version: 3, reopened: false, at: '2026-03-02T09:30:00.000Z', note: '' },
  by: { kind: 'guest', name: 'Ada' },
}

test('a state says who said so, and of which version', () => {
  expect(getReviewText(review)).toBe('Version 3 approved by Ada (guest)')
  expect(getReviewText({ ...review, state: 'review', reopened: true })).toBe(
    'Edited since Ada (guest) approved version 3',
  )
  const member = { ...review, by: { kind: 'member' as const, name: 'Grace' } }
  expect(getReviewText({ ...member, state: 'changes' })).toBe('Changes requested by Grace')
  expect(getReviewText({ ...member, state: 'review' })).toBe('Sent to review by Grace')
  expect(getReviewText({ ...member, state: 'draft' })).toBe('Set back to draft by Grace')
})
