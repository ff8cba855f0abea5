import type { AppError } from '#kit/errors.ts'
import type { PauseReason } from '../contract.ts'

/** Ends the work on an item without it having failed. */

/** Another worker has the item, or it was deleted. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost'
}

/** The batch was paused or canceled, or the server shuts down: the item waits with what it has. */
export class WorkStopped extends Error {
  override readonly name = 'WorkStopped'
}

/** Pauses the whole batch: every other item would meet the same. */
export class BatchPaused extends Error {
  override readonly name = 'BatchPaused'
  readonly reason: PauseReason
  readonly error: AppError | null
  constructor(reason: PauseReason, error: AppError | null = null) {
    super(`The batch is paused: ${reason}`)
    this.reason = reason
    this.error = error
  }
}
