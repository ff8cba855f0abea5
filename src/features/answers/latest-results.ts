import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Database } from '#platform/database/database.ts'
import type { ListedWatch } from './contract.ts'
import { findBrandPrompts, getSummary, type Run } from './rules/results.ts'
import { countRuns, findFinishedPeriods, type RunCount } from './store/result-store.ts'
import type { WatchRow } from './store/watch-store.ts'

type Result = NonNullable<ListedWatch['result']>

const maxCached = 500

/** What the latest finished period of each watch found. A finished period doesn't change, so that each is computed once by a process. */
export function createLatestResults(db: Database) {
  const known = new Map<string, Result>()
  return async (workspaceId: string, watches: readonly WatchRow[]): Promise<Map<string, Result>> => {
    const latest = await findFinishedPeriods(
      db,
      workspaceId,
      watches.map(({ id }) => id),
    )
    const toKey = ({ watch_id, no }: { watch_id: string; no: number }) => `${watch_id} ${no}`
    // Taken at once: another call may drop the oldest ones while this one waits.
    const results = new Map<string, Result>()
    for (const period of latest) {
      const result = known.get(toKey(period))
      if (result) results.set(period.watch_id, result)
    }
    const missing = latest.filter(({ watch_id }) => !results.has(watch_id))
    const counts = Map.groupBy(await countRuns(db, workspaceId, missing), ({ watch_id }) => watch_id)
    const watchById = new Map(watches.map((watch) => [watch.id, watch]))
    for (const period of missing) {
      const { watch_id, no, started_at } = period
      const watch = watchById.get(watch_id)!
      // The intervals of a watch with 200 prompts take millions of steps: other calls get their turn between two watches.
      await nextTurn()
      const result = {
        ...{ period: no, at: started_at.toISOString() },
        ...summarize(watch, no, counts.get(watch_id) ?? []),
      }
      known.set(toKey(period), result)
      results.set(watch_id, result)
    }
    for (const key of known.keys()) {
      if (known.size <= maxCached) break
      known.delete(key)
    }
    return results
  }
}

/** The same figures as on the watch's page, from counts. */
function summarize({ brand, prompts }: WatchRow, period: number, counts: readonly RunCount[]) {
  const toRuns = (list: readonly RunCount[]) => list.flatMap((count) => getRuns(count, brand.name))
  const { mentioned, change, ...rest } = getSummary(
    toRuns(counts.filter((count) => count.period === period)),
    toRuns(counts.filter((count) => count.period !== period)),
    { brand: brand.name, competitors: [], namesBrand: findBrandPrompts(prompts, brand) },
  )
  return { mentioned, change, prompts: rest.prompts, answers: rest.answers, failed: rest.failed }
}

/** Runs as the summary reads them. Which of them names the brand doesn't matter to it. */
const getRuns = ({ prompt_no, engine, state, model, runs, mentioned }: RunCount, brand: string): Run[] =>
  Array.from({ length: runs }, (_, at) => ({
    ...{ id: '', prompt_no, engine, state, model },
    readings: at < mentioned ? [{ brand, mentioned: true, cited: false }] : [],
  }))
