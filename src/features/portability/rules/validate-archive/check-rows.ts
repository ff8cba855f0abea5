import { AppError } from '#kit/errors.ts'
import type { ArchivedTable } from '../archived-tables.ts'
import { rowRules } from './row-rules.ts'

/** Validates rows of an archive: workspace, columns and values. */

export type Row = Record<string, unknown>

export const refuseArchive = (message: string, cause?: unknown) =>
  new AppError('invalid_input', message, { field: 'file', reason: 'archive_invalid', cause })

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const day = /^\d{4}-\d\d-\d\d$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?\+00:00$/

/** Values allowed in columns without a rule: null, ids, days, UTC times and booleans. Columns with text always have a rule. */
function isPlainValue(value: unknown) {
  if (value === null || typeof value === 'boolean') return true
  if (typeof value !== 'string') return false
  return uuid.test(value) || ((day.test(value) || time.test(value)) && !Number.isNaN(Date.parse(value)))
}

/**
 * Checks rows of one table.
 * @throws AppError invalid_input naming the row and the column
 */
export function createRowCheck(table: ArchivedTable, columns: string[], workspaceId: string) {
  const rules = rowRules[table.name] ?? {}
  const expected = new Set(columns)
  return (value: unknown, line: number): Row => {
    const fail = (what: string) =>
      refuseArchive(`Row ${line.toLocaleString('en')} of ${table.name} in the archive ${what}. Nothing was imported.`)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fail('isn’t a row')
    const row = value as Row
    const names = Object.keys(row)
    if (names.length !== expected.size || names.some((name) => !expected.has(name)))
      throw fail('has different columns than the archive’s manifest')
    if (table.scope === 'id' && row.id !== workspaceId) throw fail('belongs to another workspace')
    if (table.scope === 'workspace_id' && row.workspace_id !== workspaceId) throw fail('belongs to another workspace')
    for (const name of names) {
      const given = row[name]
      const rule = rules[name]
      if (!rule) {
        if (!isPlainValue(given)) throw fail(`has a value in ${name} that doesn’t belong there`)
        continue
      }
      const parsed = rule.safeParse(given)
      if (!parsed.success) throw fail(`has a value in ${name} that can’t be imported`)
      // A value that validation would change wasn't written by Earshot.
      if (isChanged(given, parsed.data)) throw fail(`has a value in ${name} that isn’t in the expected format`)
    }
    return row
  }
}

const isChanged = (given: unknown, taken: unknown) =>
  typeof given === 'string'
    ? given !== taken
    : Array.isArray(given) &&
      given.every((each) => typeof each === 'string') &&
      JSON.stringify(given) !== JSON.stringify(taken)
