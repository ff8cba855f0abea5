import { randomUUIDv7 } from 'node:crypto'
import type { RunAlert } from '#features/notifications/rules/run-changes.ts'
import { toResultError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { createBatcher } from '#platform/jobs/batcher.ts'
import type { Lease } from '#platform/jobs/leases.ts'
import { isUncounted, recountListener, type UpdateNotificationCounts } from './recount-listeners.ts'
import type { PhraseChanges, SourceChanges, SourceDigests, SourceReport, SourceResult } from './rules/diff-run.ts'
import { nextRun } from './rules/next-run.ts'
import { createFilter, type Filter } from './rules/phrase-filter.ts'
import { writeChanges } from './store/item-store.ts'
import { lockLeased } from './store/listener-lease-store.ts'
import { type ClosedRun, closeRuns, thinRuns } from './store/run-store.ts'
import type { ListenerRow } from './store/store.ts'

/**
 * Commits finished runs. Items, counts, the next date and notifications of a run commit in one transaction, and only by the
 * worker that holds the newest lease. Runs that finish while a batch is being written form the next batch: seven statements
 * for all of them instead of seven for each.
 */

/** A run whose sources have answered and that isn't committed yet. */
export type EndedRun = {
  lease: Lease
  /** The row as of the lease. */
  listener: ListenerRow
  startedAt: Date
  at: Date
  results: SourceResult[]
  /** By source. */
  digests: Map<string, string>
  changes: SourceChanges[]
  /** The same changes by phrase: counts and notifications use these. */
  phrases: PhraseChanges
}

export type Closer = {
  /** False when the lease was lost or the listener stopped; nothing was written then. */
  close(run: EndedRun): Promise<boolean>
}

type Dependencies = {
  db: Database
  /** Adds notifications in the same transaction. */
  notify(tx: Db, news: RunAlert[]): Promise<void>
  updateNotificationCounts: UpdateNotificationCounts
}

const thinEvery = 50
const examples = 3

/** Most runs that are committed or read together. */
export const maxRunsPerBatch = 32

export function createCloser({ db, notify, updateNotificationCounts }: Dependencies): Closer {
  const limits = { maxItems: maxRunsPerBatch, retryAlone: true }
  const changed = createBatcher({
    run: (runs: EndedRun[]) =>
      db.transaction().execute((tx) => closeAll(tx, runs, { notify, updateNotificationCounts })),
    ...limits,
  })
  // A run without changes is one statement and needs no transaction.
  const quiet = createBatcher({
    run: async (runs: EndedRun[]) => {
      const numbers = await closeRuns(
        db,
        runs.map((run) => toClosedRun(run, run.listener, noCounts)),
      )
      for (const { lease } of runs)
        if (isTimeToThin(numbers.get(lease.id))) await db.transaction().execute((tx) => thinRuns(tx, lease))
      return runs.map(({ lease }) => numbers.has(lease.id))
    },
    ...limits,
  })
  return {
    async close(run) {
      // A changed schedule makes the single statement skip the run; the transaction handles it.
      return (run.changes.length === 0 && (await quiet.add(run))) || changed.add(run)
    },
  }
}

const noCounts = { added: 0, removed: 0, isNew: 0 }
const isTimeToThin = (no: number | undefined) => no !== undefined && no % thinEvery === 0

/** Returns for each run whether it was written. */
async function closeAll(
  tx: Db,
  ended: EndedRun[],
  { notify, updateNotificationCounts }: Omit<Dependencies, 'db'>,
): Promise<boolean[]> {
  const rows = await lockLeased(
    tx,
    ended.map(({ lease }) => lease),
  )
  const held = ended.flatMap((run) => {
    const listener = rows.get(run.lease.id)
    // A process may hold two leases of one listener; only the newest counts.
    if (!listener || listener.attempt !== run.lease.attempt) return []
    return [
      {
        ...run,
        listener,
        ref: run.lease,
        runNo: listener.run_count + 1,
        passes: createFilter(listener),
        lastAnsweredAt: (source: string) => listener.heard[source]?.at ?? null,
      },
    ]
  })
  if (held.length === 0) return ended.map(() => false)
  // Recounts before writing, because the recount covers earlier runs only.
  for (const { listener } of held)
    if (isUncounted(listener)) await recountListener(tx, listener, updateNotificationCounts)
  await writeChanges(tx, held)
  const news: RunAlert[] = []
  const runs = held.map((run) => {
    const getReported = (kind: 'added' | 'returned' | 'removed') => filterTexts(run.phrases[kind], run.passes)
    const [fresh, returned, removed] = [getReported('added'), getReported('returned'), getReported('removed')]
    const appeared = fresh.length + returned.length
    const closed = toClosedRun(run, run.listener, { added: appeared, removed: removed.length, isNew: fresh.length })
    const reported = appeared > 0 ? [...fresh, ...returned] : removed
    if (reported.length > 0) news.push(toRunAlert(run, closed, reported))
    return closed
  })
  await closeRuns(tx, runs)
  for (const { lease, runNo } of held) if (isTimeToThin(runNo)) await thinRuns(tx, lease)
  if (news.length > 0) await notify(tx, news)
  const written = new Set(held.map(({ lease }) => lease))
  return ended.map(({ lease }) => written.has(lease))
}

const filterTexts = (phrases: ReadonlyMap<string, string>, passes: Filter): string[] => {
  const texts = [...phrases.values()]
  return passes.passesAll ? texts : texts.filter(passes)
}

function toRunAlert({ lease, listener, runNo }: EndedRun & { runNo: number }, run: ClosedRun, reported: string[]) {
  return {
    workspaceId: lease.workspaceId,
    listenerId: lease.id,
    runId: run.id,
    byHand: listener.by_hand,
    emails: listener.notify_emails,
    webhook: listener.webhook,
    data: {
      keyword: listener.keyword,
      added: run.added,
      removed: run.removed,
      first: runNo === 1,
      examples: reported.slice(0, examples),
    },
  }
}

function toClosedRun(
  { lease, startedAt, at, results, digests, changes }: EndedRun,
  { id, frequency, by_hand: byHand, heard: previousDigests }: ListenerRow,
  counts: typeof noCounts,
): ClosedRun {
  const sourceDigests: SourceDigests = {}
  for (const { source, outcome } of results) {
    const before = previousDigests[source]
    if (outcome === 'answered') sourceDigests[source] = { digest: digests.get(source)!, at: at.toISOString() }
    // An empty digest forces a comparison with the next full answer, since a partial answer may have added phrases.
    else if (before && changes.some((change) => change.source === source))
      sourceDigests[source] = { ...before, digest: '' }
  }
  const sources = results.map(
    ({ source, label, outcome, error, items, spentUsd }): SourceReport => ({
      id: source,
      label,
      outcome,
      ...toResultError(error),
      count: items.size,
      ...(spentUsd ? { spent_usd: spentUsd } : {}),
    }),
  )
  const next = nextRun(id, frequency, at)
  return { lease, frequency, id: randomUUIDv7(), byHand, startedAt, at, next, ...counts, sources, sourceDigests }
}
