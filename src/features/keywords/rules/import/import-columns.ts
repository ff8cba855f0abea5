import type { ImportKind } from '../../contract.ts'
import { readMonthHeader, readMonthSpan } from './import-dates.ts'
import headers from './import-headers.json' with { type: 'json' }

/** Maps columns to fields and detects the vendor. Pure, for server and browser. */

/**
 * Column headers by vendor and language, compared by `foldHeader`: case, accents and punctuation don't count. When a file has
 * several headers of a field, the earlier one wins. Sources: real export files and the vendors' help pages.
 */
export const importHeaders = headers.fields

/**
 * `monthly`: searches of one month. `history`: a list of months in one cell. `intent_flag`: true when the row has that intent.
 */
export type ImportField = keyof typeof importHeaders | 'monthly' | 'history' | 'intent_flag'

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

type Named = { field: ImportField; rank: number }

const fieldByHeader = new Map<string, Named>()
for (const [field, names] of Object.entries(importHeaders)) {
  for (const [rank, name] of names.entries()) {
    const folded = foldHeader(name)
    if (!fieldByHeader.has(folded)) fieldByHeader.set(folded, { field: field as ImportField, rank })
  }
}
/** First headers of tables without keywords: Search Console's other tables, and other reports. */
const otherTables = new Set(headers.otherTables.map(foldHeader))
const intentNames = new Set(['informational', 'commercial', 'transactional', 'navigational'])
const comparable = new Set<ImportField>(['clicks', 'impressions', 'ctr', 'position'])

const inBrackets = /^(.*?)\s*[([]([^()[\]]*)[)\]]\s*$/s

function toName(header: string): (Named & { currency?: string }) | null {
  const exact = fieldByHeader.get(foldHeader(header))
  if (exact) return exact
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

const ahrefsOnly = new Set([
  ...['parent keyword', 'parent topic', 'traffic potential', 'global traffic potential', 'cps', 'return rate'],
  ...['current organic traffic', 'global volume', 'sv forecasting trend'],
])
const semrushOnly = new Set([
  ...[
    'competitive density',
    'keyword difficulty index',
    'serp features by keyword',
    'keyword intents',
    'click potential',
  ],
  ...['number of results', 'traffic cost', 'position type'],
])

/** Detects the vendor by its columns. */
export function kindOfColumns(columns: readonly ImportColumn[]): ImportKind {
  const fields = new Set(columns.map(({ field }) => field))
  const folded = columns.map(({ header }) => foldHeader(header))
  const searched = fields.has('volume')
  const labeledMonths = columns.some(({ header, field }) => field === 'monthly' && readMonthHeader(header)?.labeled)
  if (fields.has('bid_low') || fields.has('bid_high') || (searched && fields.has('competition_index')))
    return 'keyword_planner'
  if (searched && labeledMonths) return 'keyword_planner'
  // Our own exports name a parent topic beside the topic.
  if (!fields.has('topic') && folded.some((header) => ahrefsOnly.has(header) || header.startsWith('sv trend')))
    return 'ahrefs'
  if (folded.includes('#') && folded.includes('keyword') && folded.includes('difficulty')) return 'ahrefs'
  if (folded.some((header) => semrushOnly.has(header))) return 'semrush'
  if (folded.includes('keyword difficulty') && (fields.has('intent') || columns.some(({ currency }) => currency)))
    return 'semrush'
  if (fields.has('impressions') && fields.has('clicks') && !searched && !fields.has('difficulty'))
    return 'search_console'
  if (searched && folded.some((header) => plannerVolume.has(header)) && folded.length > 3) return 'keyword_planner'
  return 'generic'
}

const plannerVolume = new Set(
  [
    'Avg. monthly searches',
    'Promedio de búsquedas mensuales',
    'Média de pesquisas mensais',
    '月間平均検索ボリューム',
  ].map(foldHeader),
)
