import { expect, test } from 'vitest'
import { createFrameBatch } from './animation-frame-batch.ts'

function frames() {
  let due: (() => void) | null = null
  return {
    schedule: (run: () => void) => {
      due = run
      return () => {
        due = null
      }
    },
    next: () => due?.(),
    waits: () => due !== null,
  }
}

test('items added within one frame are delivered together, in order', () => {
  const taken: string[] = []
  const clock = frames()
  const batch = createFrameBatch((text) => taken.push(text), clock.schedule)
  batch.add('a')
  batch.add('b')
  expect(taken).toEqual([])
  clock.next()
  expect(taken).toEqual(['ab'])
  expect(clock.waits()).toBe(false)
  batch.add('c')
  clock.next()
  expect(taken).toEqual(['ab', 'c'])
})

test('end() delivers immediately, and nothing is delivered twice', () => {
  const taken: string[] = []
  const clock = frames()
  const batch = createFrameBatch((text) => taken.push(text), clock.schedule)
  batch.add('a')
  batch.flush()
  expect(taken).toEqual(['a'])
  expect(clock.waits()).toBe(false)
  batch.flush()
  batch.add('b')
  batch.drop()
  batch.flush()
  expect(taken).toEqual(['a'])
})
