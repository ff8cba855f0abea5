import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { Heading } from './contract.ts'
import type { StoredOutline } from './contract-outlines.ts'
import { findOutline, type OutlineRef, saveOutline } from './store/outline-store.ts'
import { locateReport } from './store/store.ts'

export type Outlines = ReturnType<typeof createOutlines>

/** The outlines that members of a workspace collect. A document has its own from the moment it's created. */
export function createOutlines({ db }: { db: Database }) {
  return {
    get: (ref: OutlineRef) => findOutline(db, ref),

    /** @throws AppError not_found (no such report here), conflict (`version` is outdated) */
    async save(ref: OutlineRef, outline: { headings: Heading[]; version: number; by: string }): Promise<StoredOutline> {
      if (ref.clusterId && !ref.reportId)
        throw new AppError('invalid_input', 'report_id is missing. cluster_id needs a report.', {
          field: 'report_id',
          reason: 'missing',
        })
      if (ref.reportId && !(await locateReport(db, [ref.workspaceId], ref.reportId)))
        throw new AppError('not_found', 'This workspace has no such report.', {
          field: 'report_id',
          reason: 'report_missing',
        })
      const saved = await saveOutline(db, ref, outline)
      if (saved) return saved
      throw new AppError('conflict', 'The outline was changed elsewhere. Get it and save again.', {
        field: 'version',
        reason: 'outdated_version',
        retryable: false,
      })
    },
  }
}
