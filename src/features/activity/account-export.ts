import { type ExportPart, jsonFile, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findEntriesForExport } from './store/entry-store.ts'

export const exportActivity = (db: Database): ExportPart => ({
  about: [
    [
      'workspaces/*/activity.json',
      'who reviewed, assigned, shared, published, resolved and deleted what; the rest is with the documents',
    ],
  ],
  async *files({ ownedIds }) {
    for (const id of ownedIds)
      yield jsonFile(`${workspaceFolder(id)}/activity.json`, await findEntriesForExport(db, id))
  },
})
