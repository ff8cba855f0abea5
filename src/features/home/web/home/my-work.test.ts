import { expect, test } from 'vitest'
import type { WorkItem } from '../../contract.ts'
import { getNote } from './my-work.tsx'

const item: WorkItem = {
  ...{ kind: 'document', _id: 'a', title: 'Cold brew', state: null, due_on: null, late: false },
  ...{ comments: 0, suggestions: 0, link: '/app/content/a' },
}

test('work says when it’s due and what waits', () => {
  expect(getNote({ ...item, kind: 'plan_item', state: 'drafting', due_on: '2026-12-04' })).toBe(
    'Drafting · Due Dec 4, 2026',
  )
  expect(getNote({ ...item, kind: 'plan_item', state: 'idea' })).toBe('Idea · No date')
  expect(getNote({ ...item, due_on: '2026-12-04', late: true, comments: 2 })).toBe(
    'Late since Dec 4, 2026 · 2 open comments',
  )
  expect(getNote({ ...item, suggestions: 1 })).toBe('1 suggested change')
  expect(getNote(item)).toBe('No date')
})
