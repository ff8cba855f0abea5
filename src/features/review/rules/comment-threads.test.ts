import { expect, test } from 'vitest'
import { toThreads } from './comment-threads.ts'

test('replies are under their thread, in order, and those of other pages are left out', () => {
  const at = (_id: string, parent_id: string | null = null) => ({ _id, parent_id })
  const threads = toThreads([at('a'), at('b'), at('c', 'a'), at('d', 'gone'), at('e', 'a')])
  expect(threads).toEqual([
    { first: at('a'), replies: [at('c', 'a'), at('e', 'a')] },
    { first: at('b'), replies: [] },
  ])
})
