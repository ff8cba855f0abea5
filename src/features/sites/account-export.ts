import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findAllPages } from './store/page-list-store.ts'
import { findSites } from './store/site-store.ts'

export const exportSites = (db: Database): ExportPart => ({
  about: [
    [
      'workspaces/*/sites/*.json',
      'a site, with the pages that were found on it and what its robots.txt says to AI crawlers',
    ],
  ],
  async *files({ ownedIds }) {
    for (const workspaceId of ownedIds)
      for (const { id, url, created_at, ai_crawlers } of await findSites(db, workspaceId)) {
        const pages = await findAllPages(db, { workspaceId, id })
        yield jsonFile(`${workspaceFolder(workspaceId)}/sites/${id}.json`, { url, created_at, ai_crawlers, pages })
      }
  },
})
