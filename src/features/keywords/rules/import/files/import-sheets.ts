import { Parser } from 'htmlparser2'
import { createImportError } from '../import-errors.ts'
import type { Archive } from './import-archive.ts'
import { maxCells, maxColumns, tooManyCells, tooWide } from './import-lines.ts'

/**
 * Reads the cells of an XLSX workbook. Custom, because libraries for trusted files reject a whole workbook over one formula
 * error and fill the gap before a cell in column 16,384. Streams rows while unpacking and holds only shared strings, because
 * 175 kB can unpack to millions of cells.
 */

/** Errors such as `#N/A` are text. Dates are UTC. */
export type SheetCell = string | number | boolean | Date | null
/** `line` is the row number on the sheet, from 1; `problem` as in a text row. */
export type SheetRow = { line: number; cells: SheetCell[]; problem: string | null }
/** Each call of `rows` unpacks and reads the sheet again. */
export type Sheet = { name: string; rows(): AsyncGenerator<SheetRow> }

const maxRows = 1_048_576
export const maxSheets = 20
/** Maximum number of shared strings, and their total characters: 100,000 keywords with five texts each. */
const maxStrings = 500_000
const maxStringCharacters = 20_000_000
const maxStringLength = 10_000
/** Longer than any real tag or comment. */
const maxQuietBytes = 1_000_000

const damaged = (message: string) => createImportError('invalid_input', 'workbook_damaged', message)

/**
 * Returns the visible sheets in order, without empty rows.
 * @throws AppError invalid_input when a part is missing, too_large when a limit is exceeded
 */
export async function readWorkbook(archive: Archive): Promise<Sheet[]> {
  const part = (name: string): Part | null => {
    const known = [name, `/${name}`].find((each) => archive.names.includes(each))
    return known === undefined ? null : () => archive.pieces(known)
  }
  const workbook = part('xl/workbook.xml')
  if (!workbook) throw damaged('The workbook is damaged: it has no sheets. Save it again.')
  const { sheets, epoch1904 } = await readSheetList(workbook)
  if (sheets.length > maxSheets)
    throw createImportError(
      'too_large',
      'too_many_sheets',
      `The workbook has more than ${maxSheets} sheets. Upload only the one with the keywords.`,
      { params: { max: maxSheets } },
    )
  const targets = await readTargets(part('xl/_rels/workbook.xml.rels'))
  const strings = await readSharedStrings(part(targets.get('sharedStrings') ?? 'xl/sharedStrings.xml'))
  const dateStyles = await readDateStyles(part(targets.get('styles') ?? 'xl/styles.xml'))
  return sheets.flatMap(({ name, relation }) => {
    const content = part(targets.get(relation) ?? '')
    return content ? [{ name, rows: () => readRows(content, { strings, dateStyles, epoch1904 }) }] : []
  })
}

/** Streams a part's bytes; each call starts over. */
type Part = () => AsyncGenerator<Uint8Array>

type Attributes = Record<string, string>
type Handler = {
  open?(name: string, attributes: Attributes): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Parses XML and yields after each piece. Names have no namespace prefix.
 * @throws AppError invalid_input when nothing ends for a megabyte, which the parser would buffer
 */
async function* walk(part: Part, { open, text: onText, close }: Handler): AsyncGenerator<void> {
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  let quiet = 0
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        quiet = 0
        open?.(local(name), attributes)
      },
      ontext(text) {
        quiet = 0
        onText?.(text)
      },
      onclosetag(name) {
        quiet = 0
        close?.(local(name))
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  let decoder: TextDecoder | null = null
  for await (const piece of part()) {
    decoder ??= new TextDecoder(piece[0] === 0xff && piece[1] === 0xfe ? 'utf-16le' : 'utf-8')
    quiet += piece.length
    parser.write(decoder.decode(piece, { stream: true }))
    if (quiet > maxQuietBytes) throw damaged('The workbook is damaged: it has an unclosed tag. Save it again.')
    yield
  }
  parser.end()
  yield
}

async function walkAll(part: Part, handler: Handler) {
  for await (const _ of walk(part, handler));
}

/** Copies a substring, because a slice keeps the whole original string in memory. */
const detached = (text: string) => (text.length < 13 ? text : Buffer.from(text).toString())

const attribute = (attributes: Attributes, name: string) =>
  attributes[name] ?? Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1]

async function readSheetList(part: Part) {
  const sheets: { name: string; relation: string }[] = []
  let epoch1904 = false
  await walkAll(part, {
    open(tag, attributes) {
      if (tag === 'workbookPr') epoch1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (tag === 'sheet' && (attributes.state ?? 'visible') === 'visible')
        sheets.push({ name: attributes.name ?? '', relation: attribute(attributes, 'id') ?? '' })
    },
  })
  return { sheets, epoch1904 }
}

