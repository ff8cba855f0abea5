import { cellText, type SourceRow } from '../cells/import-cells.ts'
import { headerScore, isOtherTable } from './import-columns.ts'
import type { SourceTable } from './source-table.ts'

/**
 * Splits a file of several tables at its blank lines. A run of lines is a table of its own if it begins with a header; other
 * blank lines are just blank lines.
 */

/**
 * Lines that start with "#" and a space or a line of dashes: "# Account: …", but neither "#diy" nor the header "#" of a column
 * of numbers.
 */
export function isComment({ cells }: SourceRow): boolean {
  const first = String(cells[0] ?? '')
  if (!/^\s*#(?:[\s\-–—=*_#]|$)/.test(first)) return false
  return /[\p{L}\p{N}]/u.test(first) || cells.slice(1).every((cell) => cellText(cell) === '')
}

const filledCells = ({ cells }: SourceRow) => cells.filter((cell) => cellText(cell) !== '').length

type Run = { from: number; to: number; head: SourceRow[]; widest: number; rows: number; comments: boolean }

const headRows = 6
/** More blank lines than that are between keywords, not between tables. */
const maxRuns = 100
/** A sheet is unpacked each time it’s read, so only its first rows are searched. */
const maxSheetRows = 3000

export async function splitTables(table: SourceTable): Promise<SourceTable[]> {
  // Each line of a list is a keyword.
  if (table.isText && table.delimiter === null) return [table]
  const runs = await findRuns(table)
  if (runs.length < 2 || runs.length > maxRuns) return [table]
  const parts: Run[][] = []
  let hasTable = false
  for (const run of runs) {
    if (parts.length === 0 || (hasTable && beginsTable(run))) {
      parts.push([run])
      hasTable = isTable(run)
    } else {
      parts.at(-1)!.push(run)
      hasTable ||= isTable(run)
    }
  }
  if (parts.length === 1) return [table]
  return parts.map((part, at) => {
    const from = part[0]!.from
    const to = parts[at + 1]?.[0]?.from ?? Number.MAX_SAFE_INTEGER
    return {
      ...table,
      name: at === 0 ? table.name : `${table.name} (${getTitle(part[0]!) ?? `table ${at + 1}`})`,
      async *rows() {
        for await (const row of table.rows()) {
          if (row.line >= to) return
          if (row.line >= from) yield row
        }
      },
    }
  })
}

async function findRuns(table: SourceTable): Promise<Run[]> {
  const runs: Run[] = []
  let rows = 0
  let previous = 0
  for await (const row of table.rows()) {
    const gap = table.isText ? row.gap === true : previous > 0 && row.line > previous + 1
    previous = row.line
    let run = runs.at(-1)
    if (!run || gap) {
      run = { from: row.line, to: row.line, head: [], widest: 0, rows: 0, comments: true }
      runs.push(run)
      if (runs.length > maxRuns) return runs
    }
    run.to = row.line
    if (row.problem) continue
    const comment = isComment(row)
    if (!comment) {
      run.rows++
      run.comments = false
      run.widest = Math.max(run.widest, filledCells(row))
    }
    if (run.head.length < headRows && !comment) run.head.push(row)
    if (!table.isText && ++rows > maxSheetRows) break
  }
  return runs
}

const isTable = ({ widest, rows, comments }: Run) => !comments && widest > 1 && rows > 1

/** A header of known columns, or one that names another table, below an optional title. */
function beginsTable(run: Run): boolean {
  const header = run.head.find((row) => filledCells(row) > 1)
  if (!header || run.rows < 2) return false
  const cells = header.cells.map(cellText)
  if (cells.some((cell) => /^[\d.,%\s]+$/.test(cell))) return false
  return headerScore(cells) > 1 || isOtherTable(cells[0]!)
}

function getTitle({ head }: Run): string | null {
  const [first] = head
  return first && filledCells(first) === 1
    ? cellText(first.cells.find((cell) => cellText(cell) !== '')).slice(0, 80)
    : null
}
