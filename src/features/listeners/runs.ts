import { createHash, randomUUIDv7 } from 'node:crypto'
import type { News } from '#features/notifications/news.ts'
import type { Database, Db } from '#platform/database.ts'
import { type SearchSource, type SourceId, sourceLabels } from '#providers/search-data/port.ts'
import { hear } from './ask.ts'
import { type Changes, diff, type Heard, type Hearing, type SourceReport } from './diff.ts'
import { createFilter } from './filters.ts'
import { findKnown, writeChanges } from './item-store.ts'
import { type ClosedRun, closeRun, thinRuns } from './run-store.ts'
import { nextRun } from './schedule.ts'
import type { ListenerRow } from './store.ts'
import { lockTaken, type Taken } from './take-store.ts'

/**
 * One run: the sources are asked side by side, what they said is compared with what was known, and everything that
 * follows from it (items, counts, the next date, what people are told) commits in one transaction, by the worker that
 * holds the newest taking or by none.
 */

export type RunDependencies = {
  db: Database
  sources: Map<SourceId, SearchSource>
  /** Puts what there is to tell in with the transaction. */
  tell(tx: Db, news: News): Promise<void>
  now?: () => Date
}

/** Sources that repeat what they were given: asked only where somebody names them. */
const silent = new Set<string>(['patterns', 'imported', 'sample'])
const runMs = 10 * 60_000
/** A run whose worker died this often is closed as failed: it may be what kills them. */
const mostTries = 5
const thinEvery = 50
const examples = 3

/** Which sources a listener asks, and why not where one cannot be. */
export function sourcesOf(sources: Map<SourceId, SearchSource>, wanted: readonly string[] | null) {
  const ids =
    wanted ?? [...sources.values()].filter((one) => !one.unavailable && !silent.has(one.id)).map(({ id }) => id)
  // One named twice is asked once: its items would come twice, and a run that holds an item twice is never closed.
  return [...new Set(ids)].map((id) => {
    const source = sources.get(id as SourceId)
    return {
      id,
      label: source?.label ?? sourceLabels[id as SourceId] ?? id,
      source: source?.unavailable ? null : (source ?? null),
      unavailable: source ? source.unavailable : 'This is no source that can be asked.',
    }
  })
}

/** Performs a run that was taken. False: it was stopped, or is somebody else's by now; nothing was written. */
export async function performRun(
  listener: ListenerRow,
  dependencies: RunDependencies,
  signal: AbortSignal,
): Promise<boolean> {
  const { db, sources, now = () => new Date() } = dependencies
  const startedAt = now()
  const chosen = sourcesOf(sources, listener.wanted_sources)
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(runMs)])
  const lost = listener.tries > mostTries
  const hearings = await Promise.all(
    chosen.map(async ({ id, label, source, unavailable }): Promise<Hearing> => {
      if (source && !lost) return hear(source, listener, deadline)
      const error = lost ? `The run was broken off ${mostTries} times.` : unavailable
      return { source: id, label, outcome: 'failed', error, items: new Map() }
    }),
  )
  if (signal.aborted) return false
  const taken = { workspaceId: listener.workspace_id, id: listener.id, attempt: listener.attempt }
  const digests = new Map(hearings.map((hearing) => [hearing.source, digestOf(hearing)]))
  const moved = hearings.filter(({ source, outcome, items }) =>
    items.size > 0 && outcome !== 'answered'
      ? true
      : outcome === 'answered' && digests.get(source) !== listener.heard[source]?.digest,
  )
  // Only the one who holds the lease changes items: they may be read before the transaction that writes.
  const known =
    moved.length > 0
      ? await findKnown(
          db,
          taken,
          moved.map(({ source }) => source),
        )
      : []
  const changes = diff(known, moved)
  const closing = { taken, listener, startedAt, at: now(), hearings, digests, changes }
  const isQuiet = Object.values(changes).every((list) => list.length === 0)
  if (isQuiet) {
    const no = await closeRun(db, taken, listener.frequency, runOf(closing, listener, quiet))
    if (no !== undefined && no % thinEvery === 0) await db.transaction().execute((tx) => thinRuns(tx, taken))
    if (no !== undefined) return true
  }
  return db.transaction().execute((tx) => close(tx, closing, dependencies))
}

type Closing = {
  taken: Taken
  /** As it was when it was taken. */
  listener: ListenerRow
  startedAt: Date
  at: Date
  hearings: Hearing[]
  digests: Map<string, string>
  changes: Changes
}

const quiet = { added: 0, removed: 0, isNew: 0 }

function runOf(
  { startedAt, at, hearings, digests }: Closing,
  { id, frequency, by_hand: byHand }: ListenerRow,
  counts: typeof quiet,
): ClosedRun {
  const heard: Heard = {}
  for (const { source, outcome } of hearings)
    if (outcome === 'answered') heard[source] = { digest: digests.get(source)!, at: at.toISOString() }
  const sources = hearings.map(
    ({ source, label, outcome, error, items }): SourceReport => ({
      id: source,
      label,
      outcome,
      error,
      count: items.size,
    }),
  )
  return { id: randomUUIDv7(), byHand, startedAt, at, next: nextRun(id, frequency, at), ...counts, sources, heard }
}

async function close(tx: Db, closing: Closing, { tell }: RunDependencies): Promise<boolean> {
  const { taken, at, changes } = closing
  const listener = await lockTaken(tx, taken)
  if (!listener) return false
  const runNo = listener.run_count + 1
  const passes = createFilter(listener)
  const heardBefore = (source: string) => listener.heard[source]?.at ?? null
  const gone = await writeChanges(tx, { place: taken, runNo, at, changes, passes, heardBefore })
  const fresh = changes.added.filter(({ text }) => passes(text))
  const appeared = [...fresh, ...changes.returned.filter(({ text }) => passes(text))]
  const run = runOf(closing, listener, { added: appeared.length, removed: gone.length, isNew: fresh.length })
  await closeRun(tx, taken, listener.frequency, run)
  if (runNo % thinEvery === 0) await thinRuns(tx, taken)
  if (appeared.length === 0 && gone.length === 0) return true
  const spoken = appeared.length > 0 ? appeared : gone
  await tell(tx, {
    workspaceId: taken.workspaceId,
    listenerId: taken.id,
    runId: run.id,
    byHand: listener.by_hand,
    emails: listener.notify_emails,
    webhook: listener.webhook,
    data: {
      keyword: listener.keyword,
      added: appeared.length,
      removed: gone.length,
      first: runNo === 1,
      examples: [...new Set(spoken.map(({ text }) => text))].slice(0, examples),
    },
  })
  return true
}

const digestOf = ({ items }: Hearing) =>
  createHash('sha256')
    .update([...items.keys()].sort().join('\n'))
    .digest('base64url')
