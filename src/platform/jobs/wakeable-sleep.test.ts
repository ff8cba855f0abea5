import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWakeableSleep } from './wakeable-sleep.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Whether the promise has resolved by now. */
async function hasEnded(promise: Promise<void>) {
  let ended = false
  void promise.then(() => {
    ended = true
  })
  await vi.advanceTimersByTimeAsync(0)
  return ended
}

test('a sleep ends after its interval', async () => {
  const sleeping = createWakeableSleep().sleep(1000)
  await vi.advanceTimersByTimeAsync(999)
  expect(await hasEnded(sleeping)).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await hasEnded(sleeping)).toBe(true)
})

test('a wake ends the sleep under way and leaves no timer', async () => {
  const rest = createWakeableSleep()
  const sleeping = rest.sleep(1000)
  rest.wake()
  expect(await hasEnded(sleeping)).toBe(true)
  expect(vi.getTimerCount()).toBe(0)
})

test('a wake before the sleep skips it, unless it was cleared', async () => {
  const rest = createWakeableSleep()
  rest.wake()
  expect(await hasEnded(rest.sleep())).toBe(true)
  rest.clear()
  const sleeping = rest.sleep()
  expect(await hasEnded(sleeping)).toBe(false)
  rest.wake()
  expect(await hasEnded(sleeping)).toBe(true)
})
