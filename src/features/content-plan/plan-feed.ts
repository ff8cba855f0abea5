import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import { tableDownload } from '#platform/table-export/table-download.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { getPlanTable } from './export-plan.ts'
import { requirePlan } from './get-plan.ts'

/** A plan as a table that is read without an account. Both @throws AppError not_found */
export function createPlanFeed({ db, threads }: { db: Database; threads: Threads }) {
  return {
    getName: async (ref: ResourceRef) => (await requirePlan(db, ref)).name,

    /** Without the owners' emails. */
    async feedFile(ref: ResourceRef, format: 'csv' | 'json') {
      const { columns, ...table } = await getPlanTable(db, ref, { owners: new Map(), format, filter: {} })
      const shown = columns.filter(({ key }) => key !== 'owner')
      return tableDownload(threads, format, { ...table, columns: shown })
    },
  }
}
