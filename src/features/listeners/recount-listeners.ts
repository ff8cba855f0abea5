import type { RunCounts } from '#features/notifications/rules/run-changes.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { countNew, findHistory, recountRuns } from './store/item-store.ts'
import { averageVolatility, findRuns } from './store/run-store.ts'
import { findUncounted, type ListenerRow, lockListener, updateListener } from './store/store.ts'

/** Recounts listeners that earlier versions counted per source, one short transaction each. */

/** Updates the counts in notifications about these runs. */
export type UpdateNotificationCounts = (
  tx: Db,
  workspaceId: string,
  listenerId: string,
  runs: RunCounts[],
) => Promise<void>

const listenersAtOnce = 50

export const isUncounted = ({ counted_runs, run_count }: ListenerRow) => counted_runs < run_count

/** Recounts one listener. The caller holds its lock. */
export async function recountListener(
  tx: Db,
  row: ListenerRow,
  updateNotificationCounts: UpdateNotificationCounts,
): Promise<ListenerRow> {
  const ref = { workspaceId: row.workspace_id, id: row.id }
  const history = await findHistory(tx, ref)
  await recountRuns(tx, ref, history)
  const runs = await findRuns(tx, ref)
  await updateNotificationCounts(
    tx,
    row.workspace_id,
    row.id,
    runs.map(({ id, added, removed }) => ({ runId: id, added, removed })),
  )
  return updateListener(tx, ref, {
    new_count: countNew(history, row.run_count),
    heard_count: runs[0]?.heard ?? 0,
    sparkline: runs
      .slice(0, 20)
      .map(({ added }) => added)
      .reverse(),
    volatility: averageVolatility(runs),
    counted_runs: row.run_count,
  })
}

/** Returns how many listeners were recounted. */
export async function recountListeners(
  db: Database,
  updateNotificationCounts: UpdateNotificationCounts,
  signal: AbortSignal,
): Promise<number> {
  let counted = 0
  while (!signal.aborted) {
    const refs = await findUncounted(db, listenersAtOnce)
    if (refs.length === 0) break
    for (const ref of refs) {
      if (signal.aborted) break
      await db.transaction().execute(async (tx) => {
        const row = await lockListener(tx, ref)
        if (row && isUncounted(row)) await recountListener(tx, row, updateNotificationCounts)
      })
      counted++
    }
  }
  return counted
}
