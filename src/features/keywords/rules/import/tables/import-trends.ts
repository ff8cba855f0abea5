import { readDate } from '../cells/import-dates.ts'
import { splitRows } from '../files/import-lines.ts'

/**
 * Reads Google Trends files by their structure, which is the same in every language: related queries under the titles of two
 * lists, and interest over time or by region below names such as "standing desk: (United States)".
 */

export type TrendsQuery = {
  line: number
  text: string
  list: 'top' | 'rising'
  value: number | null
  breakout: boolean
}
/** Interest from 0 to 100; `t` is a day or an hour, ISO 8601. */
export type TrendsSeries = { line: number; text: string; points: { t: string; v: number }[] }

export type TrendsFile =
  | { kind: 'queries'; delimiter: string; queries: TrendsQuery[] }
  | { kind: 'series'; delimiter: string; rows: number; series: TrendsSeries[] }
  | { kind: 'regions'; delimiter: string }

type Line = { line: number; cells: string[] }

/** Google exports far fewer. */
const maxLines = 5000
const maxPoints = 3000

/** @returns null when the text is something else */
export function readTrendsFile(text: string): TrendsFile | null {
  if (text.length > 2_000_000) return null
  for (const delimiter of [',', ';', '\t']) {
    if (!text.includes(delimiter)) continue
    const lines: Line[] = []
    for (const { line, cells, problem } of splitRows(text, delimiter)) {
      if (lines.length === maxLines) return null
      lines.push({ line, cells: problem === null ? cells.map((cell) => cell.replace(/\s+/g, ' ').trim()) : [] })
    }
    const found = readQueries(lines, delimiter) ?? readTable(lines, delimiter)
    if (found) return found
  }
  return null
}

const isBlank = ({ cells }: Line) => cells.every((cell) => cell === '')
/** A line such as "Category: All categories". */
const isCategory = ({ cells }: Line) =>
  /^[^:：,;]{2,40}[:：]\s*\S/.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '')
const isTitle = ({ cells }: Line) => {
  const [title = '', ...rest] = cells
  return title !== '' && rest.every((cell) => cell === '') && title === title.toUpperCase() && /\p{L}/u.test(title)
}

const share = /^<?\s*\d{1,3}$/
const growth = /^[+＋]?\s*%?\s*[\d.,'\u00a0\u202f ]*\d\s*%?$/

function readQueries(lines: readonly Line[], delimiter: string): TrendsFile | null {
  const sections: { title: Line; rows: Line[] }[] = []
  const first = lines.find((line) => !isBlank(line))
  const hasCategory = first !== undefined && isCategory(first)
  for (const line of lines) {
    if (isBlank(line) || (line === first && hasCategory)) continue
    if (isTitle(line)) sections.push({ title: line, rows: [] })
    else if (line.cells.length === 2 && line.cells.every(Boolean) && sections.length > 0)
      sections.at(-1)!.rows.push(line)
    else return null
  }
  if (sections.length === 0 || sections.length > 2 || (!hasCategory && sections.length < 2)) return null
  const queries: TrendsQuery[] = []
  for (const { rows } of sections) {
    const list = getList(rows)
    if (list === null) return null
    for (const { line, cells } of rows) {
      const [text, written] = cells as [string, string]
      const isNumber = /\d/.test(written)
      const value = isNumber ? Number(written.replace(/[^\d<]/g, '').replace('<', '')) : null
      queries.push({ line, text, list, value: written.startsWith('<') ? 0 : value, breakout: !isNumber })
    }
  }
  return { kind: 'queries', delimiter, queries }
}

/** Top queries have shares of the first one, which has 100. Rising ones have a growth in percent, or a word for a breakout. */
function getList(rows: readonly Line[]): 'top' | 'rising' | null {
  const values = rows.map(({ cells }) => cells[1]!)
  if (values.every((value) => share.test(value)) && values.every((value) => Number(value.replace('<', '')) <= 100))
    return 'top'
  const isGrowth = (value: string) => (growth.test(value) && /[%+＋]/.test(value)) || !/\d/.test(value)
  return values.every(isGrowth) ? 'rising' : null
}

const named = /^(.+?)[:：]\s*[(（](.+)[)）]$/

function readTable(lines: readonly Line[], delimiter: string): TrendsFile | null {
  const filled = lines.filter((line) => !isBlank(line))
  const hasCategory = filled[0] !== undefined && isCategory(filled[0])
  const [header, ...rows] = hasCategory ? filled.slice(1) : filled
  if (!header || header.cells.length < 2 || rows.length === 0) return null
  const names = header.cells.slice(1).map((cell) => named.exec(cell)?.[1] ?? null)
  if (names.some((name) => name === null)) return null
  const width = header.cells.length
  const isValue = (cell: string) => cell === '' || /^<?\s*\d{1,3}%?$/.test(cell)
  if (!rows.every(({ cells }) => cells.length === width && cells.slice(1).every(isValue))) return null
  const days = rows.map(({ cells }) => toDay(cells[0]!))
  if (days.every((day) => day === null)) return { kind: 'regions', delimiter }
  const series = names.map((text, at) => ({
    // Each series has a line of its own, though all are in one.
    line: header.line + at,
    text: text!,
    points: rows
      .flatMap(({ cells }, row) => {
        const value = cells[at + 1]!
        // Below 1 isn't 0, and a gap is no value.
        return days[row] && /^\d+$/.test(value) ? [{ t: days[row]!, v: Number(value) }] : []
      })
      .slice(-maxPoints),
  }))
  return { kind: 'series', delimiter, rows: rows.length, series }
}

/** "2025-11-23", "2025-11", "2025-11-23T10" and dates of spreadsheets. Months start on their first day; hours keep their hour. */
function toDay(written: string): string | null {
  if (/^\d{4}-\d\d$/.test(written)) return `${written}-01`
  const [, day, hour] = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d).*)?$/.exec(written) ?? []
  const date = readDate(day ?? written)
  return date && hour ? `${date}T${hour}:00:00.000Z` : date
}
