import type { Plans } from '#features/plans/service.ts'
import type { Reports } from '#features/reports/service.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import { createLeasedRuns } from '#platform/jobs/leased-runs.ts'
import type { Log } from '#platform/log.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { maxContentLength } from '../contract.ts'
import { getDeltaGap } from '../rules/generation/cleaning/delta-gap.ts'
import { endLeasesOfAllWorkspaces } from '../store/generation-store.ts'
import { type DocumentToWrite, findDocumentToWrite } from '../store/store.ts'
import { getContext } from './generation-sources.ts'
import { planJob } from './plan-job.ts'
import { getPrompt } from './produce-text.ts'
import { type OnFinished, runGeneration } from './run-generation.ts'
import { closeAbandonedGenerations, endDocumentGenerations } from './save-generation.ts'
import { startGenerations, tooLongText } from './start-generation.ts'
import type { Models } from './workspace-model.ts'

/**
 * Runs a generation in the process that streams it, for as long as its reader is connected (`run-generation.ts`). If the
 * process dies, another one finds the expired lease and closes the generation with the text saved so far.
 */

export type { DocumentToWrite }
export type Writing = ReturnType<typeof createWriting>

type Dependencies = {
  db: Database
  plans: Plans
  reports: Reports
  models: Models
  signals: Signals
  threads: Threads
  log: Log
  /** Enqueues a job that scores the text. */
  enqueueScore(tx: Db, ref: ResourceRef): Promise<void>
  onFinished: OnFinished
}

/** The most text, in milliseconds of writing, that a killed process can lose. */
const checkpointMs = 3000
/** Backpressure: one process saves at most this many checkpoints a second. */
const checkpointsPerSecond = 60
/** A generation doesn't start if the document has fewer characters left than this. */
const minRemaining = 100

export function createWriting(dependencies: Dependencies) {
  const { db, plans, reports, models, signals, threads, log, enqueueScore, onFinished } = dependencies
  /** Generations of this process. They count as running even if their lease is renewed late. */
  const ownGenerations = new Set<string>()
  const runs = createLeasedRuns({ log, name: 'Generations', closeAbandoned })
  const running = {
    ...{ db, plans, signals, log, enqueueScore, onFinished, runs },
    gapMs: () => getDeltaGap(ownGenerations.size),
    getCheckpointGapMs: () => Math.max(checkpointMs, (ownGenerations.size * 1000) / checkpointsPerSecond),
  }

  return {
    watch: runs.watch,
    drain: runs.drain,
    cleanUp: () => closeAbandoned(false),

    /** The document to write and everything `begin` needs; null when it's in none of these workspaces. */
    find: (workspaceIds: string[], id: string) => findDocumentToWrite(db, workspaceIds, id),

    /**
     * Reserves a unit and returns the function that fills the stream.
     * @throws AppError limit_…, conflict (the document is being written), invalid_input
     */
    async begin(
      userId: string,
      { workspaceId, row, ownModel }: DocumentToWrite,
      input: { section?: number; instruction?: string; mode: 'write' | 'continue' },
    ): Promise<(send: SendEvent, signal: AbortSignal) => Promise<void>> {
      const ref = { workspaceId, id: row.id }
      const model = models.pick(workspaceId, ownModel, row.model)
      const context = await getContext({ db, reports }, row)
      const task = { context, contentMd: row.content_md, request: input, builtin: model === null }
      const { job, texts } = await planJob(threads, task)
      if (job.before.length + job.after.length + minRemaining > maxContentLength) throw tooLongText()
      const kind = input.section !== undefined ? 'section' : input.mode === 'continue' ? 'continue' : 'document'
      // The first prompt is built while the database reserves the unit.
      const [[started], firstPrompt] = await Promise.all([
        startGenerations({ db, plans }, { userId, ref, kind, model, count: 1, version: row.version }),
        (async () => (model ? getPrompt(job, 0, job.before, 0) : null))(),
      ])
      signals.publish('document', ref.id)
      return (send, signal) => {
        ownGenerations.add(started!.id)
        const generation = { ref, row, job, texts, model, firstPrompt, ...started! }
        return runs
          .track(runGeneration(running, generation, { send, signal }))
          .finally(() => ownGenerations.delete(started!.id))
      }
    },

    /**
     * Ends generations before a workspace or document is deleted and refunds those without text. Returns what to do
     * after the commit.
     */
    endAll: (tx: Db, workspaceId: string, documentId?: string): Promise<() => void> =>
      endDocumentGenerations({ plans, signals }, tx, workspaceId, documentId),
  }

  /** Closes generations whose lease expired because their process died; each is closed by one process. */
  async function closeAbandoned(alone: boolean) {
    if (alone) await endLeasesOfAllWorkspaces(db)
    await closeAbandonedGenerations({ db, plans, signals, enqueueScore }, ownGenerations)
  }
}
