import type { SearchExportRow } from '#features/keywords/contract-search-export.ts'
import type { SearchExport, SearchFigures } from '#features/keywords/rules/import/search-export.ts'
import { AppError } from '#kit/errors.ts'
import { isInSite } from '../site-url.ts'

/** What a site takes of an export: its own pages, and totals of the export’s period. */

export type UploadRow = SearchFigures & {
  dimension: 'date' | 'query' | 'page' | 'query_page'
  day: string | null
  query: string | null
  page: string | null
}

export type SiteExport = Pick<SearchExport, 'from' | 'to' | 'period_from' | 'filters'> & {
  rows: UploadRow[]
  /** Rows of the file that were taken. */
  accepted: number
  rejected: SearchExportRow[]
  rejected_total: number
}

/** Of a site’s own export, few pages can be elsewhere, such as those of an old address. */
const maxElsewhere = 0.1
const maxListed = 100

/** @throws AppError invalid_input when a tenth of the impressions by page is elsewhere: then its totals aren’t the site’s either */
export function toSiteExport(site: string, given: SearchExport): SiteExport {
  const rejected = [...given.rejected]
  let refused = given.rejected_total
  const isOwn = (page: string) => {
    const url = URL.parse(page)
    return url !== null && isInSite(site, url)
  }
  const selectOwn = <T extends SearchFigures & { line: number; page: string | null }>(
    rows: readonly T[],
    table: string,
  ): T[] => {
    const all = rows.filter(({ page }) => page !== null)
    const elsewhere = all.filter(({ page }) => !isOwn(page!))
    if (sumImpressions(elsewhere) > maxElsewhere * sumImpressions(all)) throw isElsewhere(site, elsewhere[0]!.page!)
    const left = new Set<T>(elsewhere)
    refused += elsewhere.length
    for (const { line, page } of elsewhere)
      if (rejected.length < maxListed) rejected.push({ table, line, reason: `not a page of ${site}: ${page}` })
    return rows.filter((row) => !left.has(row))
  }
  const queries = selectOwn(given.queries, given.tables.queries)
  const pages = selectOwn(given.pages, given.tables.pages)
  const pairs = queries.filter(({ page }) => page !== null)
  const { from, to, period_from, filters } = given
  const empty = { day: null, query: null, page: null }
  return {
    ...{ from, to, period_from, filters, rejected },
    rejected_total: refused,
    accepted: given.days.length + queries.length + pages.length,
    rows: [
      ...given.days.map(({ day, ...figures }) => toRow('date', { ...empty, day, ...figures })),
      ...sumQueries(queries).map((row) => toRow('query', { ...empty, ...row })),
      ...(pages.length > 0 ? pages : sumPages(pairs)).map((row) => toRow('page', { ...empty, ...row })),
      ...pairs.map((row) => toRow('query_page', { ...empty, ...row })),
    ],
  }
}

const sumImpressions = (rows: readonly SearchFigures[]) => rows.reduce((sum, { impressions }) => sum + impressions, 0)

const toRow = (
  dimension: UploadRow['dimension'],
  { day, query, page, clicks, impressions, position }: Omit<UploadRow, 'dimension'>,
): UploadRow => ({ dimension, day, query, page, clicks, impressions, position })

type QueryTotal = SearchFigures & { query: string }

/**
 * Totals by query. A row for each page can’t be added up: one search may show several pages. The page shown most has the fewest
 * impressions that the query can have; clicks are of one page each.
 */
function sumQueries(rows: readonly (QueryTotal & { page: string | null })[]): QueryTotal[] {
  return [...Map.groupBy(rows, ({ query }) => query)].map(([query, list]) => {
    const total = list.find(({ page }) => page === null)
    const shown = total ?? list.reduce((a, b) => (b.impressions > a.impressions ? b : a))
    const { clicks, impressions, position } = shown
    const sum = list.reduce((all, row) => all + row.clicks, 0)
    return { query, clicks: total ? clicks : Math.min(sum, impressions), impressions, position }
  })
}

/** Totals by page: its queries don’t overlap. */
function sumPages(rows: readonly (SearchFigures & { page: string | null })[]): (SearchFigures & { page: string })[] {
  return [...Map.groupBy(rows, ({ page }) => page!)].map(([page, list]) => {
    const impressions = sumImpressions(list)
    return {
      page,
      clicks: list.reduce((sum, { clicks }) => sum + clicks, 0),
      impressions,
      position: list.reduce((sum, row) => sum + row.position * row.impressions, 0) / impressions,
    }
  })
}

const isElsewhere = (site: string, page: string) => {
  const host = (URL.parse(page)?.host ?? page).slice(0, 100)
  return new AppError('invalid_input', `This export is of another site: it has pages of ${host}, not of ${site}.`, {
    field: 'file',
    reason: 'export_elsewhere',
    params: { host, site },
  })
}
