import { expect, test } from 'vitest'
import { createDrain, type DrainSettings } from './drain-inbox.ts'

/** Each step waits until the test resolves it. */
function held(settings: Partial<DrainSettings> = {}) {
  const steps: { moved(count: number): void; fail(): void }[] = []
  const errors: unknown[] = []
  const drain = createDrain({
    step: () =>
      new Promise((resolve, reject) => steps.push({ moved: resolve, fail: () => reject(new Error('no database')) })),
    share: () => 1,
    batchDelayMs: 0,
    retryMs: 0,
    onError: (error) => errors.push(error),
    ...settings,
  })
  const turn = () => new Promise((resolve) => setTimeout(resolve, 5))
  const begun = (count: number) => expect.poll(() => steps.length, { interval: 1 }).toBe(count)
  return { steps, errors, drain, turn, begun }
}

test('runs until nothing is left, and again when woken', async () => {
  const { steps, drain, turn, begun } = held()
  drain.wake()
  await begun(1)
  steps[0]!.moved(5)
  await begun(2)
  steps[1]!.moved(0)
  await turn()
  expect(steps).toHaveLength(2)
  drain.wake()
  await begun(3)
})

test('a wake-up during an empty step triggers another step', async () => {
  const { steps, drain, begun } = held()
  drain.wake()
  await begun(1)
  drain.wake()
  steps[0]!.moved(0)
  await begun(2)
})

test('a failed step is reported and retried', async () => {
  const { steps, errors, drain, begun } = held()
  drain.wake()
  await begun(1)
  steps[0]!.fail()
  await begun(2)
  expect(errors).toHaveLength(1)
})

test('with a limited share of time it pauses between steps, unless someone is waiting', async () => {
  const { steps, drain, turn, begun } = held({ share: () => 0.000_001 })
  drain.wake()
  await begun(1)
  await turn()
  steps[0]!.moved(1)
  await turn()
  expect(steps).toHaveLength(1)
  const caughtUp = drain.catchUp(async () => steps.length === 3, 60_000)
  await begun(2)
  steps[1]!.moved(1)
  await begun(3)
  steps[2]!.moved(1)
  expect(await caughtUp).toBe(true)
})

test('catchUp() returns false on timeout and on stop', async () => {
  const { drain, steps, begun } = held()
  expect(await drain.catchUp(async () => false, 10)).toBe(false)
  const waiting = drain.catchUp(async () => false, 60_000)
  await begun(1)
  const stopped = drain.stop()
  steps[0]!.moved(1)
  await stopped
  expect(await waiting).toBe(false)
  drain.wake()
  expect(steps).toHaveLength(1)
})
