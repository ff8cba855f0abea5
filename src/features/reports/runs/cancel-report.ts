import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { ReportHead, SourceState } from '../contract.ts'
import { withErrorDetails } from '../error-details.ts'
import { getHead } from '../get-report.ts'
import { getReportTool } from '../rules/report-tool.ts'
import { sourceStopped, toStateError } from '../rules/source-errors.ts'
import { cancelAllRuns, cancelRun } from '../store/run-store.ts'

export function createReportCancellation({ db, plans, signals }: { db: Database; plans: Plans; signals: Signals }) {
  return {
    /** Keeps and charges what was found; refunds the units when nothing was. @throws AppError conflict when it has ended */
    async cancel(ref: ResourceRef): Promise<ReportHead> {
      await db.transaction().execute(async (tx) => {
        const head = await getHead(tx, ref)
        const states = await withErrorDetails(tx, ref, head.sources)
        const ended = await cancelRun(tx, ref.workspaceId, ref.id, states.map(stopped))
        if (!ended)
          throw new AppError('conflict', `This report is already ${head.status}.`, {
            reason: 'already_ended',
            params: { status: head.status },
          })
        await refundIfEmpty(tx, ended, getReportTool(head))
      })
      signals.publish('report', ref.id)
      return getHead(db, ref)
    },

    /**
     * Cancels every running report of a workspace that is being deleted, in the caller's transaction, and refunds those
     * without results. Returns a function to call after the commit.
     */
    async endAll(tx: Db, workspaceId: string): Promise<() => void> {
      const ended = await cancelAllRuns(tx, workspaceId)
      for (const run of ended) await refundIfEmpty(tx, run, run.is_list ? 'clusters' : 'reports')
      return () => {
        for (const { id } of ended) signals.publish('report', id)
      }
    },
  }

  async function refundIfEmpty(tx: Db, ended: EndedRun, tool: 'clusters' | 'reports') {
    const { row_count, payer_id: userId, units, units_period: periodStart } = ended
    if (row_count === 0 && userId && periodStart) await plans.refund(tx, { userId, tool, amount: units, periodStart })
  }
}

type EndedRun = { row_count: number; payer_id: string | null; units: number; units_period: Date | null }

/** Marks a source that was still running when its report was cancelled. Its rows stay. */
const stopped = (state: SourceState): SourceState =>
  state.state === 'waiting' || state.state === 'running'
    ? { ...state, state: 'skipped', ...toStateError(sourceStopped()) }
    : state
