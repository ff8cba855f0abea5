import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable, isPartlyLost } from './database-errors.ts'

const firstPauseMs = 50
const maxPauseMs = 2000
/** Waiting for one of several servers keeps work of others from starting. */
const defaultPartlyLostMs = 30_000

export type RetryOptions = {
  /** Gives up: what the last try failed by is thrown. */
  signal: AbortSignal
  onRetry?: (error: unknown, tries: number) => void
  /** How long to retry while only a part of the database is lost. */
  partlyLostMs?: number
}

/**
 * Retries while the database is unavailable, with pauses of up to two seconds; throws any other error immediately.
 * A COMMIT whose answer was lost may have succeeded, so only idempotent work may be retried.
 */
export async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  { signal, onRetry, partlyLostMs = defaultPartlyLostMs }: RetryOptions,
): Promise<T> {
  let partlyLostAt: number | null = null
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || !isDatabaseUnavailable(error)) throw error
      partlyLostAt = isPartlyLost(error) ? (partlyLostAt ?? performance.now()) : null
      if (partlyLostAt !== null && performance.now() - partlyLostAt >= partlyLostMs) throw error
      onRetry?.(error, tries)
      // Some randomness, so that what failed together doesn't return together.
      const pause = Math.min(maxPauseMs, firstPauseMs * 2 ** (tries - 1)) * (0.5 + Math.random() / 2)
      await sleep(pause, null, { signal }).catch(() => null)
      if (signal.aborted) throw error
    }
  }
}
