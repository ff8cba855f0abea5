import { type ExportPart, jsonFile } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findVisits } from './store/visit-store.ts'

export const exportVisits = (db: Database): ExportPart => ({
  about: [['visits.json', 'when you last looked at the home of each workspace']],
  async *files({ userId }) {
    yield jsonFile('visits.json', await findVisits(db, userId))
  },
})
