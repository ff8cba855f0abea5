import { readMonthHeader, readMonthSpan } from '../cells/import-dates.ts'
import languages from './import-header-languages.json' with { type: 'json' }
import headers from './import-headers.json' with { type: 'json' }
import vendorWords from './import-vendor-words.json' with { type: 'json' }

/** Maps columns to fields. Pure, for server and browser. */

/**
 * Column headers by vendor and language, compared by `foldHeader`: case, accents and punctuation don't count. When a file has
 * several headers of a field, the earlier one wins. Sources: real export files and the vendors' help pages.
 */
export const importHeaders: Record<HeaderField, string[]> = headers.fields
type HeaderField = keyof typeof headers.fields

/** Fields that `import-header-languages.json` has words for in each language of a country. */
const fieldsByLanguage = ['text', 'volume', 'clicks', 'impressions', 'position', 'cpc'] as const

/**
 * `monthly`: searches of one month. `history`: a list of months in one cell. `intent_flag`: true when the row has that intent.
 */
/**
 * Fields of columns that no header names: Google Trends has none.
 */
type UnnamedField = 'trends_list' | 'trends_value' | 'interest'

export type ImportField = HeaderField | UnnamedField | 'monthly' | 'history' | 'intent_flag'

export type ImportColumn = {
  /** As in the file, with white space collapsed. */
  header: string
  /** Null when skipped. */
  field: ImportField | null
  /** For `cpc` and bids: the currency in the header. */
  currency?: string
  /** For `monthly` and `history`: first days of months, ISO 8601, oldest first. */
  months?: string[]
}

/** Normalizes a header: case, accents and punctuation don't count, except "#" and "%". */
export function foldHeader(header: string): string {
  return header
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}#%]+/gu, ' ')
    .trim()
}

export const analyticsPrefix = 'organic google search '

type Named = { field: ImportField; rank: number }

const fieldByHeader = new Map<string, Named>()
for (const [field, names] of Object.entries(importHeaders)) {
  for (const [rank, name] of names.entries()) {
    const folded = foldHeader(name)
    if (!fieldByHeader.has(folded)) fieldByHeader.set(folded, { field: field as ImportField, rank })
  }
}
for (const words of Object.values(languages)) {
  for (const field of fieldsByLanguage) {
    for (const name of words[field]) {
      const folded = foldHeader(name)
      if (!fieldByHeader.has(folded)) fieldByHeader.set(folded, { field, rank: 500 })
    }
  }
}
/** First headers of tables without keywords: Search Console's other tables, and other reports. */
const otherTables = new Set(headers.otherTables.map(foldHeader))
const intentNames = new Set(['informational', 'commercial', 'transactional', 'navigational'])
const searchTerms = new Set(vendorWords.searchTerms.map(foldHeader))
const paidWords = new Set(vendorWords.paidWords.map(foldHeader))
/** True for reports of ads, which have costs and campaigns. */
export const isPaid = (folded: readonly string[]) => folded.some((header) => paidWords.has(header))

const comparable = new Set<ImportField>(['clicks', 'impressions', 'ctr', 'position'])

/** True for a header of a known field or of a known table without keywords. */
export const isKnownHeader = (header: string) => toName(header) !== null || otherTables.has(foldHeader(header))

const inBrackets = /^(.*?)\s*[([]([^()[\]]*)[)\]]\s*$/s

function toName(header: string): (Named & { currency?: string }) | null {
  const folded = foldHeader(header)
  const exact = fieldByHeader.get(folded)
  if (exact) return exact
  // Google Analytics puts the name of its source before each metric.
  if (folded.startsWith(analyticsPrefix)) return fieldByHeader.get(folded.slice(analyticsPrefix.length)) ?? null
  // "CPC (USD)", "CPC [EUR]".
  const [, name = '', bracket = ''] = inBrackets.exec(header) ?? []
  const currency = bracket.trim()
  if (/^[A-Z]{3}$/.test(currency)) {
    const named = fieldByHeader.get(foldHeader(name))
    if (named && (named.field === 'cpc' || named.field === 'bid_low' || named.field === 'bid_high'))
      return { ...named, currency }
  }
  return null
}

/** Handles Search Console comparisons such as "Last 28 days Clicks", the newer period first. */
function comparedMetric(header: string): Named | null {
  const words = foldHeader(header).split(' ')
  if (words.length < 3 || !words.some((word) => /\d/.test(word))) return null
  const named = fieldByHeader.get(words.at(-1)!) ?? fieldByHeader.get(words[0]!)
  return named && comparable.has(named.field) ? { ...named, rank: 1000 } : null
}

/** Whether a table compares two periods: it has each metric twice. */
export const comparesPeriods = (columns: readonly ImportColumn[]) =>
  columns.filter(({ header }) => toName(header) === null && comparedMetric(header)?.field === 'clicks').length > 1

/** Longer than any vendor's header, so that a whole line isn't parsed as one. */
const maxHeaderLength = 200

/** Maps columns to fields: each field at most once, by its best name, except months. */
export function assignColumns(given: readonly string[]): ImportColumn[] {
  const headers = given.map((header) => (header.length > maxHeaderLength ? '' : header))
  const named = headers.map(toName)
  const isComparison = named.some((found) => found?.field === 'text')
  const found = named.map((name, at) => name ?? (isComparison ? comparedMetric(headers[at]!) : null))
  const best = new Map<ImportField, number>()
  for (const [at, name] of found.entries()) {
    if (!name) continue
    const current = best.get(name.field)
    if (current === undefined || name.rank < found[current]!.rank) best.set(name.field, at)
  }
  const folded = headers.map(foldHeader)
  // Of an ads report's search terms and the keywords they matched, people searched the terms.
  const searched = folded.findIndex((header) => searchTerms.has(header))
  if (searched >= 0 && found[searched]?.field === 'text' && isPaid(folded)) best.set('text', searched)
  const hasFlags = folded.filter((header) => intentNames.has(header)).length > 1
  return headers.map((header, at) => {
    const name = found[at]
    if (name) {
      const taken = best.get(name.field) === at
      const currency = (name as { currency?: string }).currency
      return { header, field: taken ? name.field : null, ...(taken && currency ? { currency } : {}) }
    }
    if (hasFlags && intentNames.has(folded[at]!)) return { header, field: 'intent_flag' }
    if (folded[at]!.startsWith('sv trend')) {
      const months = readMonthSpan(header)
      return months ? { header, field: 'history', months } : { header, field: null }
    }
    const month = readMonthHeader(header)
    return month ? { header, field: 'monthly', months: [month.t] } : { header, field: null }
  })
}

/** Returns how likely cells are a header row: the number of known columns, or 0 when it can't be one. */
export function headerScore(cells: readonly string[]): number {
  const columns = assignColumns(cells)
  const fields = new Set(columns.map(({ field }) => field).filter((field) => field !== null))
  if (fields.size === 0) return 0
  return fields.has('text') || fields.size > 1 ? fields.size : 0
}

/** True when the first header belongs to another Search Console table: pages, countries, devices, dates, filters. */
export const isOtherTable = (firstHeader: string) => otherTables.has(foldHeader(firstHeader))
