import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { debounce } from './debounce.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('only the last of several changes runs', () => {
  const work = vi.fn()
  debounce(() => work('first'), 200)()
  debounce(() => work('second'), 200)
  vi.advanceTimersByTime(199)
  expect(work).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(work.mock.calls).toEqual([['second']])
})

test('a change aborts the requests of work that has started', () => {
  const signals: AbortSignal[] = []
  const cancel = debounce((signal) => signals.push(signal), 0)
  vi.advanceTimersByTime(0)
  expect(signals.map(({ aborted }) => aborted)).toEqual([false])
  cancel()
  expect(signals.map(({ aborted }) => aborted)).toEqual([true])
})
