import { AppError } from '#kit/errors.ts'

/** What a failed query says about the database itself, and whether trying again makes sense. */

/** Connection exceptions (class 08), shutdown and startup (57P0x), no connection left, and what sockets and DNS report. */
const lostCodes = new Set([
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '53300',
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
/** `pg`, `pg-pool` and Kysely give these no code. */
const lostMessage =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired$|Query read timeout|Client (?:has encountered a connection error|was closed) and is not queryable|Postgres connection has been discarded)/
/** A full or failing disk, and no memory. */
const diskCodes = new Set(['53100', '53200', '58030'])
/** A server that only reads: a standby, or one switched to read-only. */
const readOnlyCode = '25006'
/** A lock or a statement took longer than it may. */
const slowCodes = new Set(['55P03', '57014'])

const getCode = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')
const isLostCode = (code: string) => lostCodes.has(code) || /^08[0-9A-Z]{3}$/.test(code)

/** The connection ended, or none could be had. Whether a COMMIT under way counted is not known then. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof AppError) return false
  return (isLostCode(getCode(error)) && isFromDatabase(error)) || lostMessage.test(error.message) || isPartlyLost(error)
}

/**
 * The database answered, but one of the servers that hold its distributed rows (decision 124) didn’t: the calls of some workspaces
 * fail, those of others don’t. A lost connection of our own is FATAL or has no severity.
 */
export const isPartlyLost = (error: unknown): boolean =>
  error instanceof Error &&
  (error as { severity?: unknown }).severity === 'ERROR' &&
  (isLostCode(getCode(error)) || partlyLostMessage.test(error.message))
/** The code is that of an internal error. In a COMMIT, everything was rolled back here, but that server may have committed. */
const partlyLostMessage =
  /^(?:could not commit transaction for shard \d+ on |failed to commit transaction on |failure on connection marked as essential)/

/** The server only reads. */
export const isReadOnly = (error: unknown): boolean => error instanceof Error && getCode(error) === readOnlyCode

/** The database cannot write now: its disk is full. */
export const isDiskFull = (error: unknown): boolean => error instanceof Error && diskCodes.has(getCode(error))

/** The database is not there, cannot write or is held up by a lock: nothing about the call itself is wrong. */
export const isDatabaseUnavailable = (error: unknown): boolean =>
  isConnectionLost(error) ||
  isReadOnly(error) ||
  isDiskFull(error) ||
  (error instanceof Error && slowCodes.has(getCode(error)))

/** The AppError for a lost or full database; null for any other error. */
export function toUnavailable(error: unknown): AppError | null {
  if (error instanceof AppError || !isDatabaseUnavailable(error)) return null
  if (isDiskFull(error))
    return new AppError('unavailable', 'The database can’t save anything right now. Try again in a minute.', {
      reason: 'database_full',
      cause: error,
      retryAfterSeconds: 30,
    })
  if (isReadOnly(error))
    return new AppError('unavailable', 'The database is read-only, so nothing can be saved. Try again in a moment.', {
      reason: 'database_read_only',
      cause: error,
      retryAfterSeconds: 5,
    })
  if (isPartlyLost(error))
    return new AppError(
      'unavailable',
      'The reports of this workspace can’t be read or saved right now. Try again in a minute.',
      { reason: 'database_partly_lost', cause: error, retryAfterSeconds: 10 },
    )
  if (isConnectionLost(error))
    return new AppError('unavailable', 'The database can’t be reached right now. Try again in a moment.', {
      reason: 'database_not_responding',
      cause: error,
      retryAfterSeconds: 2,
    })
  return new AppError('unavailable', 'The database took too long. Try again in a moment.', {
    reason: 'database_slow',
    cause: error,
    retryAfterSeconds: 5,
  })
}

/** A socket to a vendor fails with the same codes: only what a `DatabaseClient` reported counts. */
const isFromDatabase = (error: Error) => !('syscall' in error) || fromDatabase.has(error)
const fromDatabase = new WeakSet<Error>()

/** Marks what connecting to the database or its socket reported. */
export function markAsDatabaseError<E>(error: E): E {
  if (error instanceof Error) {
    fromDatabase.add(error)
    if (error instanceof AggregateError) for (const each of error.errors) markAsDatabaseError(each)
  }
  return error
}
