import { sql } from 'kysely'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db, Tx } from '#platform/database/database.ts'
import type { SiteExport, UploadRow } from '../rules/search/site-export.ts'
import type { SiteUploadsTable } from './tables.ts'
import './tables.ts'

/** Exports that were uploaded for a site, and their totals. */

export type UploadRecord = Pick<
  SiteUploadsTable,
  | 'site_id'
  | 'import_id'
  | 'file_name'
  | 'period_from'
  | 'days'
  | 'queries'
  | 'pages'
  | 'pairs'
  | 'accepted'
  | 'rejected_total'
  | 'from_day'
  | 'to_day'
> & {
  id: string
  filters: SiteExport['filters']
  rejected: SiteExport['rejected']
  created_at: Date
}

const columns = sql`id, site_id, import_id, file_name, from_day::text as from_day, to_day::text as to_day, period_from, filters, days,
  queries, pages, pairs, accepted, rejected, rejected_total, created_at`

export async function findUploads(db: Db, { workspaceId, id }: ResourceRef): Promise<UploadRecord[]> {
  const { rows } = await sql<UploadRecord>`
    select ${columns} from site_uploads where workspace_id = ${workspaceId} and site_id = ${id}
    order by created_at desc, id desc`.execute(db)
  return rows
}

/** The same export, if the site has it. Holds the site’s row, so that it’s stored once. Null when there’s no such site. */
export async function findSameUpload(tx: Tx, { workspaceId, id }: ResourceRef, digest: string) {
  await sql`select 1 from sites where workspace_id = ${workspaceId} and id = ${id} for update`.execute(tx)
  const { rows } = await sql<UploadRecord>`
    select ${columns} from site_uploads
    where workspace_id = ${workspaceId} and site_id = ${id} and digest = ${digest}`.execute(tx)
  return rows[0] ?? null
}

export async function setUploadImport(tx: Tx, { workspaceId, id }: ResourceRef, uploadId: string, importId: string) {
  await sql`update site_uploads set import_id = ${importId}
    where workspace_id = ${workspaceId} and site_id = ${id} and id = ${uploadId}`.execute(tx)
}

export type NewUpload = Omit<UploadRecord, 'created_at'> & { digest: string; userId: string }

export async function insertUpload(
  tx: Tx,
  { workspaceId, id }: ResourceRef,
  upload: NewUpload,
  rows: readonly UploadRow[],
) {
  await sql`
    insert into site_uploads (workspace_id, site_id, id, import_id, file_name, digest, from_day, to_day, period_from, filters, days,
      queries, pages, pairs, accepted, rejected, rejected_total, created_by)
    values (${workspaceId}, ${id}, ${upload.id}, ${upload.import_id}, ${upload.file_name}, ${upload.digest}, ${upload.from_day}::date,
      ${upload.to_day}::date, ${upload.period_from}, ${JSON.stringify(upload.filters)}::jsonb, ${upload.days}, ${upload.queries},
      ${upload.pages}, ${upload.pairs}, ${upload.accepted}, ${JSON.stringify(upload.rejected)}::jsonb, ${upload.rejected_total}, ${upload.userId})`.execute(
    tx,
  )
  const column = <T>(get: (row: UploadRow) => T) => rows.map(get)
  await sql`
    insert into site_upload_rows (workspace_id, site_id, upload_id, dimension, no, day, query, page, clicks, impressions, position)
    select ${workspaceId}, ${id}, ${upload.id}, r.dimension, r.no, r.day, r.query, r.page, r.clicks, r.impressions, r.position
    from unnest(${column(({ dimension }) => dimension)}::text[], ${column(({ day }) => day)}::date[],
      ${column(({ query }) => query)}::text[], ${column(({ page }) => page)}::text[], ${column(({ clicks }) => clicks)}::integer[],
      ${column(({ impressions }) => impressions)}::integer[], ${column(({ position }) => position)}::real[])
      with ordinality r(dimension, day, query, page, clicks, impressions, position, no)`.execute(tx)
}

export async function countUploads(tx: Tx, { workspaceId, id }: ResourceRef): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from site_uploads where workspace_id = ${workspaceId} and site_id = ${id}`.execute(tx)
  return Number(rows[0]!.total)
}

/** @returns false when it’s gone */
export async function deleteUpload(db: Db, { workspaceId, id }: ResourceRef): Promise<boolean> {
  const { rows } = await sql`
    delete from site_uploads where workspace_id = ${workspaceId} and id = ${id} returning id`.execute(db)
  return rows.length > 0
}

export async function locateUpload(db: Db, workspaceIds: string[], id: string): Promise<string | null> {
  if (workspaceIds.length === 0) return null
  const { rows } = await sql<{ workspace_id: string }>`
    select workspace_id from site_uploads where workspace_id = any(${workspaceIds}::uuid[]) and id = ${id}`.execute(db)
  return rows[0]?.workspace_id ?? null
}

export type UploadedRow = {
  id: number
  day: string | null
  query: string | null
  page: string | null
  clicks: number
  impressions: number
  position: number
}

/** Rows of one dimension of an upload, as the export had them. */
export async function findUploadRows(
  db: Db,
  { workspaceId, id }: ResourceRef,
  uploadId: string,
  dimension: UploadRow['dimension'],
): Promise<UploadedRow[]> {
  const { rows } = await sql<UploadedRow>`
    select no as id, day::text as day, query, page, clicks, impressions, position from site_upload_rows
    where workspace_id = ${workspaceId} and site_id = ${id} and upload_id = ${uploadId} and dimension = ${dimension}
    order by day, no`.execute(db)
  return rows
}

/** Whether a connection has complete days of a period. */
export async function hasSearchDays(
  db: Db,
  { workspaceId, id }: ResourceRef,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select 1 from site_search_days where workspace_id = ${workspaceId} and site_id = ${id} and dimension = 'date'
      and day between ${from}::date and ${to}::date and not partial) as found`.execute(db)
  return rows[0]!.found
}
