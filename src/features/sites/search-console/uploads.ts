import { createHash, randomUUIDv7 } from 'node:crypto'
import type { SentExport, SiteTarget } from '#features/keywords/send-to-site.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { SiteUpload } from '../contract-uploads.ts'
import { type SiteExport, toSiteExport, type UploadRow } from '../rules/search/site-export.ts'
import { findSite } from '../store/site-store.ts'
import {
  countUploads,
  deleteUpload,
  findSameUpload,
  findUploads,
  insertUpload,
  locateUpload,
  type NewUpload,
  setUploadImport,
  type UploadRecord,
} from '../store/upload-store.ts'

const maxUploads = 100

export type SiteUploads = ReturnType<typeof createSiteUploads>

/** Exports of Search Console that people upload for a site. */
export function createSiteUploads(db: Database) {
  return {
    locate: (workspaceIds: string[], id: string) => locateUpload(db, workspaceIds, id),

    async list(site: ResourceRef): Promise<{ items: SiteUpload[] }> {
      return { items: (await findUploads(db, site)).map(presentUpload) }
    },

    async remove(upload: ResourceRef): Promise<void> {
      if (!(await deleteUpload(db, upload))) throw uploadMissing()
    },

    /** @throws AppError not_found */
    async open(ref: ResourceRef): Promise<SiteTarget> {
      const site = await findSite(db, ref)
      if (!site)
        throw new AppError('not_found', 'This workspace has no such site.', {
          field: 'site_id',
          reason: 'site_missing',
        })
      // An export is compared by what it says: the same one downloaded twice is another file.
      const toUpload = ({ searchExport, fileName, userId }: SentExport, importId: string | null) => {
        const read = toSiteExport(site.url, searchExport)
        return { rows: read.rows, upload: { ...toRecord(ref, read, fileName), import_id: importId, userId } }
      }
      return {
        preview: (sent) => presentUpload({ ...toUpload(sent, null).upload, created_at: new Date() }),

        async find(tx, sent) {
          const found = await findSameUpload(tx, ref, toUpload(sent, null).upload.digest)
          return found && { upload: presentUpload(found), importId: found.import_id }
        },

        async save(tx, sent, importId) {
          const { rows, upload } = toUpload(sent, importId)
          const found = await findSameUpload(tx, ref, upload.digest)
          if (found) {
            await setUploadImport(tx, ref, found.id, importId)
            return presentUpload(found)
          }
          if ((await countUploads(tx, ref)) >= maxUploads) throw tooManyUploads()
          await insertUpload(tx, ref, upload, rows)
          return presentUpload((await findSameUpload(tx, ref, upload.digest))!)
        },
      }
    },
  }
}

const count = (rows: readonly UploadRow[], name: UploadRow['dimension']) =>
  rows.filter(({ dimension }) => dimension === name).length

function toRecord(site: ResourceRef, read: SiteExport, fileName: string): Omit<NewUpload, 'import_id' | 'userId'> {
  const { from, to, period_from, filters, rows, accepted, rejected, rejected_total } = read
  return {
    ...{ id: randomUUIDv7(), site_id: site.id, file_name: fileName },
    digest: createHash('sha256').update(JSON.stringify({ from, to, filters, rows })).digest('hex'),
    ...{ from_day: from, to_day: to, period_from, filters, accepted, rejected, rejected_total },
    days: count(rows, 'date'),
    queries: count(rows, 'query'),
    pages: count(rows, 'page'),
    pairs: count(rows, 'query_page'),
  }
}

const presentUpload = (row: UploadRecord): SiteUpload => ({
  _id: row.id,
  site_id: row.site_id,
  file_name: row.file_name,
  from: row.from_day,
  to: row.to_day,
  ...{ period_from: row.period_from, filters: row.filters },
  ...{ days: row.days, queries: row.queries, pages: row.pages, pairs: row.pairs },
  accepted: row.accepted,
  rejected: row.rejected,
  rejected_total: row.rejected_total,
  created_at: row.created_at.toISOString(),
})

export const uploadMissing = () =>
  new AppError('not_found', 'This site has no such upload.', { reason: 'upload_missing' })

const tooManyUploads = () =>
  new AppError('conflict', `A site can have up to ${maxUploads} uploaded exports. Delete one first.`, {
    field: 'site_id',
    reason: 'too_many_uploads',
    params: { max: maxUploads },
  })
