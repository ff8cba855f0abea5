import type { Keywords } from '#features/keywords/service.ts'
import { SourceError, type SourceId } from '#providers/search-data/port.ts'
import { returnsSerp } from '../rules/call-plan.ts'
import { toStateError } from '../rules/source-errors.ts'
import { findAsks } from '../store/finding-store.ts'
import { findCollected } from '../store/row-store.ts'
import type { Run } from '../store/run-store.ts'
import { type AskSourceDependencies, askSource } from './ask-source.ts'
import { createCheckpointWriter } from './checkpoint-writer.ts'
import { collectImported } from './collect-imported.ts'
import type { Collection } from './collection.ts'
import { createRowCollector } from './row-collector.ts'
import type { SourceWork } from './source-work.ts'

/**
 * The first stage: queries all sources in parallel and stores rows as they arrive. Each request is stored with its answer in one
 * transaction (a checkpoint), so that a killed run resumes without repeating requests.
 */

export type CollectDependencies = AskSourceDependencies & {
  keywords: Keywords
  /** Called after each write. */
  onWrite(): void
  /** Reads ranking pages as soon as every SERP source has responded. */
  readPagesEarly(signal: AbortSignal): Promise<unknown>
  now?: () => number
}

/** Resolves to false when the run was cancelled or taken by another worker. */
export async function collect(run: Run, dependencies: CollectDependencies, signal: AbortSignal): Promise<boolean> {
  const { db, sources, keywords, onWrite, readPagesEarly, now = Date.now } = dependencies
  const rows = createRowCollector(run, await findCollected(db, run), now)
  const previousAsks = await findAsks(db, run)
  const knownSerps = new Set(
    previousAsks.filter(({ source, has_pages }) => source === 'imported' && has_pages).map(({ term }) => term),
  )
  const works: SourceWork[] = run.sources.map((state) => ({
    state: { ...state },
    source: sources.get(state.id as SourceId) ?? null,
    startedAt: now(),
    rows: countRows(state.id),
    arrivals: [],
  }))
  const stop = new AbortController()
  const stopped = AbortSignal.any([signal, stop.signal])
  const writer = createCheckpointWriter({ db, run, rows, works, onWrite, onLost: () => stop.abort(), now }, signal)
  const collection: Collection = { run, rows, writer, previousAsks, knownSerps, signal: stopped, now }

  // Volumes and trends are added once the keywords are known.
  const open = works.filter(
    ({ state, source }) => (state.state === 'waiting' || state.state === 'running') && !source?.adds,
  )
  // A list's keywords are loaded first: the other sources are queried for them.
  const isGiven = ({ state }: SourceWork) => run.isList && state.id === 'imported'
  const given = await Promise.allSettled(open.filter(isGiven).map(workOn))
  if (given.some(({ status }) => status === 'rejected')) stop.abort()
  const working = open.filter((work) => !isGiven(work)).map((work) => ({ work, done: workOn(work) }))
  const resultPages = Promise.all(
    working.filter(({ work }) => returnsSerp(work.state.id)).map(({ done }) => done),
  ).then(async () => {
    await writer.flush()
    if (!run.isList && !stopped.aborted) await readPagesEarly(stopped)
  })
  const ended = await Promise.allSettled([...working.map(({ done }) => done), resultPages])
  // Stores the other sources' rows before an error is thrown, so that a retry doesn't query them again.
  const finished = await writer.finish()
  for (const one of [...given, ...ended]) if (one.status === 'rejected') throw one.reason
  return finished

  function countRows(source: string) {
    if (run.isList && source !== 'imported')
      return previousAsks.filter((ask) => ask.source === source && ask.has_pages).length
    return rows.countRows(source)
  }

  async function workOn(work: SourceWork) {
    const { state, source } = work
    state.state = 'running'
    state.planned = state.asked = 0
    work.startedAt = now()
    try {
      if (state.id === 'imported') await collectImported(work, collection, keywords)
      else if (source) await askSource(work, source, collection, dependencies)
      else throw new Error(`No source is called ${state.id}`)
      state.state = 'done'
    } catch (error) {
      if (stopped.aborted) return
      // A database error isn't the source's failure.
      if (!(error instanceof SourceError)) throw error
      state.state = 'failed'
      // An unsupported country or language isn't a failure.
      if (error.kind === 'unsupported') state.state = work.rows > 0 ? 'done' : 'skipped'
      if (error.kind === 'budget') {
        state.state = state.asked > 0 ? 'done' : 'skipped'
        state.reason = 'budget'
      }
      Object.assign(state, toStateError(error))
    } finally {
      state.ms = now() - work.startedAt
    }
  }
}
