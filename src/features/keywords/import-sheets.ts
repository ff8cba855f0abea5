import { Parser } from 'htmlparser2'
import { AppError } from '#kit/errors.ts'
import { maxColumns, tooWide } from './import-lines.ts'

/**
 * The cells of an XLSX workbook. A formula's error is one cell's matter here, and a cell that claims to stand in column 16,384 costs
 * nothing: readers made for trusted files refuse the whole workbook for the first and fill the gap for the second.
 */

/** `#N/A` and its like come as their text. Dates are UTC. */
export type SheetCell = string | number | boolean | Date | null
/** `line` is the row's number on the sheet, from 1; `problem` as in a text row. */
export type SheetRow = { line: number; cells: SheetCell[]; problem: string | null }
export type Sheet = { name: string; rows: SheetRow[] }

const maxRows = 1_048_576

/** The parts of a workbook that hold its cells; everything else may stay packed. */
export const isWorkbookPart = (name: string) =>
  /^\/?xl\/[^\0]*\.(?:xml|rels)$/i.test(name) && !/\/(?:drawings|charts|media|theme)\//i.test(name)

/**
 * The visible sheets in their order, empty rows left out.
 * @throws AppError invalid_input when a part is missing
 */
export function readWorkbook(parts: ReadonlyMap<string, Uint8Array>): Sheet[] {
  const part = (name: string) => parts.get(name) ?? parts.get(`/${name}`)
  const workbook = part('xl/workbook.xml')
  if (!workbook) throw new AppError('invalid_input', 'The workbook is damaged: it lists no sheets.', { field: 'file' })
  const { sheets, epoch1904 } = readSheetList(text(workbook))
  const targets = readTargets(part('xl/_rels/workbook.xml.rels'))
  const strings = readSharedStrings(part(targets.get('sharedStrings') ?? 'xl/sharedStrings.xml'))
  const dateStyles = readDateStyles(part(targets.get('styles') ?? 'xl/styles.xml'))
  return sheets.flatMap(({ name, relation }) => {
    const content = part(targets.get(relation) ?? '')
    return content ? [{ name, rows: readRows(text(content), { strings, dateStyles, epoch1904 }) }] : []
  })
}

const decoder = new TextDecoder()
const text = (bytes: Uint8Array) =>
  (bytes[0] === 0xff && bytes[1] === 0xfe ? new TextDecoder('utf-16le') : decoder).decode(bytes)

