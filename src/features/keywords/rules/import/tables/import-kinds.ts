import type { ImportKind } from '../../../contract.ts'
import { readMonthHeader } from '../cells/import-dates.ts'
import { analyticsPrefix, foldHeader, type ImportColumn, type ImportField, isPaid } from './import-columns.ts'
import vendorWords from './import-vendor-words.json' with { type: 'json' }

/** Detects the vendor of a table by its columns. Pure, for server and browser. */

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
  const vendor = getVendor(folded)
  if (vendor) return vendor
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
    return kindOfPerformance(columns, folded)
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

/** Headers that only this vendor has together. */
const vendorHeaders: [ImportKind, string[]][] = [
  ['answer_the_public', ['modifier type', 'modifier', 'suggestion']],
  ['moz', ['min volume', 'max volume']],
  ['moz', ['keyword', 'organic ctr', 'priority']],
  ['serpbear', ['id', 'keyword', 'position', 'device', 'updated', 'added']],
  ['alsoasked', ['question', 'parent question']],
  ['alsoasked', ['question', 'parent', 'depth']],
]

function getVendor(folded: readonly string[]): ImportKind | null {
  if (folded.some((header) => header.startsWith(analyticsPrefix))) return 'google_analytics'
  return vendorHeaders.find(([, names]) => names.every((name) => folded.includes(name)))?.[0] ?? null
}

const queryWords = new Set(vendorWords.queryWords.map(foldHeader))
const averaged = new Set(['avg position', 'average position', 'position moy', 'position moyenne', 'durchschn position'])

/**
 * Whose impressions and clicks these are. Ads reports have costs. Google's table is of queries and begins with clicks, Bing's
 * is of keywords and begins with impressions; what is neither has no provider's name.
 */
function kindOfPerformance(columns: readonly ImportColumn[], folded: readonly string[]): ImportKind {
  if (isPaid(folded)) return 'paid_search'
  const at = (field: ImportField) => columns.findIndex((column) => column.field === field)
  const header = folded[at('text')] ?? ''
  if (queryWords.has(header)) return 'search_console'
  const position = folded[at('position')] ?? ''
  if (
    at('impressions') < at('clicks') &&
    (averaged.has(position) || /^(?:avg|average|durchschn|gem|moy|prom|med|sr)\b/.test(position))
  )
    return 'bing_webmaster'
  return 'generic'
}

export const isQueryWord = (header: string) => queryWords.has(foldHeader(header))

const coverageWords = new Set(vendorWords.coverageWords.map(foldHeader))

/** Whose table without keywords it is; null when unknown. */
export function kindOfOtherTable(columns: readonly ImportColumn[]): ImportKind | null {
  const folded = columns.map(({ header }) => foldHeader(header))
  const vendor = getVendor(folded)
  if (vendor) return vendor
  if (coverageWords.has(folded[0] ?? '') && columns.length < 6) return 'search_console'
  const fields = new Set(columns.map(({ field }) => field))
  if (!fields.has('clicks') || !fields.has('impressions')) return null
  const kind = kindOfPerformance(columns, folded)
  return kind === 'generic' ? 'search_console' : kind
}
