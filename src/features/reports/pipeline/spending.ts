import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { retryWhileUnavailable } from '#platform/database/database-retry.ts'
import { type PaidCall, type Reservation, SourceError, type SourceId } from '#providers/search-data/port.ts'
import { type Drawn, drawCall, findBudget, settleCall } from '../store/spending-store.ts'

/**
 * Reserves the price of every paid call from the call plan and the spending limit in one conditional update before the call, and
 * releases what it didn't cost. An interrupted call keeps its reservation: it may have been charged.
 */

export type ReportSpending = {
  /** `record` is written in the transaction that sets the money aside. */
  reserve(call: PaidCall, record?: (tx: Db) => Promise<void>): Promise<Reservation>
}

export function createReportSpending(db: Database, report: ResourceRef, signal: AbortSignal): ReportSpending {
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
        async settle(usd) {
          // Most calls cost what was reserved. A free call may be repeated, so it is written.
          if (usd === call.usd && usd !== 0) return
          await db.transaction().execute((tx) => settleCall(tx, report, call, usd))
        },
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
    return limitReached(call.source, limit)
  }
}

class Refusal extends Error {
  why: Drawn = 'unplanned'
}

export const limitReached = (source: SourceId, limitUsd: number) =>
  new SourceError(source, 'budget', `Stopped at this report’s spending limit of ${asMoney(limitUsd)}.`, {
    params: { limit_usd: limitUsd },
  })

const asMoney = (usd: number) => `$${usd < 0.01 && usd > 0 ? usd : usd.toFixed(2)}`
