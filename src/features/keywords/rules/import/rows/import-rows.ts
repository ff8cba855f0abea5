import { unguardFormula } from '#kit/formula-guard.ts'
import type { ImportKind } from '../../../contract.ts'
import { cellText, cleanText, createCellReader, round, type SourceRow, type UnreadCell } from '../cells/import-cells.ts'
import { type DateOrder, getDateOrder, readDate } from '../cells/import-dates.ts'
import { getDecimalMark, type NumberStyle, readMoney, readShare } from '../cells/import-numbers.ts'
import type { SheetCell } from '../files/import-sheets.ts'
import type { ImportColumn, ImportField } from '../tables/import-columns.ts'
import { createExtrasReader, createSearchesReader } from './import-searches.ts'
import type { ImportedKeyword } from './parsed-keyword.ts'

export type { ImportedKeyword } from './parsed-keyword.ts'

/** Parses one row of a table into a keyword with its metrics, or a reason for rejection. */

export const maxKeywordLength = 200
const maxTopicLength = 200

/** Number formats of a whole file, needed before any number is parsed. */
export type Formats = {
  style: NumberStyle
  /** CTR is written as 12.3, not 0.123. */
  ctrInPercent: boolean
  /** Competition is written as 0..100, not 0..1. */
  competitionInPercent: boolean
  /** Null when no date of the file has a part above 12. */
  dateOrder: DateOrder | null
}

const columnAt = (columns: readonly ImportColumn[], field: ImportField) =>
  columns.findIndex((column) => column.field === field)

const fractionFields: ImportField[] = ['ctr', 'position', 'cpc', 'bid_low', 'bid_high', 'competition', 'difficulty']
const countFields: ImportField[] = ['volume', 'impressions', 'clicks', 'monthly']

/** Learns number formats from `sample`, some data rows. A ";" `delimiter` and Turkish words settle ambiguous numbers. */
export function learnFormats(
  sample: readonly SourceRow[],
  columns: readonly ImportColumn[],
  delimiter: string | null,
  chosen: { decimal?: '.' | ','; dateOrder?: DateOrder } = {},
): Formats {
  const getCells = (fields: ImportField[]) =>
    columns.flatMap(({ field }, at) =>
      field && fields.includes(field) ? sample.map(({ cells }) => cellText(cells[at])) : [],
    )
  const decimal =
    chosen.decimal ?? getDecimalMark(getCells(fractionFields), getCells(countFields), delimiter === ';' ? ',' : '.')
  const turkish = columns.some(({ header }) =>
    /anahtar kelime|rekabet|sayfa üstü/i.test(header.toLocaleLowerCase('tr')),
  )
  const style: NumberStyle = { decimal, ...(turkish ? { bMeansThousand: true } : {}) }
  const over1 = (field: ImportField) => {
    const at = columnAt(columns, field)
    return at >= 0 && sample.some(({ cells }) => exceedsOne(cells[at], style))
  }
  return {
    style,
    ctrInPercent: over1('ctr'),
    competitionInPercent: over1('competition'),
    dateOrder: chosen.dateOrder ?? getDateOrder(getCells(['updated'])),
  }
}

function exceedsOne(cell: SheetCell | undefined, style: NumberStyle): boolean {
  if (typeof cell === 'number') return cell > 1
  const { value, percent } = readShare(cellText(cell), style)
  return !percent && value !== null && value > 1
}

export type RowResult =
  | { keyword: ImportedKeyword; country: string; updated: string | null; unread: UnreadCell[]; problem: null }
  | { problem: string /** The row without its keyword, which may be a row of sums. */; nameless?: ImportedKeyword }

const spreadsheetError = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/
/** Semrush's semicolon exports write intents as these indexes. */
const semrushIntents = ['Commercial', 'Informational', 'Navigational', 'Transactional']

