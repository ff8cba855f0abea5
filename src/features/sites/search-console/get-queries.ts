import { isQuestion } from '#features/reports/rules/keywords/classify-keyword.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { QueryRow, QuerySort, QueryView, SearchTotals } from '../contract.ts'
import { addDays } from '../rules/days.ts'
import { findCannibalization } from '../rules/search/cannibalization.ts'
import { type CtrCurve, getExpectedCtr, hasLowCtr } from '../rules/search/ctr-curve.ts'
import { isStriking, minHistoryDays } from '../rules/search/query-views.ts'
import { findConnection } from '../store/connection-store.ts'
import {
  findDays,
  type QueryPage,
  type QueryTotals,
  sumDays,
  sumQueryPages,
  type Totals,
} from '../store/search-store.ts'
import type { UploadRecord } from '../store/upload-store.ts'
import type { GetKnownTotals, GetQuerySums, QuerySums } from './query-sums.ts'
import { findShownUpload, getUploadOverview, presentSource, readUploadSums } from './shown-upload.ts'

export type QueriesInput = {
  view: QueryView
  /** Of the view of questions; English if left out. */
  language?: string | undefined
  q?: string | undefined
  from?: string | undefined
  to?: string | undefined
  sort: QuerySort
  page: number
  limit: number
  /** An uploaded export to show. */
  upload_id?: string | undefined
}

const usualDays = 28

/** The days of a call: the last complete 28 unless it says otherwise. Null without data. */
export async function getPeriod(
  db: Database,
  ref: ResourceRef,
  given: { from?: string | undefined; to?: string | undefined },
) {
  const connection = await findConnection(db, ref)
  const lastDay = connection?.last_day ?? null
  const to = given.to ?? lastDay
  if (to === null) return null
  return { from: given.from ?? addDays(to, 1 - usualDays), to, lastDay, connection }
}

export const presentTotals = (totals: Totals | null): SearchTotals | null =>
  totals && { ...totals, ctr: totals.impressions > 0 ? totals.clicks / totals.impressions : null }

/** Of the clicks of the date dimension, those that no query has. */
const getAnonymized = (all: Totals | null, known: Totals | null) =>
  all && all.clicks > 0 ? Math.max(0, 1 - (known?.clicks ?? 0) / all.clicks) : null

export async function getOverview(
  db: Database,
  getKnownTotals: GetKnownTotals,
  ref: ResourceRef,
  given: Pick<QueriesInput, 'from' | 'to' | 'upload_id'>,
) {
  const upload = await findShownUpload(db, ref, given)
  if (upload) return getUploadOverview(db, ref, upload)
  const period = await getPeriod(db, ref, given)
  const shown = { upload: null, site_id: ref.id }
  if (!period) return { from: null, to: null, totals: null, before: null, days: [], anonymized_share: null, ...shown }
  const { from, to, lastDay, connection } = period
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  const [totals, before, queries, days] = await Promise.all([
    sumDays(db, ref, 'date', { from, to }),
    sumDays(db, ref, 'date', { from: addDays(from, -length), to: addDays(from, -1) }),
    getKnownTotals(ref, { from, to }, connection),
    findDays(db, ref, { from, to: to === lastDay ? addDays(to, 5) : to }),
  ])
  return {
    ...{ from, to, days, ...shown },
    totals: presentTotals(totals),
    before: presentTotals(before),
    anonymized_share: getAnonymized(totals, queries),
  }
}

/** Queries of a view, with headline figures from the date dimension. */
export async function getQueries(db: Database, getSums: GetQuerySums, ref: ResourceRef, input: QueriesInput) {
  const upload = await findShownUpload(db, ref, input)
  if (upload) return getUploadQueries(db, ref, upload, input)
  const period = await getPeriod(db, ref, input)
  const paging = { page: input.page, limit: input.limit }
  const complete = { upload: null, lacks: null }
  if (!period)
    return { items: [], total: 0, ...paging, from: null, to: null, totals: null, anonymized_share: null, ...complete }
  const sums = await getSums(ref, { from: period.from, to: period.to }, period.connection)
  const isInView = await getView(sums, input, period.from)
  const { chosen, shown } = choose(sums.all, isInView, input)
  const ids = shown.map(({ id }) => id)
  const pages = Map.groupBy(ids.length > 0 ? await sumQueryPages(db, ref, period, ids) : [], ({ query_id }) => query_id)
  return {
    items: shown.map((query) => present(query, sums.curve, pages.get(query.id) ?? [])),
    total: chosen.length,
    ...paging,
    ...{ from: period.from, to: period.to, ...complete },
    totals: presentTotals(sums.date),
    anonymized_share: getAnonymized(sums.date, sums.known),
  }
}

