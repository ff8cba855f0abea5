import { AppError } from '#kit/errors.ts'

export function refuseMissingWatch(): never {
  throw new AppError('not_found', 'Watch not found, or it’s in a workspace you can’t access.', {
    reason: 'watch_missing',
  })
}
