import { nextRun } from '#features/listeners/rules/next-run.ts'
import type { Db } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import { startLeaseScheduler } from '#platform/jobs/lease-scheduler.ts'
import { type PeriodDependencies, performPeriod } from './perform-period.ts'
import { watchLeases } from './store/lease-store.ts'
import { closePeriod } from './store/run-store.ts'
import type { WatchRow } from './store/watch-store.ts'

export type SchedulerDependencies = PeriodDependencies & {
  signals: Signals
  /** While true, no period starts. */
  isPaused?: () => Promise<boolean>
  /** Called in the transaction that finishes a period. */
  onFinished?: (tx: Db, watch: WatchRow, period: number) => Promise<void>
}

export const dueTopic = 'answers'
export const dueId = 'due'

/** Runs due watches. `alone`: no other worker uses this database. */
export function startScheduler(dependencies: SchedulerDependencies, options: { alone: boolean }) {
  const { db, signals, log, isPaused, onFinished } = dependencies
  return startLeaseScheduler<WatchRow>(
    {
      name: 'watch of AI answers',
      topic: { topic: dueTopic, id: dueId },
      ...{ db, signals, log, isPaused, leases: watchLeases },
      getNext: (watch, now) => nextRun(watch.id, watch.frequency, now),
      async perform(watch, signal) {
        const done = await performPeriod(watch, dependencies, signal)
        return (
          done &&
          (async (tx, lease, now) => {
            await closePeriod(tx, lease, done.period, now)
            await onFinished?.(tx, watch, done.period)
          })
        )
      },
    },
    options,
  )
}
