import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { ReportHead } from '../contract.ts'
import { getHead } from '../get-report.ts'
import { locateReport, purgeDeleted, setDeleted } from '../store/store.ts'

/** How long deleting can be undone. */
const restorableDays = 7
const purgedAtOnce = 20

export function createReportDeletion({ db, cancel }: { db: Database; cancel(ref: ResourceRef): Promise<ReportHead> }) {
  return {
    locateDeleted: (workspaceIds: string[], id: string) => locateReport(db, workspaceIds, id, { deleted: true }),

    /** Stops it if it's running, which refunds it when it found nothing. Its shared link stops working at once. */
    async remove(ref: ResourceRef): Promise<void> {
      await cancel(ref).catch(unlessEnded)
      await setDeleted(db, ref.workspaceId, ref.id, true)
    },

    async restore(ref: ResourceRef): Promise<ReportHead> {
      await setDeleted(db, ref.workspaceId, ref.id, false)
      return getHead(db, ref)
    },

    /** Deletes what can't be restored any more, in steps: a report can have 100,000 rows. */
    async purge(): Promise<void> {
      while ((await purgeDeleted(db, restorableDays, purgedAtOnce)) === purgedAtOnce);
    },
  }
}

function unlessEnded(error: unknown) {
  if (!(error instanceof AppError && error.code === 'conflict')) throw error
}
