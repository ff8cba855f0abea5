import type { Database } from '#platform/database/database.ts'
import { retryWhileUnavailable } from '#platform/database/database-retry.ts'
import type { Lease } from '#platform/jobs/leases.ts'
import { SourceError, type Spending } from '#providers/search-data/port.ts'
import { drawRequest, settleRequest } from './store/check-store.ts'

type Options = {
  /** What the requests are for; those with a tag go through the source’s queue. */
  keywords: readonly { no: number; tag?: string }[]
  runNo: number
  maxCostUsd: number | null
  signal: AbortSignal
}

/** Sets aside the price of each request for keywords before it is sent; an interrupted one stays counted. */
export function createRankSpending(db: Database, lease: Lease, options: Options): Spending {
  const { keywords, runNo, maxCostUsd, signal } = options
  return {
    async reserve({ source, usd }) {
      const refusal = new Refusal()
      const since = new Date()
      await retryWhileUnavailable(
        () =>
          db.transaction().execute(async (tx) => {
            refusal.why = await drawRequest(tx, lease, { keywords, runNo, usd })
            if (refusal.why !== 'drawn') throw refusal
          }),
        { signal },
      ).catch((error) => {
        if (error !== refusal) throw error
        if (refusal.why === 'lost') throw new SourceError(source, 'cancelled', 'Another worker does this run.')
        throw new SourceError(source, 'budget', 'Stopped at this month’s spending limit.', {
          params: { limit_usd: maxCostUsd ?? 0 },
        })
      })
      return {
        async settle(actual) {
          if (actual === usd) return
          await db.transaction().execute((tx) => settleRequest(tx, lease, { runNo, less: usd - actual, since }))
        },
      }
    },
  }
}

class Refusal extends Error {
  why: 'drawn' | 'over_limit' | 'lost' = 'lost'
}
