import { type ExportPart, workspaceFolder } from '#kit/account-export-part.ts'
import type { Database } from '#platform/database/database.ts'
import { exportTable } from '#platform/table-export/export-file.ts'
import { getPlanTable } from './export-plan.ts'
import { findPlanIds } from './store/plan-store.ts'

export const exportContentPlans = (db: Database): ExportPart => ({
  about: [['workspaces/*/plans/*.csv', 'a content plan, with the keywords and links of each item']],
  async *files({ ownedIds }) {
    for (const workspaceId of ownedIds) {
      for (const id of await findPlanIds(db, workspaceId)) {
        const { body, fileName } = await exportTable(
          'csv',
          await getPlanTable(db, { workspaceId, id }, { owners: new Map(), format: 'csv', filter: {} }),
        )
        const path = `${workspaceFolder(workspaceId)}/plans/${fileName.replace(/\.csv$/, '')}-${id}.csv`
        yield { path, content: body as ReadableStream<Uint8Array> }
      }
    }
  },
})
