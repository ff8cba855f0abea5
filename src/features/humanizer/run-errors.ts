import { toAppError } from '#features/ai-content/rules/generation/model-errors.ts'
import { AppError } from '#kit/errors.ts'
import { toStoredError } from '#platform/stored-error.ts'

export const interrupted = () =>
  new AppError('unavailable', 'The server stopped during this run. The sentences so far were saved.', {
    reason: 'run_interrupted',
  })

export const closed = () =>
  new AppError('conflict', 'This run was closed or deleted in the meantime. Start again.', { reason: 'run_closed' })

export const workspaceDeleted = () => new AppError('not_found', 'The workspace was deleted.', { reason: 'run_missing' })

export const missing = (): never => {
  throw new AppError('not_found', 'This run doesn’t exist, or it’s in a workspace you’re not a member of.', {
    reason: 'run_missing',
  })
}

/** Why a run ended early: its reader left, the server shut down, or it failed. */
export function getEndError(failure: unknown, clientSignal: AbortSignal): AppError {
  if (!clientSignal.aborted) return toStoredError(toAppError(failure))
  const { reason } = clientSignal
  if (reason instanceof AppError && reason.options.reason === 'server_restarting') return interrupted()
  return new AppError('unavailable', 'This run was stopped early. The sentences so far were saved.', {
    reason: 'run_stopped',
  })
}
