import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import { findAllPages } from './store/page-list-store.ts'
import { findReferrals } from './store/referral-store.ts'
import { findSites } from './store/site-store.ts'
import { findUploadRows, findUploads } from './store/upload-store.ts'
import { findAllVisits } from './store/visit-store.ts'

export const exportSites = (db: Database): ExportPart => ({
  about: [
    [
      'workspaces/*/sites/*.json',
      'a site, with the pages that were found on it, what its robots.txt says to AI crawlers, the exports that were uploaded for it, and visits of AI crawlers by day',
    ],
  ],
  async *files({ ownedIds }) {
    for (const workspaceId of ownedIds)
      for (const { id, url, created_at, ai_crawlers } of await findSites(db, workspaceId)) {
        const pages = await findAllPages(db, { workspaceId, id })
        const uploads = await exportUploads(db, { workspaceId, id })
        const bot_visits = await findAllVisits(db, { workspaceId, id })
        const referrals = await findReferrals(db, { workspaceId, id })
        const about = { url, created_at, ai_crawlers, pages, uploads, bot_visits, referrals }
        yield jsonFile(`${workspaceFolder(workspaceId)}/sites/${id}.json`, about)
      }
  },
})

async function exportUploads(db: Database, site: ResourceRef) {
  const uploads = await findUploads(db, site)
  return Promise.all(
    uploads.map(async ({ id, file_name, from_day, to_day, filters, created_at }) => {
      const [days, queries, pages] = await Promise.all(
        (['date', 'query', 'page'] as const).map((dimension) => findUploadRows(db, site, id, dimension)),
      )
      return { file_name, from: from_day, to: to_day, filters, created_at, days, queries, pages }
    }),
  )
}
