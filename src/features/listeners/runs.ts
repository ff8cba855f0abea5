import { createHash, randomUUIDv7 } from 'node:crypto'
import type { News } from '#features/notifications/news.ts'
import type { Database, Db } from '#platform/database.ts'
import { type SearchSource, type SourceId, sourceLabels } from '#providers/search-data/port.ts'
import { hear } from './ask.ts'
import { type Changes, diff, type Heard, type Hearing, type SourceReport, volatility } from './diff.ts'
import { createFilter } from './filters.ts'
import { findKnown, findTexts, writeChanges } from './item-store.ts'
import { findRuns, insertRun, thinRuns } from './run-store.ts'
import { nextRun } from './schedule.ts'
import { type ListenerRow, updateListener } from './store.ts'
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
const sparklineRuns = 20
const thinEvery = 50
const examples = 3

/** Which sources a listener asks, and why not where one cannot be. */
export function sourcesOf(sources: Map<SourceId, SearchSource>, wanted: readonly string[] | null) {
  const ids =
    wanted ?? [...sources.values()].filter((one) => !one.unavailable && !silent.has(one.id)).map(({ id }) => id)
  return ids.map((id) => {
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
  return db
    .transaction()
    .execute((tx) => close(tx, { taken, startedAt, at: now(), hearings, digests, changes }, dependencies))
}

type Closing = {
  taken: Taken
  startedAt: Date
  at: Date
  hearings: Hearing[]
  digests: Map<string, string>
  changes: Changes
}

async function close(tx: Db, closing: Closing, { tell }: RunDependencies): Promise<boolean> {
  const { taken, startedAt, at, hearings, digests, changes } = closing
  const listener = await lockTaken(tx, taken)
  if (!listener) return false
  const runNo = listener.run_count + 1
  const runId = randomUUIDv7()
  const passes = createFilter(listener)
  const heard: Heard = { ...listener.heard }
  for (const { source, outcome } of hearings)
    if (outcome === 'answered') heard[source] = { digest: digests.get(source)!, at: at.toISOString() }
  const heardBefore = (source: string) => listener.heard[source]?.at ?? null
  await writeChanges(tx, { place: taken, runNo, at, changes, passes, heardBefore })
  const told = await toldOf(tx, taken, changes, passes)
  const heardCount = listener.heard_count + told.appeared.length - told.removed.length
  const reports = hearings.map(
    ({ source, label, outcome, error, items }): SourceReport => ({
      id: source,
      label,
      outcome,
      error,
      count: items.size,
    }),
  )
  await insertRun(tx, {
    workspace_id: taken.workspaceId,
    listener_id: taken.id,
    no: runNo,
    id: runId,
    by_hand: listener.by_hand,
    started_at: startedAt,
    at,
    added: told.appeared.length,
    removed: told.removed.length,
    heard: heardCount,
    sources: reports,
  })
  const unchanged = told.appeared.length === 0 && told.removed.length === 0
  const restless =
    unchanged && !listener.volatility ? (runNo > 1 ? 0 : null) : volatility(await findRuns(tx, taken, { limit: 11 }))
  const next = nextRun(taken.id, listener.frequency, at)
  await updateListener(tx, taken, {
    running: false,
    by_hand: false,
    tries: 0,
    run_count: runNo,
    last_run_id: runId,
    last_run_at: at,
    next_run_at: next,
    take_at: next,
    new_count: told.isNew,
    heard_count: heardCount,
    failing: reports.filter(({ outcome }) => outcome !== 'answered').length,
    volatility: restless,
    sparkline: [...listener.sparkline, told.appeared.length].slice(-sparklineRuns),
    heard: JSON.stringify(heard),
  })
  if (runNo % thinEvery === 0) await thinRuns(tx, taken)
  if (unchanged) return true
  const spoken = told.appeared.length > 0 ? told.appeared : told.removed
  await tell(tx, {
    workspaceId: taken.workspaceId,
    listenerId: taken.id,
    runId,
    byHand: listener.by_hand,
    emails: listener.notify_emails,
    webhook: listener.webhook,
    data: {
      keyword: listener.keyword,
      added: told.appeared.length,
      removed: told.removed.length,
      first: runNo === 1,
      examples: [...new Set(spoken.map(({ text }) => text))].slice(0, examples),
    },
  })
  return true
}

/** Of what changed, what the filters let through. */
async function toldOf(tx: Db, place: Taken, { added, returned, removed }: Changes, passes: (text: string) => boolean) {
  const fresh = added.filter(({ text }) => passes(text))
  const gone = (await findTexts(tx, place, removed)).filter((item) => item.passes)
  const back = returned.filter(({ text }) => passes(text))
  return { isNew: fresh.length, appeared: [...fresh, ...back], removed: gone }
}

const digestOf = ({ items }: Hearing) =>
  createHash('sha256')
    .update([...items.keys()].sort().join('\n'))
    .digest('base64url')
