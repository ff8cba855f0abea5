import { type ExportPart, jsonFile } from '#features/auth/export-parts.ts'
import type { Database } from '#platform/database.ts'
import { findAllUsage, findPlanFacts } from './export-store.ts'

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