/** An export’s queries of a view, with totals of its whole period. */
async function getUploadQueries(db: Database, ref: ResourceRef, upload: UploadRecord, input: QueriesInput) {
  const { from_day: from, to_day: to } = upload
  const [sums, { totals }] = await Promise.all([readUploadSums(db, ref, upload), getUploadOverview(db, ref, upload)])
  const lacks = getLack(upload, input.view)
  const isInView = lacks === null ? await getView(sums, input, '') : () => false
  const { chosen, shown } = choose(sums.all, isInView, input)
  return {
    items: shown.map((query) => ({ ...present(query, sums.curve, sums.pages.get(query.id) ?? []), swaps: null })),
    total: chosen.length,
    ...{ page: input.page, limit: input.limit },
    ...{ from, to, totals, anonymized_share: null, upload: presentSource(upload), lacks },
  }
}

/** What a view needs that an export hasn’t got. */
function getLack({ pairs }: UploadRecord, view: QueryView): 'days' | 'pairs' | null {
  if (view === 'new') return 'days'
  return view === 'cannibalized' && pairs === 0 ? 'pairs' : null
}

/** Those of the view that match, and those of the page. */
function choose(
  all: readonly QueryTotals[],
  isInView: (query: QueryTotals) => boolean,
  { q, sort, page, limit }: Pick<QueriesInput, 'q' | 'sort' | 'page' | 'limit'>,
) {
  const words = q?.toLowerCase().split(/\s+/).filter(Boolean) ?? []
  const chosen = all.filter((query) => matches(query.query.toLowerCase(), words) && isInView(query))
  chosen.sort(compareBy(sort))
  return { chosen, shown: chosen.slice((page - 1) * limit, page * limit) }
}

/** Reading more queries than this would hold up other requests. */
const maxRead = 10_000

async function getView(
  sums: Pick<QuerySums, 'all' | 'curve' | 'getRivals' | 'getHistory'>,
  { view, language = 'en' }: Pick<QueriesInput, 'view' | 'language'>,
  from: string,
): Promise<(query: QueryTotals) => boolean> {
  if (view === 'striking_distance') return isStriking
  if (view === 'low_ctr') return (query) => hasLowCtr(query, sums.curve)
  if (view === 'questions') {
    const shown = sums.all.toSorted((a, b) => b.impressions - a.impressions).slice(0, maxRead)
    const questions = new Set(shown.filter(({ query }) => isQuestion(query, language)).map(({ id }) => id))
    return ({ id }) => questions.has(id)
  }
  if (view === 'cannibalized') {
    const rivals = await sums.getRivals()
    return ({ id }) => rivals.has(id)
  }
  if (view === 'new') {
    const { earlier, firstDay } = await sums.getHistory()
    const isLongEnough = firstDay !== null && firstDay <= addDays(from, -minHistoryDays)
    return ({ id }) => isLongEnough && !earlier.has(id)
  }
  return () => true
}

const matches = (query: string, words: readonly string[]) =>
  words.every((word) =>
    word.length > 1 && word.startsWith('-') ? !query.includes(word.slice(1)) : query.includes(word),
  )

function compareBy(sort: QuerySort) {
  const column = sort.replace(/^-/, '')
  const sign = sort.startsWith('-') ? -1 : 1
  const get = (row: QueryTotals) =>
    column === 'ctr' ? row.clicks / row.impressions : row[column as 'clicks' | 'impressions' | 'position']
  const byName = (a: QueryTotals, b: QueryTotals) => (a.query < b.query ? -1 : a.query > b.query ? 1 : 0)
  if (column === 'query') return (a: QueryTotals, b: QueryTotals) => sign * byName(a, b)
  return (a: QueryTotals, b: QueryTotals) => sign * (get(a) - get(b)) || b.impressions - a.impressions || byName(a, b)
}

function present({ query, clicks, impressions, position }: QueryTotals, curve: CtrCurve, pages: QueryPage[]): QueryRow {
  return {
    ...{ query, clicks, impressions, position },
    ctr: clicks / impressions,
    expected_ctr: getExpectedCtr(curve, position),
    swaps: findCannibalization(pages)?.swaps ?? null,
    pages: pages.slice(0, 10).map((page) => ({
      ...{ page: page.page, clicks: page.clicks, impressions: page.impressions, position: page.position },
    })),
  }
}
