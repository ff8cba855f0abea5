import { AppError } from '#kit/errors.ts'
import type { RemoteChange } from './contract.ts'

export function refuseMissingDestination(field?: string): never {
  throw new AppError('not_found', 'Destination not found, or it’s in a workspace you can’t access.', {
    ...(field ? { field } : {}),
    reason: 'destination_missing',
  })
}

export function refuseMissingPublication(): never {
  throw new AppError('not_found', 'Publication not found, or it’s in a workspace you can’t access.', {
    reason: 'publication_missing',
  })
}

export const remoteChanged = (host: string, details: RemoteChange) =>
  new AppError('conflict', `Someone edited this post on ${host}. Nothing was sent.`, {
    reason: 'remote_changed',
    params: { host },
    details,
  })

export const slugTaken = (host: string, slug: string) =>
  new AppError('conflict', `${host} has another post with the slug “${slug}”. Choose another.`, {
    field: 'slug',
    reason: 'slug_taken',
    params: { host, slug },
  })

export const inProgress = () =>
  new AppError('conflict', 'This post is being sent right now. Try again in a moment.', {
    reason: 'publication_in_progress',
    retryable: true,
  })

export const draftsOnly = (host: string) =>
  new AppError('forbidden', `These credentials can save drafts on ${host}, but not publish.`, {
    field: 'status',
    reason: 'drafts_only',
    params: { host },
  })

/** On saving, what a site says of its address or credentials is a wrong input. */
export function toInputError(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'upstream_failed' || error.retryable) return error
  const { params, reason, field } = error.options
  return new AppError('invalid_input', error.message, {
    field: field ?? (reason === 'credentials_rejected' ? 'credentials' : 'url'),
    reason: reason ?? 'destination_failed',
    ...(params ? { params } : {}),
  })
}
