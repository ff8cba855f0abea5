import type { Database } from '#platform/database/database.ts'
import { retryWhileUnavailable } from '#platform/database/database-retry.ts'
import type { SourceAnswer, SourceId } from '#providers/search-data/port.ts'
import { getRowSparkline } from '../rules/rows/row-sparkline.ts'
import {
  insertAsks,
  replaceFeatures,
  type SourceRequest,
  upsertDiscussions,
  upsertPages,
} from '../store/finding-store.ts'
import { upsertRows } from '../store/row-store.ts'
import { type Run, updateRun } from '../store/run-store.ts'
import type { RowCollector } from './row-collector.ts'
import { getCollectProgress, type SourceWork } from './source-work.ts'

/**
 * Stores what a run collects, a few times per second: rows, requests and the sources' states of one moment in one transaction (a
 * checkpoint). One writer per run.
 */

export type CheckpointWriter = ReturnType<typeof createCheckpointWriter>

export type CheckpointDependencies = {
  db: Database
  run: Run
  rows: RowCollector
  works: SourceWork[]
  /** Called after each write. */
  onWrite(): void
  /** Called when nothing can be written any more: a write failed, or the run was cancelled or taken by another worker. */
  onLost(): void
  now(): number
}

/** The first rows show fast; later ones are stored in fewer, larger writes. */
const flushEveryMs = { first: 120, later: 400 }

export function createCheckpointWriter(dependencies: CheckpointDependencies, signal: AbortSignal) {
  const { db, run, rows, works, onWrite, onLost, now } = dependencies
  const startedAt = now()
  let asks: SourceRequest[] = []
  let answers: { source: SourceId; answer: SourceAnswer; isSeed: boolean }[] = []
  let alive = true
  let writing: Promise<void> = Promise.resolve()
  let failure: unknown = null
  let waiting = 0
  let timer = setTimeout(flushInTime, flushEveryMs.first)

  function flushInTime() {
    // Backpressure: while the database is unavailable, one write waits and later rows join the next batch.
    if (waiting === 0) void flush()
    timer = setTimeout(flushInTime, rows.size === 0 ? flushEveryMs.first : flushEveryMs.later)
  }

  function flush(): Promise<void> {
    waiting++
    writing = writing
      .then(write)
      .catch((error) => {
        failure ??= error
        onLost()
      })
      .finally(() => {
        waiting--
      })
    return writing
  }

  async function write() {
    if (!alive) return
    // Copies rows and states at one moment: a state ahead of its rows would skip requests after a crash.
    const batch = rows.takeChanged()
    const [newAsks, newAnswers] = [asks, answers]
    asks = []
    answers = []
    for (const work of works) {
      if (work.state.state === 'running') work.state.ms = now() - work.startedAt
      work.state.count = work.rows
      if (work.arrivals.length > 0) work.state.arrivals = getRowSparkline(work.arrivals, startedAt, now())
    }
    const reached = {
      sources: works.map(({ state }) => ({ ...state })),
      rows: rows.size,
      progress: 0.6 * getCollectProgress(works),
      ...(rows.size > 0 ? { status: 'partial' as const } : {}),
    }
    // Retries the write instead of the requests. Every statement is idempotent.
    const written = () =>
      db.transaction().execute(async (tx) => {
        const mine = await updateRun(tx, run, reached)
        if (!mine) return false
        await upsertRows(tx, run, batch)
        await insertAsks(tx, run, newAsks)
        for (const { source, answer, isSeed } of newAnswers) {
          await upsertDiscussions(tx, run, answer.discussions)
          if (!isSeed) continue
          await upsertPages(tx, run, source, answer.pages)
          if (answer.features.length > 0) await replaceFeatures(tx, run, source, answer.features)
        }
        return true
      })
    alive = await retryWhileUnavailable(written, { signal })
    if (alive) onWrite()
    else onLost()
  }

  return {
    /** A request, to be stored with the next write. */
    addAsk: (ask: SourceRequest) => void asks.push(ask),
    /** What an answer says beside keywords: pages, features and discussions. */
    addAnswer: (source: SourceId, answer: SourceAnswer, isSeed: boolean) =>
      void answers.push({ source, answer, isSeed }),
    flush,

    /**
     * Stores the rest. Resolves to false when the run was cancelled or taken by another worker.
     * @throws what the first failed write threw
     */
    async finish(): Promise<boolean> {
      clearTimeout(timer)
      await flush()
      if (failure) throw failure
      return alive && !signal.aborted
    },
  }
}