type Attributes = Record<string, string>
type Handler = {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

/** Names come without their namespace prefix. */
function walk(xml: string, { open, text: onText, close }: Handler) {
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  const parser = new Parser(
    {
      onopentag: open && ((name, attributes) => open(local(name), attributes)),
      ontext: onText,
      onclosetag: close && ((name) => close(local(name))),
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.write(xml)
  parser.end()
}

const attribute = (attributes: Attributes, name: string) =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1]

function readSheetList(xml: string) {
  const sheets: { name: string; relation: string }[] = []
  let epoch1904 = false
  walk(xml, {
    open(tag, attributes) {
      if (tag === 'workbookPr') epoch1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (tag === 'sheet' && (attributes.state ?? 'visible') === 'visible')
        sheets.push({ name: attributes.name ?? '', relation: attribute(attributes, 'id') ?? '' })
    },
  })
  return { sheets, epoch1904 }
}

/** Paths by relation id, and those of the shared strings and styles by kind. */
function readTargets(bytes: Uint8Array | undefined): Map<string, string> {
  const targets = new Map<string, string>()
  if (!bytes) return targets
  walk(text(bytes), {
    open(tag, { Id, Type, Target }) {
      if (tag !== 'Relationship' || !Target) return
      const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`
      if (Id) targets.set(Id, path)
      const kind = Type?.slice(Type.lastIndexOf('/') + 1)
      if (kind === 'sharedStrings' || kind === 'styles') targets.set(kind, path)
    },
  })
  return targets
}

/** "_x000D_" is how a workbook writes characters that XML cannot. */
const unescapeText = (written: string) =>
  written.includes('_x')
    ? written.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : written

function readSharedStrings(bytes: Uint8Array | undefined): string[] {
  const strings: string[] = []
  if (!bytes) return strings
  let current = ''
  let inText = false
  let phonetic = 0
  walk(text(bytes), {
    open(tag) {
      if (tag === 'si') current = ''
      else if (tag === 'rPh') phonetic++
      else if (tag === 't') inText = phonetic === 0
    },
    text(part) {
      if (inText) current += part
    },
    close(tag) {
      if (tag === 't') inText = false
      else if (tag === 'rPh') phonetic--
      else if (tag === 'si') strings.push(unescapeText(current))
    },
  })
  return strings
}

/** Number formats that show a date, of those every spreadsheet program has built in. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
const isDateCode = (code: string) =>
  /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '').replace(/general/gi, ''))

/** Whether the cell style of each number shows a date. */
function readDateStyles(bytes: Uint8Array | undefined): boolean[] {
  const styles: boolean[] = []
  if (!bytes) return styles
  const custom = new Map<number, boolean>()
  let inCells = false
  walk(text(bytes), {
    open(tag, { numFmtId, formatCode }) {
      if (tag === 'numFmt') custom.set(Number(numFmtId), isDateCode(formatCode ?? ''))
      else if (tag === 'cellXfs') inCells = true
      else if (tag === 'xf' && inCells) styles.push(custom.get(Number(numFmtId)) ?? isBuiltInDate(Number(numFmtId)))
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false
    },
  })
  return styles
}

type Workbook = { strings: string[]; dateStyles: boolean[]; epoch1904: boolean }

function readRows(xml: string, workbook: Workbook): SheetRow[] {
  const rows: SheetRow[] = []
  let line = 0
  let row: SheetRow | null = null
  let column = 0
  let type = ''
  let style = ''
  let value = ''
  let inValue = false
  let phonetic = 0
  const finishCell = () => {
    const cell = cellValue(type, style, value, workbook)
    if (cell === null || !row) return
    if (column > maxColumns) row.problem = tooWide
    else {
      while (row.cells.length < column - 1) row.cells.push(null)
      row.cells[column - 1] = cell
    }
  }
  walk(xml, {
    open(tag, attributes) {
      if (tag === 'row') {
        const given = Number(attributes.r)
        line = Number.isInteger(given) && given > line && given <= maxRows ? given : line + 1
        row = { line, cells: [], problem: null }
        column = 0
      } else if (tag === 'c') {
        column = columnOf(attributes.r) ?? column + 1
        type = attributes.t ?? 'n'
        style = attributes.s ?? ''
        value = ''
      } else if (tag === 'rPh') phonetic++
      else if (tag === 'v' || tag === 't') inValue = phonetic === 0
    },
    text(part) {
      if (inValue) value += part
    },
    close(tag) {
      if (tag === 'v' || tag === 't') inValue = false
      else if (tag === 'rPh') phonetic--
      else if (tag === 'c') finishCell()
      else if (tag === 'row' && row) {
        if (row.cells.length > 0 || row.problem) rows.push(row)
        row = null
      }
    },
  })
  return rows
}

/** 28 of "AB7". */
function columnOf(reference: string | undefined): number | null {
  if (!reference) return null
  let column = 0
  for (let at = 0; at < reference.length && at < 3; at++) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column || null
}

const dayMs = 86_400_000

function cellValue(
  type: string,
  style: string,
  value: string,
  { strings, dateStyles, epoch1904 }: Workbook,
): SheetCell {
  switch (type) {
    case 's':
      return strings[Number(value)] || null
    case 'str':
    case 'inlineStr':
      return unescapeText(value) || null
    case 'b':
      return value === '' ? null : value === '1'
    case 'e':
      return value || null
    case 'd': {
      const date = new Date(value)
      return Number.isNaN(date.getTime()) ? value || null : date
    }
    default: {
      if (value === '') return null
      const number = Number(value)
      if (Number.isNaN(number)) return value
      if (!dateStyles[Number(style)]) return number
      // Day 60 is a 29 February 1900 that never was: days before it count from one day later.
      const days = epoch1904 ? number + 1462 : number < 60 ? number + 1 : number
      const date = new Date(Math.round((days - 25_569) * dayMs))
      return Number.isNaN(date.getTime()) ? number : date
    }
  }
}
