import { cellText, type SourceRow } from '../cells/import-cells.ts'
import { readDate } from '../cells/import-dates.ts'
import { type NumberStyle, readMoney, readShare, readVolume } from '../cells/import-numbers.ts'
import type { ImportColumn, ImportField } from '../tables/import-columns.ts'

/**
 * Reads rows with more cells than the header, from a cell with delimiters and no quotes: "kits,shop,winter". Only if its place
 * is certain: every other place would leave a cell that can't be what its column says.
 */

const numbers = new Set<ImportField>([
  'volume',
  'volume_low',
  'volume_high',
  'impressions',
  'clicks',
  'position',
  'monthly',
  'depth',
])
const shares = new Set<ImportField>(['ctr', 'competition', 'competition_index', 'difficulty'])
const amounts = new Set<ImportField>(['cpc', 'bid_low', 'bid_high'])

function fits(written: string, field: ImportField | null, style: NumberStyle): boolean {
  if (field === null) return true
  if (field === 'text') return !/^[-–—]?$/.test(written)
  if (written === '' || /^[-–—]$/.test(written)) return true
  if (numbers.has(field)) return readVolume(written, style) !== 'invalid'
  if (shares.has(field)) return !/\d/.test(written) || !Number.isNaN(readShare(written, style).value)
  if (amounts.has(field)) return !Number.isNaN(readMoney(written, style).value)
  if (field === 'url') return /^https?:\/\/\S+$/i.test(written)
  if (field === 'updated') return readDate(written, 'dmy') !== null || readDate(written, 'mdy') !== null
  return true
}

const isNumeric = (field: ImportField | null) =>
  field !== null && (numbers.has(field) || shares.has(field) || amounts.has(field))
const isTyped = (field: ImportField | null) => isNumeric(field) || field === 'url' || field === 'updated'

/** What follows the separator in "1,234" and in "0,85". */
const isGroup = (cell: string) => /^\d{3}(?!\d)/.test(cell)
const isFraction = (cell: string) => /^\d{1,3}(?!\d)/.test(cell)

/** More extra cells than any list of tags has. */
const maxExtra = 50

/** @returns the cells, one per column; or why the row can't be read */
export function alignCells(
  { cells: given }: SourceRow,
  columns: readonly ImportColumn[],
  delimiter: string,
  style: NumberStyle,
): { cells: string[] } | { problem: string } {
  const cells = given.map(cellText)
  while (cells.length > columns.length && cells.at(-1) === '') cells.pop()
  const extra = cells.length - columns.length
  const problem = `${given.length} cells, but the header has ${columns.length}`
  if (extra === 0) return { cells }
  if (extra > maxExtra) return { problem }
  const mergeAt = (at: number, mark: string) => [
    ...cells.slice(0, at),
    cells.slice(at, at + extra + 1).join(mark),
    ...cells.slice(at + extra + 1),
  ]
  const isPossible = (merged: readonly string[]) =>
    columns.every(({ field }, at) => fits(merged[at] ?? '', field, style))
  const possible = columns.flatMap(({ field }, at) => {
    if (isNumeric(field) && !cells.slice(at + 1, at + extra + 1).every(numbers.has(field!) ? isGroup : isFraction))
      return []
    const merged = mergeAt(at, isNumeric(field) ? delimiter : `${delimiter} `)
    return isPossible(merged) ? [{ at, merged }] : []
  })
  const last = possible.find(({ at }) => at === columns.length - 1 && !isTyped(columns[at]!.field))
  // Where the last column has words, the rest belongs to it, unless a number or the keyword may have the delimiter.
  const others = last
    ? possible.filter(({ at }) => {
        const { field } = columns[at]!
        // "90,2024,winter": digits after the keyword are the next column.
        if (field === 'text') return !/^\d/.test(cells[at + 1] ?? '')
        return at === last.at || isNumeric(field)
      })
    : possible
  const [first] = others
  if (!first) return { problem }
  const known = columns.flatMap(({ field }, at) => (field ? [at] : []))
  const isSame = ({ merged }: { merged: string[] }) => known.every((at) => merged[at] === first.merged[at])
  return others.every(isSame) ? { cells: (last ?? first).merged } : { problem }
}
