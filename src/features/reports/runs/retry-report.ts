import type { Keywords } from '#features/keywords/service.ts'
import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { StoreResponse } from '#platform/http/context.ts'
import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import type { ReportHead, SourceState } from '../contract.ts'
import { withErrorDetails } from '../error-details.ts'
import { getHead, refuseMissingReport } from '../get-report.ts'
import { planCalls } from '../rules/call-plan.ts'
import { getReportTool } from '../rules/report-tool.ts'
import { toStateError } from '../rules/source-errors.ts'
import { countAnsweredTerms, resetFailedPages } from '../store/finding-store.ts'
import { reopenRun } from '../store/run-store.ts'
import { extendBudget, insertBudget } from '../store/spending-store.ts'
import { lockReport } from '../store/store.ts'

export type RetryReportDependencies = {
  db: Database
  plans: Plans
  keywords: Keywords
  sources: Map<SourceId, SearchSource>
  signals: Signals
  enqueue(tx: Db, stage: 'collect', report: ResourceRef): Promise<void>
}

type LockedReport = NonNullable<Awaited<ReturnType<typeof lockReport>>>

export function createReportRetry(dependencies: RetryReportDependencies) {
  const { db, plans, keywords, sources, signals, enqueue } = dependencies
  return {
    /** Queries failed and unfinished sources again. Refunded units are reserved again. */
    async retry(ref: ResourceRef, storeResponse: StoreResponse): Promise<{ report: ReportHead }> {
      const answer = await db.transaction().execute(async (tx) => {
        // Locks the payer first, so that no other call can end, refund or retry the report in between.
        await plans.lockPayer(tx, ref.workspaceId)
        const body = (await lockReport(tx, ref.workspaceId, ref.id)) ?? refuseMissingReport()
        const head = await getHead(tx, ref)
        const states = (await withErrorDetails(tx, ref, head.sources)).map((state) =>
          state.state === 'done' || isUnavailable(state) ? state : toWaiting(state),
        )
        if (head.status === 'done' && states.every((state) => state.state !== 'waiting'))
          throw new AppError('conflict', 'All sources of this report responded. There’s nothing to retry.', {
            reason: 'nothing_to_retry',
          })
        let { payer_id: payerId, units_period: unitsPeriod } = body
        if (body.units_returned) {
          const reservation = await plans.reserve(tx, ref.workspaceId, getReportTool(head), body.units)
          payerId = reservation.userId
          unitsPeriod = reservation.periodStart
        }
        const reopened = await reopenRun(tx, ref.workspaceId, ref.id, { sources: states, payerId, unitsPeriod })
        if (!reopened) throw new AppError('conflict', 'This report is still running.', { reason: 'still_running' })
        await renewBudget(tx, ref, head, body, states)
        await resetFailedPages(tx, ref)
        await enqueue(tx, 'collect', ref)
        const answer = { report: await getHead(tx, ref) }
        await storeResponse(tx, answer)
        return answer
      })
      signals.publish('report', ref.id)
      return answer
    },
  }

  /** Free failed calls are repeated; calls that may have been charged get a new budget line and count again. */
  async function renewBudget(tx: Db, ref: ResourceRef, head: ReportHead, body: LockedReport, states: SourceState[]) {
    const imported = body.import_id ? await keywords.find(ref.workspaceId, body.import_id) : null
    const keywordsOpen = body.is_list ? body.units : 0
    const run = { ...head, isList: body.is_list, keywords: keywordsOpen || (imported?.keywords ?? 0) }
    if (await insertBudget(tx, ref, null, planCalls(sources, states, run))) return
    const answered = body.is_list ? await countAnsweredTerms(tx, ref) : new Map<string, number>()
    for (const state of states.filter((one) => one.state === 'waiting')) {
      const known = (answered.get(state.id) ?? 0) + (answered.get('imported') ?? 0)
      const open = body.is_list ? Math.max(0, body.units - known) : undefined
      await extendBudget(tx, ref, planCalls(sources, [state], { ...run, open }))
    }
  }

  function isUnavailable(state: SourceState): boolean {
    return state.state === 'skipped' && Boolean(sources.get(state.id as SourceId)?.unavailable)
  }
}

const toWaiting = (state: SourceState): SourceState => ({
  ...state,
  state: 'waiting',
  ...toStateError(null),
  reason: undefined,
  planned: 0,
  asked: 0,
})
