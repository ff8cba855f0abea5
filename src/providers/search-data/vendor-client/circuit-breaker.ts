import { ConsecutiveBreaker, circuitBreaker, handleWhen, IterableBackoff } from 'cockatiel'
import { VendorFailure } from './vendor-errors.ts'
import type { VendorLimits } from './vendor-request.ts'

/**
 * Stops requests to a vendor that keeps failing, for longer each time, and lets one through afterwards to see whether it works.
 * @param onOpen called with the milliseconds it stays open
 */
export function createCircuitBreaker(
  { breakAfter, breakForMs }: Pick<VendorLimits, 'breakAfter' | 'breakForMs'>,
  onOpen: (ms: number) => void,
) {
  const breaker = circuitBreaker(
    handleWhen((error) => error instanceof VendorFailure && error.weighs),
    { halfOpenAfter: new IterableBackoff(breakForMs), breaker: new ConsecutiveBreaker(breakAfter) },
  )
  let openUntil = 0
  let timesOpened = 0
  breaker.onBreak(() => {
    const ms = breakForMs[Math.min(timesOpened++, breakForMs.length - 1)] ?? 0
    openUntil = Date.now() + ms
    onOpen(ms)
  })
  breaker.onReset(() => {
    timesOpened = 0
  })
  return {
    /** @throws BrokenCircuitError while it's open */
    execute: <Answer>(work: () => Promise<Answer>, signal: AbortSignal) => breaker.execute(work, signal),
    /** Seconds until the next request is let through, at least 1. */
    getOpenSeconds: () => Math.max(1, Math.ceil((openUntil - Date.now()) / 1000)),
  }
}
