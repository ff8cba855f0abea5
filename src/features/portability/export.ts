import { type ExportPart, jsonFile } from '#features/auth/export-parts.ts'
import type { Database } from '#platform/database.ts'
import { findUserTransfers } from './store.ts'

export const exportTransfers = (db: Database): ExportPart => ({
  about: [['workspace-archives.json', 'your workspace exports and imports']],
  async *files({ userId }) {
    yield jsonFile('workspace-archives.json', await findUserTransfers(db, userId))
  },
})
