import { AppError } from '#kit/errors.ts'
import type { RowQuery } from '../rules/rows/to-column-query.ts'
import { columnNames } from '../store/column-store.ts'

/** @throws AppError invalid_input */
export function refuseUnknownColumns({ filters, sort }: Pick<RowQuery, 'filters' | 'sort'>) {
  const known = `: use one of ${columnNames.join(', ')}.`
  const sorted = sort?.replace(/^-/, '')
  if (sorted !== undefined && !columnNames.includes(sorted))
    throw new AppError('invalid_input', `sort is not a column${known}`, { field: 'sort', reason: 'unknown_column' })
  for (const name of Object.keys(filters ?? {})) {
    if (!columnNames.includes(name))
      throw new AppError('invalid_input', `filters.${name} is not a column${known}`, {
        field: `filters.${name}`,
        reason: 'unknown_column',
      })
  }
}
