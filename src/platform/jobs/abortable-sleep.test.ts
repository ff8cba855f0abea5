import { expect, test } from 'vitest'
import { sleepUnlessAborted } from './abortable-sleep.ts'

test('a sleep ends after its interval', async () => {
  const { signal } = new AbortController()
  await sleepUnlessAborted(1, signal)
  expect(signal.aborted).toBe(false)
})

// Each would outlast the test's time limit.
const hourMs = 3_600_000

test('an abort ends the sleep under way', async () => {
  const stop = new AbortController()
  const sleeping = sleepUnlessAborted(hourMs, stop.signal)
  stop.abort()
  await sleeping
})

test('after an abort nothing sleeps', async () => {
  await sleepUnlessAborted(hourMs, AbortSignal.abort())
})
