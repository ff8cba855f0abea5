import { nextRun } from '#features/listeners/rules/next-run.ts'
import type { Db } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import { startLeaseScheduler } from '#platform/jobs/lease-scheduler.ts'
import { type RunDependencies, runRankCheck } from './run-rank-check.ts'
import { closeRun } from './store/check-store.ts'
import { trackerLeases } from './store/lease-store.ts'
import { deleteTasks } from './store/task-store.ts'
import type { TrackerRow } from './store/tracker-store.ts'

export type SchedulerDependencies = RunDependencies & {
  signals: Signals
  /** While true, no run starts. */
  isPaused?: () => Promise<boolean>
  /** Called in the transaction that finishes a run. */
  onFinished?: (tx: Db, tracker: TrackerRow, runNo: number) => Promise<void>
}

export const dueTopic = 'ranks'
export const dueId = 'due'

/** Runs due trackers. `alone`: no other worker uses this database. */
export function startScheduler(dependencies: SchedulerDependencies, options: { alone: boolean }) {
  const { db, signals, log, isPaused, onFinished } = dependencies
  return startLeaseScheduler<TrackerRow>(
    {
      name: 'rank tracker',
      topic: { topic: dueTopic, id: dueId },
      ...{ db, signals, log, isPaused, leases: trackerLeases },
      getNext: (tracker, now) => nextRun(tracker.id, tracker.frequency, now),
      async perform(tracker, signal) {
        const done = await runRankCheck(tracker, dependencies, signal)
        return (
          done &&
          (async (tx, lease, now) => {
            await closeRun(tx, lease, done.runNo, now)
            await deleteTasks(tx, lease, done.runNo)
            await onFinished?.(tx, tracker, done.runNo)
          })
        )
      },
    },
    options,
  )
}
