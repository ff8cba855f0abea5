import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { DayRange } from '../rules/days.ts'
import { findCannibalization } from '../rules/search/cannibalization.ts'
import { type CtrCurve, fitCtrCurve } from '../rules/search/ctr-curve.ts'
import type { ConnectionRow } from '../store/connection-store.ts'
import {
  findEarlierQueries,
  findFirstDay,
  type QueryTotals,
  sumDays,
  sumQueries,
  sumQueryPages,
  type Totals,
} from '../store/search-store.ts'

/** Sums of a site’s queries in some days, as views filter and page them. */
export type QuerySums = {
  all: QueryTotals[]
  curve: CtrCurve
  /** Of the date and the query dimension. */
  date: Totals | null
  known: Totals | null
  /** Ids of queries that several pages compete for. Asked for once. */
  getRivals(): Promise<Set<number>>
  /** Ids of queries that were shown in the 90 days before, and the first day with data. Asked for once. */
  getHistory(): Promise<{ earlier: Set<number>; firstDay: string | null }>
}

/** Sites whose sums are in memory. One with 60,000 queries takes about 10 MB. */
const maxSites = 8
const maxTotals = 1000

type Connection = Pick<ConnectionRow, 'synced_at' | 'lease'> | null

/**
 * Remembers the sums of the sites that were looked at last, until they are synced again: a large site’s take a second to add up, and
 * every page, filter and sort needs them.
 */
export function createQuerySums(db: Database) {
  return createUntilSync(maxSites, async (ref, period): Promise<QuerySums> => {
    const [all, date, known] = await Promise.all([
      sumQueries(db, ref, period),
      sumDays(db, ref, 'date', period),
      sumDays(db, ref, 'query', period),
    ])
    return {
      ...{ all, date, known, curve: fitCtrCurve(all) },
      getRivals: once(async () => {
        const pages = Map.groupBy(await sumQueryPages(db, ref, period, null), ({ query_id }) => query_id)
        return new Set([...pages].filter(([, list]) => findCannibalization(list) !== null).map(([id]) => id))
      }),
      getHistory: once(async () => {
        const [earlier, firstDay] = await Promise.all([findEarlierQueries(db, ref, period.from), findFirstDay(db, ref)])
        return { earlier, firstDay }
      }),
    }
  })
}

/** The same for what all known queries of some days add up to, which the overview needs. */
export const createKnownTotals = (db: Database) =>
  createUntilSync(maxTotals, (ref, period) => sumDays(db, ref, 'query', period))
export type GetKnownTotals = ReturnType<typeof createKnownTotals>

/** Remembers what was read last, at most `max` of it, until the site is synced again. */
function createUntilSync<T>(max: number, read: (ref: ResourceRef, period: DayRange) => Promise<T>) {
  const remembered = new Map<string, Promise<T>>()
  return async (ref: ResourceRef, period: DayRange, connection: Connection): Promise<T> => {
    // While a sync writes, nothing stays true for long.
    if (!connection?.synced_at || connection.lease !== null) return read(ref, period)
    const key = [ref.workspaceId, ref.id, period.from, period.to, connection.synced_at.getTime()].join(' ')
    const found = remembered.get(key) ?? read(ref, period)
    // The one looked at last is at the end.
    remembered.delete(key)
    remembered.set(key, found)
    found.catch(() => remembered.delete(key))
    for (const oldest of remembered.keys()) {
      if (remembered.size <= max) break
      remembered.delete(oldest)
    }
    return found
  }
}
export type GetQuerySums = ReturnType<typeof createQuerySums>

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let found: Promise<T> | null = null
  return () => {
    found ??= read().catch((error) => {
      found = null
      throw error
    })
    return found
  }
}
