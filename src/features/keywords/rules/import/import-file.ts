import { AppError } from '#kit/errors.ts'
import type { ImportKind, TableSubject } from '../../contract.ts'
import { maxColumns, tooWide } from './files/import-lines.ts'
import { invalid, openTables } from './files/import-source.ts'
import { createImportError, type ImportReason } from './import-errors.ts'
import type { ImportOptions, ImportResult } from './import-result.ts'
import { readTable } from './rows/import-read.ts'
import { hasSerpColumns } from './rows/import-serps.ts'
import { notSearchExport, readSearchExport, type SearchExport } from './search-export.ts'
import { isExportTable, planTable, type TablePlan } from './tables/import-tables.ts'
import type { IndexedPlan } from './tables/source-table.ts'

export type { ImportKind } from '../../contract.ts'
export type { ImportOptions, ImportResult } from './import-result.ts'
export type { ImportedKeyword } from './rows/import-rows.ts'
export { importHeaders } from './tables/import-columns.ts'

/** Parses keyword files of any vendor into keywords, with a reason for each rejected line and each cell left out. */

export const maxFileBytes = 25_000_000

/**
 * Parses a keyword file: CSV, TSV, other delimited text, a plain list, XLSX, or an archive. A bad line is rejected with its
 * reason and doesn't stop the rest. `kind` and `options` take precedence over what is detected.
 * @throws AppError invalid_input or unsupported_type when it isn't a keyword table, too_large over 25 MB or 1,000 columns; all
 * with field 'file'
 */
export const parseImportFile = async (
  bytes: Uint8Array,
  fileName: string,
  kind?: ImportKind,
  options: ImportOptions = {},
  now = new Date(),
): Promise<ImportResult> => readTable(...(await planFile(bytes, fileName, kind, options)), { fileName, now, options })

/**
 * Parses a file as `parseImportFile` does, and reads all its tables as an export of one site’s searches.
 * @throws AppError as `parseImportFile`, and invalid_input when it’s something else
 */
export async function parseSearchExport(
  bytes: Uint8Array,
  fileName: string,
  kind?: ImportKind,
  options: ImportOptions = {},
  now = new Date(),
): Promise<{ result: ImportResult; searchExport: SearchExport }> {
  try {
    const [plan, plans] = await planFile(bytes, fileName, kind, options)
    return await readSearchExport(plan, plans, { fileName, now, options })
  } catch (error) {
    const reason = error instanceof AppError ? error.options.reason : null
    throw reason && otherFiles.has(reason) ? notSearchExport() : error
  }
}

/** What other exports are refused with, which advises on keywords. */
const otherFiles = new Set<string>([
  'no_keyword_column',
  'not_queries_ads',
  'not_queries_analytics',
  'not_queries_bing',
] satisfies ImportReason[])

/** The tables of a file, and the one with its keywords. */
async function planFile(
  bytes: Uint8Array,
  fileName: string,
  kind: ImportKind | undefined,
  options: ImportOptions,
): Promise<[plan: IndexedPlan, plans: IndexedPlan[]]> {
  if (bytes.length > maxFileBytes)
    throw createImportError(
      'too_large',
      'file_too_large',
      'The file is larger than 25 MB. Split it into smaller files.',
      { params: { max_mb: maxFileBytes / 1_000_000 } },
    )
  const { table: chosen, headerLine, columns } = options
  const plans: IndexedPlan[] = []
  for (const [index, table] of (await openTables(bytes, fileName, options)).entries()) {
    // A person's choices are about the table they saw.
    const isChosen = chosen === undefined || chosen === index
    const plan = await planTable(table, isChosen ? { headerLine, columns } : {})
    if (plan) plans.push({ ...plan, index })
  }
  const plan = choosePlan(chosen === undefined ? plans : plans.filter(({ index }) => index === chosen))
  if (kind) plan.kind = kind
  if (plan.kind === 'serp' && !hasSerpColumns(plan.columns))
    throw invalid('serp_columns_missing', 'A SERP file needs three columns: keyword, rank and URL.')
  return [plan, plans]
}

function choosePlan<T extends TablePlan>(plans: readonly T[]): T {
  if (plans.length === 0) throw invalid('file_empty', 'The file is empty.')
  // Beside tables of pages, countries and dates, only a table that surely has keywords is one.
  const minSureness = plans.length === 1 ? 0 : plans.some(isExportTable) ? 2 : 0.6
  const candidates = plans.filter(({ role }) => role === 'keywords')
  const sure = candidates.filter(({ sureness }) => sureness >= minSureness)
  const [best] = (plans.some(isExportTable) || sure.length > 0 ? sure : candidates).sort(
    (a, b) => b.sureness - a.sureness || b.sample.length - a.sample.length,
  )
  const isTooWide = ({ headerLine, columns, sample }: TablePlan) =>
    columns.length > maxColumns || (headerLine === 0 && sample[0]?.problem === tooWide)
  if (isTooWide(best ?? plans[0]!))
    throw createImportError('too_large', 'too_many_columns', 'The file has more than 1,000 columns.', {
      params: { max: maxColumns },
    })
  if (best) return best
  throw withoutQueries(plans)
}

/** What to upload instead of one table, and instead of a whole export without queries. */
type Vendor = { name: string; upload: string; whole: string; reason: ImportReason }

const bingUpload = 'In Search Performance, select Keywords and download that table.'
const analyticsUpload = 'Open the Queries report under Search Console and download that table.'
const adsUpload = 'Download the report of search keywords or search terms.'
const vendors: Partial<Record<ImportKind, Vendor>> = {
  search_console: {
    name: 'a Search Console export',
    upload: 'Upload Queries.csv or the whole zip.',
    whole: 'Export Performance on Search results: Discover, News and indexing reports have no queries.',
    reason: 'not_queries',
  },
  bing_webmaster: {
    name: 'a Bing Webmaster Tools export',
    upload: bingUpload,
    whole: bingUpload,
    reason: 'not_queries_bing',
  },
  google_analytics: {
    name: 'a Google Analytics export',
    upload: analyticsUpload,
    whole: analyticsUpload,
    reason: 'not_queries_analytics',
  },
  paid_search: { name: 'an ads report', upload: adsUpload, whole: adsUpload, reason: 'not_queries_ads' },
}

/** Explains a vendor's export without queries, its only keywords. */
function withoutQueries(plans: readonly TablePlan[]) {
  const found = plans.find(({ kind }) => vendors[kind])
  const vendor = found && vendors[found.kind]
  if (!vendor) return invalid('no_keyword_column', 'No keyword column found. Name it "Keyword" in the first row.')
  // Of several tables it's the export that has no queries, not the first of them.
  const holds: TableSubject = plans.length === 1 ? found.holds : 'other'
  const which = holds === 'other' || holds === 'keywords' ? 'one of the other tables' : `the ${holds} table`
  const what = plans.length === 1 ? `${which} of ${vendor.name}` : `${vendor.name} without queries`
  const why = holds === 'pages' ? 'Pages aren’t keywords, so it can’t be imported.' : 'It has no keywords.'
  const params = { table: plans.length === 1 ? holds : 'all' }
  const upload = plans.length === 1 ? vendor.upload : vendor.whole
  return createImportError('invalid_input', vendor.reason, `This is ${what}. ${why} ${upload}`, { params })
}
