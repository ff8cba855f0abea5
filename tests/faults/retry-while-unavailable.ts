import { AppError } from '../../src/kit/errors.ts'
import { until } from '../support/wait-until.ts'

/**
 * A client’s reaction to "unavailable": it tries again later. On a busy machine a single try can take as long as a call may
 * wait for a connection, so that the patience of `until` would end after a dozen of them.
 */
export const retryWhileUnavailable = <T>(what: string, call: () => Promise<T>, onRetry?: () => void): Promise<T> =>
  until(
    what,
    () =>
      call().catch((error: unknown) => {
        if (!(error instanceof AppError && (error.code === 'unavailable' || error.options.retryable))) throw error
        onRetry?.()
        return null
      }),
    180_000,
  )
