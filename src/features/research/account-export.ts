import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findLookup, findLookupIds } from './store/store.ts'

export const exportResearch = (db: Database): ExportPart => ({
  about: [['workspaces/*/lookups/*.json', 'a trends or volumes lookup: its keywords and its result']],
  async *files({ ownedIds }) {
    for (const workspaceId of ownedIds) {
      for (const id of await findLookupIds(db, workspaceId)) {
        const found = await findLookup(db, { workspaceId, id })
        if (found) yield jsonFile(`${workspaceFolder(workspaceId)}/lookups/${id}.json`, found)
      }
    }
  },
})
