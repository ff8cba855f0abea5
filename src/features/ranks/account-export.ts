import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { showDomain } from './present-tracker.ts'
import { findAllTrackers, findExportedKeywords } from './store/account-export-store.ts'

export const exportRanks = (db: Database): ExportPart => ({
  about: [['workspaces/*/ranks/*.json', 'rank trackers: site, keywords and every check']],
  async *files({ ownedIds }) {
    for (const workspaceId of ownedIds)
      for (const row of await findAllTrackers(db, workspaceId)) {
        const {
          id,
          domain,
          competitors,
          country,
          language,
          device,
          depth,
          pixels,
          frequency,
          source,
          status,
          created_at,
        } = row
        yield jsonFile(`${workspaceFolder(workspaceId)}/ranks/${id}.json`, {
          _id: id,
          domain: showDomain(domain),
          competitors: competitors.map(showDomain),
          ...{ country, language, device, depth, pixels, frequency, source, status, created_at },
          keywords: await findExportedKeywords(db, { workspaceId, id }),
        })
      }
  },
})
