import type { Context } from 'hono'
import { AppError } from '#kit/errors.ts'
import { toUnavailable } from '../database/database-errors.ts'
import type { Log } from '../log.ts'
import type { Env } from './context.ts'

/** Turns what a handler throws into an error response. */

/** An error for the caller. Anything that isn't one is a bug, logged with its request id. */
export function asAppError(error: unknown, log: Log, requestId: string): AppError {
  if (error instanceof AppError) return error
  const unavailable = toUnavailable(error)
  if (unavailable) return unavailable
  log.error({ err: error, request_id: requestId }, 'A request failed unexpectedly')
  return new AppError(
    'internal',
    `Something went wrong on our side. Try again. If it keeps failing, report it with the request id ${requestId}.`,
    { reason: 'unexpected', params: { request_id: requestId }, cause: error },
  )
}

export function answerError(error: unknown, c: Context<Env>, log: Log): Response {
  const requestId = c.get('requestId') ?? ''
  const failure = asAppError(error, log, requestId)
  if (failure.options.cause && failure.code !== 'invalid_input')
    log.warn({ err: failure.options.cause, code: failure.code, request_id: requestId }, failure.message)
  const retryAfter = failure.options.retryAfterSeconds
  if (retryAfter !== undefined) c.header('Retry-After', String(Math.max(1, Math.ceil(retryAfter))))
  return c.json({ success: false, error: { ...failure.toBody(), request_id: requestId } }, failure.status)
}

export const unknownUrl = () => new AppError('not_found', 'Nothing exists at this URL.', { reason: 'unknown_url' })

export const notFound = (what: string) =>
  new AppError(
    'not_found',
    what === 'thing'
      ? 'This doesn’t exist, or it’s in a workspace you can’t access.'
      : `This ${what} doesn’t exist, or you don’t have access to it.`,
    { reason: 'not_found' },
  )
