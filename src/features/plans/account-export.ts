import { type ExportPart, jsonFile } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { findAllUsage, findPlanFacts } from './store/account-export-store.ts'

export const exportPlan = (db: Database): ExportPart => ({
  about: [
    ['plan.json', 'your plan, its source, and the codes you redeemed (last four characters)'],
    ['usage.json', 'your usage of each tool, by period'],
  ],
  async *files({ userId }) {
    yield jsonFile('plan.json', await findPlanFacts(db, userId))
    yield jsonFile('usage.json', await findAllUsage(db, userId))
  },
})
