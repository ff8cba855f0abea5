import { unguardFormula } from '#kit/formula-guard.ts'
import { type CellReader, cellText, cleanText, quoted, round } from '../cells/import-cells.ts'
import { type NumberStyle, readNumber, readVolume, type VolumeRange } from '../cells/import-numbers.ts'
import type { SheetCell } from '../files/import-sheets.ts'
import type { ImportColumn } from '../tables/import-columns.ts'
import type { ImportedKeyword, ImportedMonth, TrendsEntry } from './parsed-keyword.ts'

/** Reads how often a keyword is searched, in a month and in each of them, and what only some files say of it. */

const maxTextLength = 200

export function createSearchesReader(columns: readonly ImportColumn[], reader: CellReader, style: NumberStyle) {
  const { at, cellAt, cell, words, refuse, inBounds, number } = reader
  const months = columns
    .flatMap(({ field, months: of }, index) => (field === 'monthly' && of ? [{ index, t: of[0]! }] : []))
    .sort((a, b) => (a.t < b.t ? -1 : 1))
  const history = at.history === undefined ? null : columns[at.history]!.months!
  // A file has few different ranges, and many cells with them.
  const ranges = new Map<string, { written: string; read: ReturnType<typeof readVolume> }>()
  const readRange = (cell: SheetCell) => {
    const raw = typeof cell === 'string' ? cell : ''
    const known = ranges.get(raw)
    if (known) return known
    const written = cellText(cell)
    const range = { written, read: written === '' ? null : readVolume(written, style) }
    if (ranges.size < 1000 && raw !== '') ranges.set(raw, range)
    return range
  }

  const volume = (): VolumeRange | null => {
    const name = 'search volume'
    const low = number(cell('volume_low'), 'lowest search volume', true)
    const high = number(cell('volume_high'), 'highest search volume', true)
    const bounds = low === null && high === null ? null : { value: null, low, high }
    const value = cell('volume')
    if (typeof value === 'number') {
      const checked = inBounds(value, name, String(value), Number.MAX_SAFE_INTEGER, 'the maximum')
      return checked === null ? null : { low, high, value: checked }
    }
    const { written, read } = readRange(value)
    if (read === 'invalid') return refuse(`${name} ${quoted(written)} isn’t a number`)
    if (read === null) return bounds
    if ((read.value ?? read.low ?? 0) < 0) return refuse(`${name} ${quoted(written)} is negative`)
    return { ...read, low: read.low ?? low, high: read.high ?? high }
  }

  const monthly = () => {
    const found: ImportedMonth[] = []
    for (const { index, t } of months) {
      const name = `searches of ${t.slice(0, 7)}`
      const value = cellAt(index)
      if (typeof value === 'number') {
        const v = number(value, name, true)
        if (v !== null) found.push({ t, v })
        continue
      }
      const { written, read } = readRange(value)
      if (read === 'invalid') refuse(`${name} ${quoted(written)} isn’t a number`)
      else if (read && (read.value ?? read.low ?? 0) < 0) refuse(`${name} ${quoted(written)} is negative`)
      else if (read?.value != null) found.push({ t, v: read.value })
      else if (read) found.push({ t, v: null, low: read.low, high: read.high })
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

  return { volume, monthly }
}

export type Extras = Pick<ImportedKeyword, 'trend' | 'trends' | 'depth' | 'parent' | 'interest'>

/** Most files have none of these, and pay nothing for them. */
export function createExtrasReader({ at, cell, words, number }: CellReader, style: NumberStyle): () => Extras {
  const trend = (): number[] | undefined => {
    const values = words('trend')
      .replace(/^\[|\]$/g, '')
      .split(/\s*[,;]\s*/)
      .map((written) => readNumber(written, { ...style, decimal: '.' }, false))
    const isShare = (value: number | null) => value !== null && value >= 0 && value <= 1
    return values.length === 12 && values.every(isShare) ? values.map((value) => round(value! * 100)) : undefined
  }

  const trendsEntry = (): TrendsEntry | undefined => {
    const list = words('trends_list')
    if (list !== 'top' && list !== 'rising') return undefined
    const value = cell('trends_value')
    return { list, value: typeof value === 'number' ? value : null, breakout: value === 'breakout' }
  }

  const interest = () => {
    const value = cell('interest')
    return typeof value === 'string' ? (JSON.parse(value) as Extras['interest']) : undefined
  }

  const fields = ['trend', 'trends_list', 'depth', 'parent', 'interest'] as const
  if (fields.every((field) => at[field] === undefined)) return () => ({})
  return () => {
    const entry = trendsEntry()
    const found: Extras = {
      trend: trend(),
      trends: entry && [entry],
      depth: (at.depth === undefined ? null : number(cell('depth'), 'depth', true, 100, '100')) ?? undefined,
      parent: cleanText(unguardFormula(words('parent'))).slice(0, maxTextLength) || undefined,
      interest: interest(),
    }
    return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined))
  }
}
