import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { LeasedRuns } from '#platform/jobs/leased-runs.ts'
import type { Log } from '#platform/log.ts'
import { toErrorColumns, toStoredError } from '#platform/stored-error.ts'
import type { DuePayload } from './jobs.ts'
import { inProgress } from './publishing-errors.ts'
import type { Attempt } from './rules/publication-records.ts'
import { leaseSeconds, type Sender } from './send-attempt.ts'
import {
  findAbandoned,
  findPublication,
  leaseUntil,
  lockPublication,
  renewLease,
  updatePublication,
} from './store/publication-store.ts'

type Dependencies = { db: Database; log: Log; runs: LeasedRuns; sender: Sender }

/** Publishing without a call: what was scheduled, and what a process that ended was sending. */
export function createBackgroundPublishing({ db, log, runs, sender }: Dependencies) {
  return {
    /** Sends the scheduled version, if it's still the one. Stores why it failed; tries again while that may help. */
    async publishDue({ workspace_id, publication_id, scheduled_id }: DuePayload, { isLast }: { isLast: boolean }) {
      const ref = { workspaceId: workspace_id, id: publication_id }
      const row = await findPublication(db, ref)
      if (row?.scheduled?.id !== scheduled_id) return
      try {
        if (row.attempt && row.attempt.id !== scheduled_id) await sender.settle(ref)
        const isReady = await db.transaction().execute(async (tx) => {
          const locked = await lockPublication(tx, ref)
          if (locked?.scheduled?.id !== scheduled_id) return false
          if (locked.attempt && (locked.attempt.id !== scheduled_id || locked.attempt.phase === 'working'))
            throw inProgress()
          const { post, by, key_name = null } = locked.scheduled
          const attempt: Attempt = {
            ...{ id: scheduled_id, status: 'publish', post, expected_hash: null, phase: 'working' },
            ...{ by, key_name },
            started_at: new Date().toISOString(),
          }
          await updatePublication(tx, ref, {
            attempt: JSON.stringify(attempt),
            lease_until: leaseUntil(leaseSeconds),
          })
          return true
        })
        if (isReady) await sender.send(ref, scheduled_id)
      } catch (error) {
        const mayHelp = !(error instanceof AppError) || error.retryable
        if (mayHelp && !isLast) throw error
        log.warn({ err: error, publication_id }, 'A scheduled post could not be published')
        await updatePublication(db, ref, {
          scheduled: null,
          publish_at: null,
          ...(row.state === 'scheduled' && { state: 'draft' as const }),
          ...toErrorColumns(toStoredError(error)),
        })
      }
    },

    /** Finishes what dead processes were sending. */
    async resumeAbandoned(alone: boolean) {
      for (const { workspace_id, id, attempt_id } of await findAbandoned(db, alone)) {
        const ref = { workspaceId: workspace_id, id }
        if (!(await renewLease(db, ref, { attemptId: attempt_id, seconds: leaseSeconds, onlyExpired: !alone })))
          continue
        // Its failure is stored with the publication.
        runs
          .track(sender.send(ref, attempt_id))
          .catch((err) => log.warn({ err, publication_id: id }, 'An interrupted publication failed'))
      }
    },
  }
}
