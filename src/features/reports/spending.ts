import type { Database, Db } from '#platform/database.ts'
import { retryWhileUnavailable } from '#platform/database-retry.ts'
import { type PaidCall, type Reservation, SourceError } from '#providers/search-data/port.ts'
import type { ReportRef } from './report-ref.ts'
import { type Drawn, drawCall, findBudget, settleCall } from './spending-store.ts'

/**
 * Reserves the price of every paid call from the call plan and the spending limit in one conditional update before the call, and
 * releases what it didn't cost. An interrupted call keeps its reservation: it may have been charged.
 */

export type ReportSpending = {
  /** `record` is written in the transaction that sets the money aside. */
  reserve(call: PaidCall, record?: (tx: Db) => Promise<void>): Promise<Reservation>
}

export function createReportSpending(db: Database, report: ReportRef, signal: AbortSignal): ReportSpending {
  return {
    async reserve(call, record) {
      const refusal = new Refusal()
      const draw = () =>
        db.transaction().execute(async (tx) => {
          refusal.why = await drawCall(tx, report, call)
          if (refusal.why !== 'drawn') throw refusal
          await record?.(tx)
        })
      // A lost COMMIT response may reserve twice: that overstates spending, never understates it.
      await retryWhileUnavailable(draw, { signal }).catch(async (error) => {
        throw error === refusal ? await overBudget(call, refusal.why) : error
      })
      return {
        settle: (usd) => db.transaction().execute((tx) => settleCall(tx, report, call, usd)),
      }
    },
  }

  async function overBudget(call: PaidCall, why: Drawn): Promise<SourceError> {
    if (why === 'unplanned')
      return new SourceError(
        call.source,
        'unplanned',
        'A request may have been charged, but no response arrived. It isn’t repeated automatically. Retry the report to send it again.',
      )
    const limit = (await findBudget(db, report))?.max_cost_usd ?? 0
    return new SourceError(call.source, 'budget', `Stopped at this report’s spending limit of ${asMoney(limit)}.`)
  }
}

class Refusal extends Error {
  why: Drawn = 'unplanned'
}

const asMoney = (usd: number) => `$${usd < 0.01 && usd > 0 ? usd : usd.toFixed(2)}`
