import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { UploadSource } from '../contract-uploads.ts'
import { findCannibalization } from '../rules/search/cannibalization.ts'
import { chooseUpload } from '../rules/search/choose-source.ts'
import { fitCtrCurve } from '../rules/search/ctr-curve.ts'
import { findConnection } from '../store/connection-store.ts'
import type { QueryPage, QueryTotals } from '../store/search-store.ts'
import { findUploadRows, findUploads, hasSearchDays, type UploadRecord } from '../store/upload-store.ts'
import { uploadMissing } from './uploads.ts'

type Requested = { from?: string | undefined; to?: string | undefined; upload_id?: string | undefined }

/** The uploaded export that a view shows; null where the days of a connection are shown. @throws AppError not_found */
export async function findShownUpload(
  db: Database,
  ref: ResourceRef,
  requested: Requested,
): Promise<UploadRecord | null> {
  const uploads = await findUploads(db, ref)
  if (requested.upload_id !== undefined) {
    const found = uploads.find(({ id }) => id === requested.upload_id)
    if (!found) throw uploadMissing()
    return found
  }
  if (uploads.length === 0) return null
  const connection = await findConnection(db, ref)
  const lastDay = connection?.last_day ?? null
  const isRequested = requested.from !== undefined || requested.to !== undefined
  const period = { from: requested.from ?? '0001-01-01', to: requested.to ?? '9999-12-31' }
  const hasRequested = isRequested && lastDay !== null && (await hasSearchDays(db, ref, period))
  const known = uploads.map(({ id, from_day, to_day }) => ({ id, from: from_day, to: to_day }))
  const chosen = chooseUpload({ state: connection?.state ?? 'none', lastDay, hasRequested }, known, requested)
  return uploads.find(({ id }) => id === chosen?.id) ?? null
}

export const presentSource = ({ id, from_day, to_day, ...upload }: UploadRecord): UploadSource => ({
  ...{ _id: id, file_name: upload.file_name, from: from_day, to: to_day, filters: upload.filters },
  ...{ days: upload.days, queries: upload.queries, pages: upload.pages, pairs: upload.pairs },
})

/** Headline figures from the export’s days. Without them there are none: its queries and pages don’t add up to the site. */
export async function getUploadOverview(db: Database, ref: ResourceRef, upload: UploadRecord) {
  const rows = await findUploadRows(db, ref, upload.id, 'date')
  const clicks = rows.reduce((sum, row) => sum + row.clicks, 0)
  const impressions = rows.reduce((sum, row) => sum + row.impressions, 0)
  const weight = rows.reduce((sum, row) => sum + row.position * row.impressions, 0)
  const rates =
    impressions > 0 ? { ctr: clicks / impressions, position: weight / impressions } : { ctr: null, position: null }
  return {
    ...{ from: upload.from_day, to: upload.to_day, site_id: ref.id, upload: presentSource(upload) },
    totals: rows.length > 0 ? { clicks, impressions, ...rates, days: rows.length } : null,
    before: null,
    days: rows.map(({ day, ...row }) => ({
      day: day!,
      ...{ clicks: row.clicks, impressions: row.impressions, position: row.position, partial: false },
    })),
    anonymized_share: null,
  }
}

/** Totals of an export’s queries, as views filter and page them, and their pages where it has them. */
export async function readUploadSums(db: Database, ref: ResourceRef, upload: UploadRecord) {
  const [queries, pairs] = await Promise.all([
    findUploadRows(db, ref, upload.id, 'query'),
    upload.pairs > 0 ? findUploadRows(db, ref, upload.id, 'query_page') : [],
  ])
  const all = queries.map(({ id, query, clicks, impressions, position }): QueryTotals => {
    return { id, query: query!, clicks, impressions, position }
  })
  const ids = new Map(all.map(({ id, query }) => [query, id]))
  const pages = Map.groupBy(
    pairs.map(({ query, page, clicks, impressions, position }): QueryPage => {
      return { query_id: ids.get(query!) ?? 0, page: page!, clicks, impressions, position, days_first: 0 }
    }),
    ({ query_id }) => query_id,
  )
  for (const list of pages.values()) list.sort((a, b) => b.impressions - a.impressions)
  return {
    ...{ all, pages, curve: fitCtrCurve(all) },
    getRivals: async () => new Set([...pages].filter(([, list]) => findCannibalization(list)).map(([id]) => id)),
    getHistory: async () => ({ earlier: new Set<number>(), firstDay: null }),
  }
}
