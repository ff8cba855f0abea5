import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startPolling } from './use-polling.ts'

/** A document whose visibility the tests set. */
function createDocument() {
  const target = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const show = (state: 'visible' | 'hidden') => {
    target.visibilityState = state
    target.dispatchEvent(new Event('visibilitychange'))
  }
  return { target, show }
}

let show: (state: 'visible' | 'hidden') => void
beforeEach(() => {
  vi.useFakeTimers()
  const created = createDocument()
  show = created.show
  vi.stubGlobal('document', created.target)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('polls after each interval until it is stopped', async () => {
  const poll = vi.fn(async () => undefined)
  const stop = startPolling(poll, { everyMs: 100 })
  expect(poll).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(350)
  expect(poll).toHaveBeenCalledTimes(3)
  stop()
  await vi.advanceTimersByTimeAsync(500)
  expect(poll).toHaveBeenCalledTimes(3)
})

test('rests while the page is hidden and polls as soon as it is visible again', async () => {
  const poll = vi.fn(async () => undefined)
  const stop = startPolling(poll, { everyMs: 100, immediately: true })
  expect(poll).toHaveBeenCalledTimes(1)
  show('hidden')
  await vi.advanceTimersByTimeAsync(1000)
  expect(poll).toHaveBeenCalledTimes(1)
  show('visible')
  expect(poll).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(100)
  expect(poll).toHaveBeenCalledTimes(3)
  stop()
})

test('waits for a slow call, and aborts it when stopped', async () => {
  let signal: AbortSignal | undefined
  let end = () => {}
  const poll = vi.fn((given: AbortSignal) => {
    signal = given
    return new Promise<void>((resolve) => {
      end = resolve
    })
  })
  const stop = startPolling(poll, { everyMs: 100, immediately: true })
  await vi.advanceTimersByTimeAsync(1000)
  show('visible')
  expect(poll).toHaveBeenCalledTimes(1)
  end()
  await vi.advanceTimersByTimeAsync(100)
  expect(poll).toHaveBeenCalledTimes(2)
  stop()
  expect(signal?.aborted).toBe(true)
  end()
  await vi.advanceTimersByTimeAsync(1000)
  expect(poll).toHaveBeenCalledTimes(2)
})

test('a failed call is retried after the interval', async () => {
  const poll = vi.fn(async () => {
    throw new Error('offline')
  })
  const stop = startPolling(poll, { everyMs: 100 })
  await vi.advanceTimersByTimeAsync(250)
  expect(poll).toHaveBeenCalledTimes(2)
  stop()
})
