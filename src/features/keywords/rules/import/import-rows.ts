import { unguardFormula } from '#kit/formula-guard.ts'
import type { ImportKind } from '../../contract.ts'
import { cellText, cleanText, createCellReader, quoted, round, type SourceRow } from './import-cells.ts'
import type { ImportColumn, ImportField } from './import-columns.ts'
import { readDate } from './import-dates.ts'
import {
  getDecimalMark,
  type NumberStyle,
  readMoney,
  readNumber,
  readShare,
  readVolume,
  type VolumeRange,
} from './import-numbers.ts'
import type { SheetCell } from './import-sheets.ts'

/** Parses one row of a table into a keyword with its metrics, or a reason for rejection. */

export type ImportedKeyword = {
  line: number
  text: string
  volume: VolumeRange | null
  impressions: number | null
  clicks: number | null
  /** 0..1 */
  ctr: number | null
  position: number | null
  /** The file's cost per click; for Keyword Planner files the high-range top-of-page bid. */
  cpc: { value: number; currency: string | null } | null
  /** 0..1 */
  competition: number | null
  /** 0..100 on the vendor's scale. */
  difficulty: number | null
  intent: string | null
  url: string | null
  /** Searches of each month, oldest first; `t` is its first day, ISO 8601. */
  monthly: { t: string; v: number }[]
  serp_features: string[]
  /** Names of its topic and parent topic; a parent without a topic is dropped. */
  topic: string | null
  parent_topic: string | null
  /** In SERP files: URLs of its first results, in order of rank. */
  serp?: string[]
}

export const maxKeywordLength = 200
const maxTopicLength = 200

/** Number formats of a whole file, needed before any number is parsed. */
export type Formats = {
  style: NumberStyle
  /** CTR is written as 12.3, not 0.123. */
  ctrInPercent: boolean
  /** Competition is written as 0..100, not 0..1. */
  competitionInPercent: boolean
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
): Formats {
  const getCells = (fields: ImportField[]) =>
    columns.flatMap(({ field }, at) =>
      field && fields.includes(field) ? sample.map(({ cells }) => cellText(cells[at])) : [],
    )
  const decimal = getDecimalMark(getCells(fractionFields), getCells(countFields), delimiter === ';' ? ',' : '.')
  const turkish = columns.some(({ header }) =>
    /anahtar kelime|rekabet|sayfa üstü/i.test(header.toLocaleLowerCase('tr')),
  )
  const style: NumberStyle = { decimal, ...(turkish ? { bMeansThousand: true } : {}) }
  const over1 = (field: ImportField) => {
    const at = columnAt(columns, field)
    return at >= 0 && sample.some(({ cells }) => exceedsOne(cells[at], style))
  }
  return { style, ctrInPercent: over1('ctr'), competitionInPercent: over1('competition') }
}

function exceedsOne(cell: SheetCell | undefined, style: NumberStyle): boolean {
  if (typeof cell === 'number') return cell > 1
  const { value, percent } = readShare(cellText(cell), style)
  return !percent && value !== null && value > 1
}

export type RowResult =
  | { keyword: ImportedKeyword; country: string; updated: string | null; problem: null }
  | { problem: string }

const spreadsheetError = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!)$/
/** Semrush's semicolon exports write intents as these indexes. */
const semrushIntents = ['Commercial', 'Informational', 'Navigational', 'Transactional']

/** Returns a function that parses rows of one table. A row is rejected for its first error. */
export function createRowReader(columns: readonly ImportColumn[], kind: ImportKind, formats: Formats) {
  const { style, ctrInPercent, competitionInPercent } = formats
  const reader = createCellReader(columns, style)
  const { at, cellAt, cell, words, refuse, inBounds, number, share } = reader
  const months = columns
    .flatMap(({ field, months: of }, index) => (field === 'monthly' && of ? [{ index, t: of[0]! }] : []))
    .sort((a, b) => (a.t < b.t ? -1 : 1))
  const flags = columns.flatMap(({ field, header }, index) => (field === 'intent_flag' ? [{ index, header }] : []))
  const bid = at.cpc ?? at.bid_high ?? at.bid_low
  const history = at.history === undefined ? null : columns[at.history]!.months!

  const volume = (): VolumeRange | null => {
    const name = 'search volume'
    const value = cell('volume')
    const low = number(cell('volume_low'), 'lowest search volume', true)
    const high = number(cell('volume_high'), 'highest search volume', true)
    const bounds = low === null && high === null ? null : { value: null, low, high }
    if (typeof value === 'number') {
      const checked = inBounds(value, name, String(value), Number.MAX_SAFE_INTEGER, 'the maximum')
      return checked === null ? null : { low, high, value: checked }
    }
    const written = cellText(value)
    if (written === '') return bounds
    const read = readVolume(written, style)
    if (read === 'invalid') return refuse(`${name} ${quoted(written)} isn’t a number`)
    if (read === null) return bounds
    if ((read.value ?? read.low ?? 0) < 0) return refuse(`${name} ${quoted(written)} is negative`)
    return { ...read, low: read.low ?? low, high: read.high ?? high }
  }

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

  const monthly = () => {
    const found: { t: string; v: number }[] = []
    for (const { index, t } of months) {
      const v = number(cellAt(index), `searches of ${t.slice(0, 7)}`, true)
      if (v !== null) found.push({ t, v })
    }
    if (found.length > 0 || !history) return found
    const values = words('history')
      .replace(/^\[|\]$/g, '')
      .split(/\s*[,;]\s*/)
    if (values.length !== history.length) return found
    return values.flatMap((written, index) => {
      const v = readNumber(written, style, true)
      return v !== null && v >= 0 ? [{ t: history[index]!, v }] : []
    })
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

  const getKeyword = (): string | null => {
    const value = cell('text')
    if (value instanceof Date) return refuse('a spreadsheet changed the keyword to a date')
    const text = typeof value === 'string' ? cleanText(unguardFormula(value)) : cellText(value)
    if (text === '') return refuse('no keyword')
    if (spreadsheetError.test(text)) return refuse(`keyword is a spreadsheet error: ${text}`)
    if (text.includes('\ufffd')) return refuse('keyword has unreadable characters')
    if (text.length > maxKeywordLength && [...text].length > maxKeywordLength)
      return refuse(`keyword is longer than ${maxKeywordLength} characters`)
    return text
  }

  return (row: SourceRow): RowResult => {
    if (row.problem) return { problem: row.problem }
    reader.open(row.cells)
    const text = getKeyword()
    if (text === null) return { problem: reader.getProblem() ?? 'no keyword' }
    const keyword: ImportedKeyword = {
      line: row.line,
      text,
      volume: volume(),
      impressions: number(cell('impressions'), 'impressions', true),
      clicks: number(cell('clicks'), 'clicks', true),
      ctr: share(cell('ctr'), 'CTR', ctrInPercent),
      position: number(cell('position'), 'position', false),
      cpc: cpc(),
      competition: competition(),
      difficulty: number(
        typeof cell('difficulty') === 'string' ? words('difficulty').replace(/\s*%$/, '') : cell('difficulty'),
        'keyword difficulty',
        false,
        100,
        '100',
      ),
      intent: intent(),
      url: address(),
      monthly: monthly(),
      serp_features: words('serp_features')
        .split(/\s*[,;|]\s*/)
        .filter(Boolean)
        .slice(0, 100),
      ...topics(),
    }
    const problem = reader.getProblem()
    if (problem !== null) return { problem }
    const updated = words('updated')
    return { keyword, country: words('country'), updated: updated ? readDate(updated) : null, problem: null }
  }
}
