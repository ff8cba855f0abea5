import { BrokenCircuitError } from 'cockatiel'
import { VendorFailure } from './vendor-errors.ts'
import type { VendorLimits } from './vendor-request.ts'

/**
 * Stops requests to a vendor that keeps failing, for longer each time. Afterwards it lets one through to see whether it
 * works.
 * @param onOpen called with the milliseconds it stays open
 */
export function createCircuitBreaker(
  { breakAfter, breakForMs }: Pick<VendorLimits, 'breakAfter' | 'breakForMs'>,
  onOpen: (ms: number) => void,
) {
  /** In a row. */
  let failures = 0
  /** In a row; 0 while it's closed. */
  let timesOpened = 0
  let openUntil = 0
  let trial: Promise<unknown> | null = null

  function open() {
    const ms = breakForMs[Math.min(timesOpened, breakForMs.length - 1)] ?? 0
    timesOpened += 1
    openUntil = Date.now() + ms
    onOpen(ms)
  }

  async function count<Answer>(work: () => Promise<Answer>, isTrial: boolean): Promise<Answer> {
    try {
      const answer = await work()
      failures = 0
      if (isTrial) timesOpened = 0
      return answer
    } catch (error) {
      // A cancelled request, or one that was never sent, decides nothing.
      if (!(error instanceof VendorFailure)) throw error
      if (error.weighs) failures += 1
      else if (isTrial) timesOpened = 0
      // Requests that were under way when it opened don't open it again.
      if (error.weighs && (isTrial || (timesOpened === 0 && failures >= breakAfter))) open()
      throw error
    }
  }

  return {
    /** @throws BrokenCircuitError while it's open */
    async execute<Answer>(work: () => Promise<Answer>): Promise<Answer> {
      while (trial) await trial
      if (timesOpened === 0) return count(work, false)
      if (Date.now() < openUntil) throw new BrokenCircuitError()
      const outcome = count(work, true)
      trial = outcome
        .catch(() => null)
        .then(() => {
          trial = null
        })
      return outcome
    },
    /** Seconds until the next request is let through, at least 1. */
    getOpenSeconds: () => Math.max(1, Math.ceil((openUntil - Date.now()) / 1000)),
    /** Another process found that the vendor keeps failing. The time left tells how often, as it's longer each time. */
    openFor(ms: number) {
      openUntil = Math.max(openUntil, Date.now() + ms)
      timesOpened = Math.max(timesOpened, 1 + breakForMs.filter((shorter) => shorter < ms).length)
    },
  }
}
