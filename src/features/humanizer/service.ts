import type { Voices } from '#features/ai-content/brand-voices.ts'
import type { Documents } from '#features/ai-content/service.ts'
import type { Models } from '#features/ai-content/writing/workspace-model.ts'
import type { Plans, Reservation } from '#features/plans/service.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { createLeasedRuns } from '#platform/jobs/leased-runs.ts'
import type { Log } from '#platform/log.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { LanguageModel } from '#providers/language-model/port.ts'
import { type Run, retentionDays } from './contract.ts'
import { loadRules } from './load-rules.ts'
import { rewriteOffLoop } from './rewrite-off-loop.ts'
import type { RewriteOptions } from './rules/rewriting/rewrite-plan.ts'
import { interrupted, missing, workspaceDeleted } from './run-errors.ts'
import { createRunStart, type RunInput } from './start-run.ts'
import {
  closeAbandonedOfAllWorkspaces,
  deleteOldRunsOfAllWorkspaces,
  deleteRun,
  endAllRuns,
  endLeasesOfAllWorkspaces,
  findRun,
  findRuns,
  locateRun,
} from './store/store.ts'
import { createRunStream } from './stream-run.ts'

/**
 * A run lasts as long as its stream and works in the process that serves it. Sentences are saved every few seconds and when the
 * stream ends; the unit is refunded when no sentence changed. If the process dies, another process notices the expired lease
 * and closes the run with the saved sentences.
 */

export type Humanizer = ReturnType<typeof createHumanizer>

type Dependencies = {
  db: Database
  plans: Plans
  models: Models
  documents: Documents
  voices: Voices
  log: Log
  threads: Threads
}

/** A text to rewrite for another feature. */
export type RewriteRequest = {
  options: RewriteOptions
  /** Null for the built-in rules. */
  model: LanguageModel | null
  workspaceId: string
  signal: AbortSignal
}

const cleanupBatchSize = 100

export function createHumanizer({ db, plans, models, documents, voices, log, threads }: Dependencies) {
  const runs = createLeasedRuns({ log, name: 'Humanizer runs', closeAbandoned })
  const startRun = createRunStart({ db, plans, models, documents, voices })
  const streamRun = createRunStream({ db, plans, log, threads, runs })

  return {
    watch: runs.watch,
    settle: runs.drain,

    locate: (workspaceIds: string[], id: string) => locateRun(db, workspaceIds, id),

    /**
     * Starts a run and returns the function that fills its stream.
     * @throws AppError too_large (over 20,000 characters), not_found (voice or document of another workspace), limit_…
     */
    async begin(
      userId: string,
      workspaceId: string,
      input: RunInput,
    ): Promise<(send: SendEvent, signal: AbortSignal) => Promise<void>> {
      const run = await startRun(userId, workspaceId, input)
      return (send, signal) => runs.track(streamRun(run, send, signal))
    },

    async find(workspaceId: string, paging: { page: number; limit: number }) {
      // People who open the list often send a text next.
      void loadRules().catch((err) => log.error({ err }, 'The humanizer’s rules could not be loaded'))
      return { ...(await findRuns(db, workspaceId, paging)), ...paging }
    },

    async single(ref: ResourceRef): Promise<Run> {
      return (await findRun(db, ref)) ?? missing()
    },

    /**
     * Rewrites a text without storing a run, for batches, which pay for it themselves.
     * @throws AppError, ModelError
     */
    async rewrite(
      text: string,
      { options, model, workspaceId, signal }: RewriteRequest,
    ): Promise<{ text: string; changed: number }> {
      const rules = await loadRules()
      const plan = rules.planRewriting(text, rules.readSignals(text, options.language), options, model === null)
      const ignore = () => undefined
      const sentences = model
        ? rules.rewriteByModel(plan, options, { model, signal, onStart: ignore, onUsage: ignore })
        : rewriteOffLoop(threads, { plan, options }, { workspaceId, signal })
      let rewritten = ''
      let changed = 0
      for await (const sentence of sentences) {
        if (signal.aborted) throw signal.reason
        rewritten += sentence.rewritten
        if (!sentence.kept) changed++
      }
      return { text: rewritten, changed }
    },

    /** Deletes a run and stops it if it's still running. */
    async delete(ref: ResourceRef) {
      await db.transaction().execute(async (tx) => {
        const deleted = (await deleteRun(tx, ref)) ?? missing()
        if (deleted.status === 'running' && deleted.changed === 0) await plans.refund(tx, getReservation(deleted))
      })
    },

    /** Applies retention: deletes runs older than `retentionDays`. */
    deleteOld: () => deleteOldRunsOfAllWorkspaces(db, retentionDays),

    /** Ends all runs of a workspace that's being deleted and refunds runs without changes. Returns an after-commit callback. */
    async endAll(tx: Db, workspaceId: string): Promise<() => void> {
      for (const run of await endAllRuns(tx, workspaceId, workspaceDeleted()))
        if (run.changed === 0) await plans.refund(tx, getReservation(run))
      return () => undefined
    },
  }

  /** Closes runs whose lease expired; each by one process only. */
  async function closeAbandoned(alone: boolean) {
    if (alone) await endLeasesOfAllWorkspaces(db)
    await db.transaction().execute(async (tx) => {
      for (const run of await closeAbandonedOfAllWorkspaces(tx, cleanupBatchSize, interrupted()))
        if (run.changed === 0) await plans.refund(tx, getReservation(run))
    })
  }
}

const getReservation = (run: { payer_id: string; units: number; units_period: Date }): Reservation => ({
  userId: run.payer_id,
  tool: 'humanizer',
  amount: run.units,
  periodStart: run.units_period,
})
