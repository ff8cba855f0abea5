import { expect, test } from 'vitest'
import type { Discussion } from '../../../contract.ts'
import { sortDiscussions } from './sort-discussions.ts'

const thread = (title: string, score: number | null, answers: number | null, at: string | null): Discussion => ({
  source: 'reddit',
  title,
  url: `https://example.com/${title}`,
  score,
  answers,
  at,
  community: null,
  excerpt: null,
})
const threads = [
  thread('unknown', null, null, null),
  thread('voted', 90, 1, '2024-05-01T00:00:00.000Z'),
  thread('answered', 10, 50, '2025-05-01T00:00:00.000Z'),
]
const titles = (order: Parameters<typeof sortDiscussions>[1]) =>
  sortDiscussions(threads, order).map(({ title }) => title)

test('threads without a value come last in every order', () => {
  expect(titles('active')).toEqual(['answered', 'voted', 'unknown'])
  expect(titles('votes')).toEqual(['voted', 'answered', 'unknown'])
  expect(titles('answers')).toEqual(['answered', 'voted', 'unknown'])
  expect(titles('newest')).toEqual(['answered', 'voted', 'unknown'])
  expect(titles('oldest')).toEqual(['voted', 'answered', 'unknown'])
})
