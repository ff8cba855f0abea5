import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findEndpoints } from './store/store.ts'

export const exportEndpoints = (db: Database): ExportPart => ({
  about: [['workspaces/*/webhooks.json', 'which tools get events, without the secrets']],
  async *files({ ownedIds }) {
    for (const workspaceId of ownedIds) {
      const endpoints = (await findEndpoints(db, workspaceId)).map(
        ({ kind, shown_url, events, active, created_at }) => ({ kind, url: shown_url, events, active, created_at }),
      )
      yield jsonFile(`${workspaceFolder(workspaceId)}/webhooks.json`, endpoints)
    }
  },
})
