import { type ExportPart, jsonFile } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findUserKeys } from './store/account-export-store.ts'

export const exportKeys = (db: Database): ExportPart => ({
  about: [['api-keys.json', 'API keys you created: names, scopes, dates, last four characters']],
  async *files({ userId }) {
    yield jsonFile('api-keys.json', await findUserKeys(db, userId))
  },
})
