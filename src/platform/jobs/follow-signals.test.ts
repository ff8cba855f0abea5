import { expect, test } from 'vitest'
import { followSignals } from './follow-signals.ts'

const minute = 60_000

/** One topic. `send` calls every handler; `isFollowed` is true while there is one. */
function createSignals() {
  const listeners = new Set<() => void>()
  return {
    send: () => {
      for (const listener of listeners) listener()
    },
    isFollowed: () => listeners.size > 0,
    subscribe(_topic: string, _id: string, listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const follow = (signals: ReturnType<typeof createSignals>, look: () => Promise<boolean>, signal: AbortSignal) =>
  followSignals({ signals: signals as never, topic: 't', id: 'i', gapMs: 0, pollMs: minute, signal }, look)

test('looks once at the start and again for each signal, until there is nothing more to follow', async () => {
  const signals = createSignals()
  let looks = 0
  await follow(
    signals,
    async () => {
      looks++
      // Arrives while it looks, so it may be about something this look missed.
      signals.send()
      return looks < 3
    },
    new AbortController().signal,
  )
  expect(looks).toBe(3)
  expect(signals.isFollowed()).toBe(false)
})

test('ends when the reader disconnects', async () => {
  const signals = createSignals()
  const reader = new AbortController()
  let looks = 0
  await follow(
    signals,
    async () => {
      looks++
      reader.abort()
      return true
    },
    reader.signal,
  )
  expect(looks).toBe(1)
  expect(signals.isFollowed()).toBe(false)
})

test('an error of a look ends it and the subscription', async () => {
  const signals = createSignals()
  const failing = follow(
    signals,
    async () => {
      throw new Error('The database is away')
    },
    new AbortController().signal,
  )
  await expect(failing).rejects.toThrow('The database is away')
  expect(signals.isFollowed()).toBe(false)
})
