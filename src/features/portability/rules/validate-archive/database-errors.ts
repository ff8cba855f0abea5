import { AppError } from '#kit/errors.ts'

type DatabaseError = { code?: unknown; table?: unknown; detail?: unknown; message?: unknown }

/**
 * Turns a database error about an archive's values into an AppError. Other errors are returned unchanged.
 */
export function toArchiveError(error: unknown, at?: { table: string; line: number }): unknown {
  if (error instanceof AppError) return error
  const { code, table, detail } = (error ?? {}) as DatabaseError
  if (typeof code !== 'string' || !/^[0-9A-Z]{5}$/.test(code)) return error
  const name = at?.table ?? (typeof table === 'string' ? table : 'a table')
  const subject = at ? `Among the rows of ${name} up to row ${at.line.toLocaleString('en')}, one` : `A row of ${name}`
  const options = { field: 'file', cause: error }
  if (code === '23505') {
    const id = typeof detail === 'string' ? /\(([^()]*)\)=\(([^()]*)\)/.exec(detail) : null
    const what = id ? ` (${id[1]} ${id[2]!.slice(0, 80)})` : ''
    return new AppError(
      'conflict',
      `${subject} already exists on this server or is in the archive twice${what}. Nothing was imported, and nothing here was changed.`,
      { ...options, reason: 'already_exists' },
    )
  }
  if (code === '23503')
    return new AppError(
      'invalid_input',
      `${subject} belongs to something that isn’t in the archive. Nothing was imported.`,
      { ...options, reason: 'archive_incomplete' },
    )
  // Data exceptions (22), constraint violations (23) and exceeded limits (54).
  if (code.startsWith('22') || code.startsWith('23') || code.startsWith('54'))
    return new AppError('invalid_input', `${subject} has a value that doesn’t fit its column. Nothing was imported.`, {
      ...options,
      reason: 'archive_invalid',
    })
  return error
}
