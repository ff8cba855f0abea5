import Papa from 'papaparse'
import { formulaStart } from '#kit/formula-guard.ts'
import {
  type ExportCell,
  type ExportColumn,
  type ExportRow,
  type ExportRows,
  type ExportTable,
  plainCell,
} from './export-table.ts'

/** CSV, JSON and Markdown in chunks of a few hundred rows, so that no export is one large string. */

export type About = { title: string; meta: readonly [string, string][] }
type Parts = AsyncGenerator<string>

const rowsInPart = 500

async function* inParts(rows: ExportRows): AsyncGenerator<ExportRow[]> {
  let part: ExportRow[] = []
  // Awaiting each of 100,000 available rows would cost more than writing them.
  if (Symbol.iterator in rows) {
    for (const row of rows) {
      if (part.push(row) < rowsInPart) continue
      yield part
      part = []
    }
  } else {
    for await (const row of rows) {
      if (part.push(row) < rowsInPart) continue
      yield part
      part = []
    }
  }
  if (part.length > 0) yield part
}

const csv = { newline: '\r\n', header: false, escapeFormulae: formulaStart }
const csvLines = (rows: unknown[][]) => `${Papa.unparse(rows, csv)}\r\n`

/**
 * RFC 4180. The byte order mark lets Excel read UTF-8. Texts that would run as formulas get an apostrophe (`guardFormula`).
 * Multiple tables have titles and a blank line in between. Omits `meta`, because other programs read the first line as the
 * header.
 */
export async function* csvParts(tables: readonly ExportTable[], { bom = true }: { bom?: boolean } = {}): Parts {
  if (bom) yield '\ufeff'
  for (const [at, { title, columns, rows }] of tables.entries()) {
    if (tables.length > 1) yield `${at > 0 ? '\r\n' : ''}${csvLines([[title]])}`
    yield csvLines([columns.map(({ label }) => label)])
    for await (const part of inParts(rows)) {
      yield csvLines(part.map((row) => columns.map(({ key }) => plainCell(row[key]) ?? '')))
    }
  }
}

/** Writes `{title, meta: {}, rows: []}` or `tables: [{title, rows}]`. Rows use the columns' keys, with null for empty cells. */
export async function* jsonParts(tables: readonly ExportTable[], { title, meta }: About, several: boolean): Parts {
  const head = JSON.stringify({ title, meta: Object.fromEntries(meta) }).slice(0, -1)
  yield several ? `${head},"tables":[` : head
  for (const [at, table] of tables.entries()) {
    if (several) yield `${at > 0 ? ',' : ''}{"title":${JSON.stringify(table.title)}`
    yield ',"rows":['
    let first = true
    for await (const part of inParts(table.rows)) {
      const rows = part.map((row) =>
        JSON.stringify(Object.fromEntries(table.columns.map(({ key }) => [key, plainCell(row[key])]))),
      )
      yield `${first ? '' : ','}\n${rows.join(',\n')}`
      first = false
    }
    yield several ? ']}' : ']'
  }
  yield several ? ']}\n' : '}\n'
}

const escapes: Record<string, string> = { '|': '\\|', '\\': '\\\\', '<': '&lt;', '&': '&amp;' }

/** Escapes text, so that it can't end a cell or become HTML, a link, code or emphasis. A URL stays clickable. */
export function markdownText(text: string): string {
  if (/^https?:\/\/[^\s<>|\\]+$/.test(text)) return `<${text}>`
  return text
    .toWellFormed()
    .replace(/[|\\<]|&(?=#?\w+;)/g, (mark) => escapes[mark]!)
    .replace(/[`*_[\]~]/g, '\\$&')
    .replace(/\s*(?:\r\n?|\n)\s*/g, '<br>')
}

function markdownCell(given: ExportCell, type: ExportColumn['type']): string {
  const cell = plainCell(given)
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  if (typeof cell === 'number') return type === 'money' ? cell.toFixed(2) : String(cell)
  return markdownText(type === 'date' && /^\d{4}-\d\d-\d\dT/.test(cell) ? cell.slice(0, 10) : cell)
}

const line = (cells: string[]) => `| ${cells.join(' | ')} |\n`
const oneLine = (text: string) => markdownText(text.replace(/\s+/g, ' ').trim())

/** GitHub Flavored Markdown: title, `meta` as a list, a section per table when there are several. */
export async function* markdownParts(tables: readonly ExportTable[], { title, meta }: About, several: boolean): Parts {
  yield `# ${oneLine(title)}\n\n`
  if (meta.length > 0) yield `${meta.map(([name, value]) => `- ${oneLine(name)}: ${oneLine(value)}`).join('\n')}\n\n`
  for (const [at, table] of tables.entries()) {
    const { columns } = table
    if (several) yield `${at > 0 ? '\n' : ''}## ${oneLine(table.title)}\n\n`
    yield line(columns.map(({ label }) => oneLine(label)))
    yield line(columns.map(({ type }) => (type === 'number' || type === 'money' ? '---:' : '---')))
    for await (const part of inParts(table.rows)) {
      yield part.map((row) => line(columns.map(({ key, type }) => markdownCell(row[key], type)))).join('')
    }
  }
}