/** Returns a function that parses rows of one table. A row is rejected for its keyword alone: any other cell is left out. */
export function createRowReader(columns: readonly ImportColumn[], kind: ImportKind, formats: Formats) {
  const { style, ctrInPercent, competitionInPercent, dateOrder } = formats
  const reader = createCellReader(columns, style)
  const { at, cellAt, cell, words, inBounds, number, share } = reader
  const flags = columns.flatMap(({ field, header }, index) => (field === 'intent_flag' ? [{ index, header }] : []))
  const { volume, monthly } = createSearchesReader(columns, reader, style)
  const extras = createExtrasReader(reader, style)
  const bid = at.cpc ?? at.bid_high ?? at.bid_low

  const cpc = () => {
    if (bid === undefined) return null
    const value = cellAt(bid)
    const written = cellText(value)
    const read = typeof value === 'number' ? { value, currency: null } : readMoney(written, style)
    const amount = inBounds(read.value, 'cost per click', written, 1e9, 'the maximum')
    if (amount === null) return null
    const named = words('currency').toUpperCase()
    return {
      value: amount,
      currency: read.currency ?? columns[bid]!.currency ?? (/^[A-Z]{3}$/.test(named) ? named : null),
    }
  }

  const competition = () => {
    const index = number(cell('competition_index'), 'competition', false, 100, '100')
    if (index !== null) return round(index / 100)
    const value = cell('competition')
    // Skips words such as "High" and "Niedrig" instead of inventing numbers.
    return typeof value === 'string' && !/\p{N}/u.test(value) ? null : share(value, 'competition', competitionInPercent)
  }

  const intent = () => {
    if (flags.length > 0) {
      const set = flags.filter(({ index }) => /^(true|1|yes)$/i.test(cellText(cellAt(index))))
      return set.map(({ header }) => header).join(', ') || null
    }
    const written = words('intent')
    if (kind === 'semrush' && /^[0-3](?:\s*,\s*[0-3])*$/.test(written))
      return written
        .split(',')
        .map((code) => semrushIntents[Number(code)])
        .join(', ')
    return /^(?:|-+|n\/a)$/i.test(written) ? null : written.slice(0, 200)
  }

  const address = () => {
    const written = words('url')
    return /^https?:\/\/[^\s]+$/i.test(written) && written.length <= 2000 ? written : null
  }

  const topics = () => {
    const name = (field: 'topic' | 'parent_topic') =>
      cleanText(unguardFormula(words(field)))
        .slice(0, maxTopicLength)
        .trim() || null
    const topic = name('topic')
    return { topic, parent_topic: topic && name('parent_topic') }
  }

  const getKeyword = (): { text: string } | { problem: string } => {
    const value = cell('text')
    if (value instanceof Date) return { problem: 'a spreadsheet changed the keyword to a date' }
    const text = typeof value === 'string' ? cleanText(unguardFormula(value)) : cellText(value)
    if (text === '') return { problem: 'no keyword' }
    if (spreadsheetError.test(text)) return { problem: `keyword is a spreadsheet error: ${text}` }
    if (text.includes('\ufffd')) return { problem: 'keyword has unreadable characters' }
    if (text.length > maxKeywordLength && [...text].length > maxKeywordLength)
      return { problem: `keyword is longer than ${maxKeywordLength} characters` }
    return { text }
  }

  const difficulty = () => {
    const value = cell('difficulty')
    const given = typeof value === 'string' ? cellText(value).replace(/\s*%$/, '') : value
    return number(given, 'keyword difficulty', false, 100, '100')
  }

  const getNumbers = (line: number, text: string): ImportedKeyword => ({
    line,
    text,
    volume: volume(),
    impressions: number(cell('impressions'), 'impressions', true),
    clicks: number(cell('clicks'), 'clicks', true),
    ctr: share(cell('ctr'), 'CTR', ctrInPercent),
    position: number(cell('position'), 'position', false),
    cpc: cpc(),
    competition: competition(),
    difficulty: difficulty(),
    intent: intent(),
    url: address(),
    monthly: monthly(),
    serp_features: words('serp_features')
      .split(/\s*[,;|]\s*/)
      .filter(Boolean)
      .slice(0, 100),
    ...topics(),
    ...extras(),
  })

  return (row: SourceRow): RowResult => {
    if (row.problem) return { problem: row.problem }
    reader.open(row)
    const found = getKeyword()
    if ('problem' in found)
      return { problem: found.problem, ...(found.problem === 'no keyword' && { nameless: getNumbers(row.line, '') }) }
    const keyword = getNumbers(row.line, found.text)
    const updated = words('updated')
    return {
      keyword,
      country: words('country'),
      updated: updated ? readDate(updated, dateOrder) : null,
      unread: reader.takeUnread(),
      problem: null,
    }
  }
}
