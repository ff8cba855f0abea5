import { setTimeout as delay } from 'node:timers/promises'

/** Resolves after `ms`, or as soon as the signal aborts. */
export async function sleepUnlessAborted(ms: number, signal: AbortSignal): Promise<void> {
  // Rejects only for the abort.
  await delay(ms, undefined, { signal }).catch(() => {})
}
