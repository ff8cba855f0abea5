import { type ExportPart, jsonFile } from '#features/auth/export-parts.ts'
import type { Database } from '#platform/database.ts'
import { findUserKeys } from './export-store.ts'

export const exportKeys = (db: Database): ExportPart => ({
  about: [['api-keys.json', 'API keys you created: names, scopes, dates, last four characters']],
  async *files({ userId }) {
    yield jsonFile('api-keys.json', await findUserKeys(db, userId))
  },
})
