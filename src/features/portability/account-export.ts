import { type ExportPart, jsonFile } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findUserTransfers } from './store/store.ts'

export const exportTransfers = (db: Database): ExportPart => ({
  about: [['workspace-archives.json', 'your workspace exports and imports']],
  async *files({ userId }) {
    yield jsonFile('workspace-archives.json', await findUserTransfers(db, userId))
  },
})
