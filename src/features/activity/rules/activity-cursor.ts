import { AppError } from '#kit/errors.ts'

/** The last entry of a page: its time to the microsecond, and its key among those of that time. */
export type ActivityPosition = { at: string; key: string }

export const toCursor = ({ at, key }: ActivityPosition): string =>
  btoa(`${at} ${key}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')

/** @throws AppError invalid_input */
export function parseCursor(cursor: string): ActivityPosition {
  const [, at, key] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([a-z]+(?:-[0-9a-f]+)+)$/.exec(decode(cursor)) ?? []
  if (at === undefined || key === undefined || !isTime(at))
    throw new AppError('invalid_input', 'This isn’t a cursor.', { field: 'cursor', reason: 'invalid_cursor' })
  return { at, key }
}

function decode(cursor: string): string {
  try {
    return atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}

/** The database refuses days such as February 31, and years before 1. */
function isTime(at: string): boolean {
  const time = new Date(at)
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 19) === at.slice(0, 19) && !at.startsWith('0000')
}