/** Returns paths by relation id, and paths of the shared strings and styles by kind. */
async function readTargets(part: Part | null): Promise<Map<string, string>> {
  const targets = new Map<string, string>()
  if (!part) return targets
  await walkAll(part, {
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

/** Decodes "_x000D_", which stands for characters XML can't hold. */
const unescapeText = (written: string) =>
  written.includes('_x')
    ? written.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : written

async function readSharedStrings(part: Part | null): Promise<string[]> {
  const strings: string[] = []
  if (!part) return strings
  let characters = 0
  let current = ''
  let inText = false
  let phonetic = 0
  await walkAll(part, {
    open(tag) {
      if (tag === 'si') current = ''
      else if (tag === 'rPh') phonetic++
      else if (tag === 't') inText = phonetic === 0
    },
    text(written) {
      if (inText && current.length < maxStringLength) current += written
    },
    close(tag) {
      if (tag === 't') inText = false
      else if (tag === 'rPh') phonetic--
      else if (tag === 'si') {
        strings.push(detached(unescapeText(current.slice(0, maxStringLength))))
        characters += current.length
        if (strings.length > maxStrings || characters > maxStringCharacters)
          throw createImportError(
            'too_large',
            'workbook_too_much_text',
            'The workbook has too much text. Split it into smaller files.',
          )
      }
    },
  })
  return strings
}

/** True for built-in number formats that show a date. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
const isDateCode = (code: string) =>
  /[ymdhs]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, '').replace(/general/gi, ''))

/** Excel's own limit is 65,490. */
const maxStyles = 100_000

/** Returns for each cell style whether it shows a date. */
async function readDateStyles(part: Part | null): Promise<boolean[]> {
  const styles: boolean[] = []
  if (!part) return styles
  const custom = new Map<number, boolean>()
  let inCells = false
  await walkAll(part, {
    open(tag, { numFmtId, formatCode }) {
      if (tag === 'numFmt') custom.set(Number(numFmtId), isDateCode(formatCode ?? ''))
      else if (tag === 'cellXfs') inCells = true
      else if (tag === 'xf' && inCells && styles.length < maxStyles)
        styles.push(custom.get(Number(numFmtId)) ?? isBuiltInDate(Number(numFmtId)))
    },
    close(tag) {
      if (tag === 'cellXfs') inCells = false
    },
  })
  return styles
}

type Workbook = { strings: string[]; dateStyles: boolean[]; epoch1904: boolean }

/** @throws AppError too_large */
async function* readRows(part: Part, workbook: Workbook): AsyncGenerator<SheetRow> {
  let rows: SheetRow[] = []
  let cells = 0
  const count = () => {
    if (++cells > maxCells) throw tooManyCells()
  }
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
  const steps = walk(part, {
    open(tag, attributes) {
      if (tag === 'row') {
        count()
        const given = Number(attributes.r)
        line = Number.isInteger(given) && given > line && given <= maxRows ? given : line + 1
        row = { line, cells: [], problem: null }
        column = 0
      } else if (tag === 'c') {
        count()
        column = getColumn(attributes.r) ?? column + 1
        type = attributes.t ?? 'n'
        style = attributes.s ?? ''
        value = ''
      } else if (tag === 'rPh') phonetic++
      else if (tag === 'v' || tag === 't') inValue = phonetic === 0
    },
    text(written) {
      if (inValue && value.length < maxStringLength) value += written
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
  for await (const _ of steps) {
    const ready = rows
    rows = []
    yield* ready
  }
}

/** Returns the one-based column: 28 for "AB7". */
function getColumn(reference: string | undefined): number | null {
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
      return detached(unescapeText(value)) || null
    case 'b':
      return value === '' ? null : value === '1'
    case 'e':
      return detached(value) || null
    case 'd': {
      const date = new Date(value)
      return Number.isNaN(date.getTime()) ? detached(value) || null : date
    }
    default: {
      if (value === '') return null
      const number = Number(value)
      if (Number.isNaN(number)) return detached(value)
      if (!dateStyles[Number(style)]) return number
      // Excel counts a nonexistent February 29, 1900 as day 60, so earlier days are off by one.
      const days = epoch1904 ? number + 1462 : number < 60 ? number + 1 : number
      const date = new Date(Math.round((days - 25_569) * dayMs))
      return Number.isNaN(date.getTime()) ? number : date
    }
  }
}
