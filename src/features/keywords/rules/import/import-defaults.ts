import { cellText, type SourceRow } from './cells/import-cells.ts'
import { countryInFileName, countryNamed, toCountry } from './cells/import-countries.ts'
import { type DateOrder, dateInFileName, readDate, readRangeEnd } from './cells/import-dates.ts'
import type { TablePlan } from './tables/import-tables.ts'

/** Infers the date and country of a file's metrics from its other contents. */

/** Returns a date: the end of the file's period, else the newest day, update or month in it, else the export date. */
export async function getDataDate(plan: TablePlan, plans: readonly TablePlan[], known: Known): Promise<DataDate> {
  const date = await getDateInFile(plan, plans, known)
  if (date) return { date, from: 'file' }
  const named = dateInFileName(known.fileName, known.now)
  return named ? { date: named, from: 'file_name' } : { date: null, from: null }
}

type Known = { updated: string | null; fileName: string; now: Date; dateOrder: DateOrder | null }
/** Where a date was found. */
export type DataDate = { date: string | null; from: 'file' | 'file_name' | 'chosen' | null }

async function getDateInFile(
  plan: TablePlan,
  plans: readonly TablePlan[],
  { updated, dateOrder }: Known,
): Promise<string | null> {
  if (plan.table.preset?.lastDay) return plan.table.preset.lastDay
  for (const cell of plan.preamble) {
    const end = readRangeEnd(cell) ?? readLabeledEnd(cell)
    if (end) return end
  }
  for (const other of plans) {
    if (other === plan || other.role !== 'other') continue
    const days: string[] = []
    for await (const { cells } of other.table.rows()) {
      const day = isoDay(cells[0])
      if (day) days.push(day)
    }
    if (days.length > 0) return days.sort().at(-1)!
  }
  if (updated) return updated
  const lastMonth = plan.columns
    .flatMap(({ months }) => months ?? [])
    .sort()
    .at(-1)
  if (lastMonth) return readDate(lastMonth.slice(0, 7))
  const own = plan.preamble.map((cell) => readDate(cell, dateOrder)).find((date) => date !== null)
  if (own) return own
  // Of several tables in a file, the first has the comments.
  const cells = plans.filter((other) => other !== plan).flatMap(({ preamble }) => preamble)
  return cells.map((cell) => readRangeEnd(cell) ?? readLabeledEnd(cell)).find((date) => date !== null) ?? null
}

/** "End date: 20261126", as Google Analytics writes it. */
function readLabeledEnd(cell: string): string | null {
  const [, year, month, day] = /^[^:]{2,40}:\s*((?:19|20)\d\d)(\d\d)(\d\d)$/.exec(cell) ?? []
  return year && !/^(?:start|anfang|début|inicio|inizio|início)/i.test(cell)
    ? readDate(`${year}-${month}-${day}`)
    : null
}

function isoDay(cell: SourceRow['cells'][number] | undefined): string | null {
  const written = cellText(cell)
  return /^\d{4}-\d\d-\d\d$/.test(written) ? readDate(written) : null
}

/** Returns the ISO 3166-1 alpha-2 code that all rows share, or that a filters table or the file name gives. */
export async function countryFor(
  inRows: ReadonlySet<string>,
  others: readonly TablePlan[],
  fileName: string,
): Promise<string | null> {
  if (inRows.size > 0) return inRows.size === 1 ? toCountry([...inRows][0]!) : null
  // Search Console's filters table has a name and a value per row.
  for (const { table, columns } of others) {
    if (columns.length !== 2) continue
    for await (const { cells } of table.rows()) {
      const country = countryNamed(cellText(cells[1]))
      if (country) return country
    }
  }
  return countryInFileName(fileName)
}
