import { AppError } from '#kit/errors.ts'

export function refuseMissingListener(): never {
  throw new AppError('not_found', 'Listener not found, or it’s in a workspace you can’t access.', {
    reason: 'listener_missing',
  })
}

export function refuseMissingRun(): never {
  throw new AppError('not_found', 'Run not found. Only one run per week is kept for older runs.', {
    field: 'run_id',
    reason: 'run_missing',
  })
}
