import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findFeeds } from './store/store.ts'

export const exportDataFeeds = (db: Database): ExportPart => ({
  about: [['workspaces/*/data-feeds.json', 'tables that spreadsheets and dashboards read, without their addresses']],
  async *files({ ownedIds }) {
    for (const workspaceId of ownedIds) {
      const feeds = (await findFeeds(db, workspaceId)).map(
        ({ kind, source_id, section, title, created_at, last_read_at }) => ({
          ...{ kind, source_id, section, title, created_at, last_read_at },
        }),
      )
      yield jsonFile(`${workspaceFolder(workspaceId)}/data-feeds.json`, feeds)
    }
  },
})
