import { expect, test } from 'vitest'
import { describeDue, describeKeywords, describePages } from './describe-progress.ts'

const none = { idea: 0, briefed: 0, drafting: 0, review: 0, published: 0, measured: 0, dropped: 0 }
const pages = (some: Partial<typeof none>) => ({ pages: { ...none, ...some } })

test('pages are counted by state, what is done first', () => {
  expect(describePages(pages({ published: 3, drafting: 2, idea: 7 }))).toBe(
    '12 pages: 3 published, 2 drafting, 7 ideas',
  )
  expect(describePages(pages({ idea: 1 }))).toBe('1 page: 1 idea')
  expect(describePages(pages({ measured: 1, review: 1, briefed: 1200 }))).toBe(
    '1,202 pages: 1 measured, 1 in review, 1,200 briefed',
  )
})

test('dropped pages are none of those planned', () => {
  expect(describePages(pages({ published: 1, dropped: 2 }))).toBe('1 page: 1 published; 2 dropped')
  expect(describePages(pages({ dropped: 2 }))).toBe('No pages planned, 2 dropped')
  expect(describePages(pages({}))).toBe('No pages planned')
})

test('keywords that fit no page are named', () => {
  expect(describeKeywords({ keywords: 412, rest_keywords: 31 })).toBe('412 keywords, 31 of them fit no page')
  expect(describeKeywords({ keywords: 2, rest_keywords: 1 })).toBe('2 keywords, 1 of them fits no page')
  expect(describeKeywords({ keywords: 1, rest_keywords: 0 })).toBe('1 keyword')
})

test('the next due date is named, or that unfinished pages have none', () => {
  const some = pages({ drafting: 2, published: 1 })
  expect(describeDue({ ...some, late: 0, next_due_on: '2026-12-04' })).toBe('next due Dec 4, 2026')
  expect(describeDue({ ...some, late: 0, next_due_on: null })).toBe('no due dates')
  expect(describeDue({ ...some, late: 1, next_due_on: null })).toBe('no other due dates')
  expect(describeDue({ ...some, late: 2, next_due_on: null })).toBe('')
  expect(describeDue({ ...pages({ published: 4 }), late: 0, next_due_on: null })).toBe('')
})
