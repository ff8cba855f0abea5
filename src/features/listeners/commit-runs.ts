import { randomUUIDv7 } from 'node:crypto'
import type { News } from '#features/notifications/run-changes.ts'
import type { Database, Db } from '#platform/database.ts'
import { createBatches } from './batcher.ts'
import type { Heard, Hearing, PhraseChanges, SourceChanges, SourceReport } from './diff-run.ts'
import { writeChanges } from './item-store.ts'
import { lockTaken, type Taken } from './listener-lease-store.ts'
import { nextRun } from './next-run.ts'
import { createFilter, type Filter } from './phrase-filter.ts'
import { isUncounted, type RecountTold, recountListener } from './recount-listeners.ts'
import { type ClosedRun, closeRuns, thinRuns } from './run-store.ts'
import type { ListenerRow } from './store.ts'

/**
 * The end of runs. Everything that follows from one (items, counts, the next date, what people are told) commits in one
 * transaction, by the worker that holds the newest taking or by none. Runs that end while others are being written wait for
 * those and are written together: seven statements for all of them, where each by itself would cost as many.
 */

/** A run that has listened and not been written. */
export type EndedRun = {
  taken: Taken
  /** As it was when it was taken. */
  listener: ListenerRow
  startedAt: Date
  at: Date
  hearings: Hearing[]
  /** By source. */
  digests: Map<string, string>
  changes: SourceChanges[]
  /** What those mean for phrases: what is counted and told. */
  phrases: PhraseChanges
}

export type Closer = {
  /** False: it was stopped, or is somebody else's by now; nothing was written. */
  close(run: EndedRun): Promise<boolean>
}

type Dependencies = {
  db: Database
  /** Puts what there is to tell in with the transaction. */
  tell(tx: Db, news: News[]): Promise<void>
  recountTold: RecountTold
}

const thinEvery = 50
const examples = 3

export function createCloser({ db, tell, recountTold }: Dependencies): Closer {
  const changed = createBatches(async (runs: EndedRun[]) =>
    db.transaction().execute((tx) => closeAll(tx, runs, { tell, recountTold })),
  )
  // Those need no transaction: all that is to be written is one statement.
  const quiet = createBatches(async (runs: EndedRun[]) => {
    const numbers = await closeRuns(
      db,
      runs.map((run) => closedRun(run, run.listener, noCounts)),
    )
    for (const { taken } of runs)
      if (isTimeToThin(numbers.get(taken.id))) await db.transaction().execute((tx) => thinRuns(tx, taken))
    return runs.map(({ taken }) => numbers.has(taken.id))
  })
  return {
    async close(run) {
      // One that runs at other times by now is written with those that changed something.
      return (run.changes.length === 0 && (await quiet(run))) || changed(run)
    },
  }
}

const noCounts = { added: 0, removed: 0, isNew: 0 }
const isTimeToThin = (no: number | undefined) => no !== undefined && no % thinEvery === 0

/** Answers, run by run, whether it was written. */
async function closeAll(
  tx: Db,
  ended: EndedRun[],
  { tell, recountTold }: Omit<Dependencies, 'db'>,
): Promise<boolean[]> {
  const rows = await lockTaken(
    tx,
    ended.map(({ taken }) => taken),
  )
  const held = ended.flatMap((run) => {
    const listener = rows.get(run.taken.id)
    // A process may hold two takings of one listener, of which only the newest counts.
    if (!listener || listener.attempt !== run.taken.attempt) return []
    return [
      {
        ...run,
        listener,
        place: run.taken,
        runNo: listener.run_count + 1,
        passes: createFilter(listener),
        heardBefore: (source: string) => listener.heard[source]?.at ?? null,
      },
    ]
  })
  if (held.length === 0) return ended.map(() => false)
  // Before anything of this run is written: it counts what the runs before it left.
  for (const { listener } of held) if (isUncounted(listener)) await recountListener(tx, listener, recountTold)
  await writeChanges(tx, held)
  const news: News[] = []
  const runs = held.map((run) => {
    const told = (kind: 'added' | 'returned' | 'removed') => tellable(run.phrases[kind], run.passes)
    const [fresh, returned, gone] = [told('added'), told('returned'), told('removed')]
    const appeared = fresh.length + returned.length
    const closed = closedRun(run, run.listener, { added: appeared, removed: gone.length, isNew: fresh.length })
    const spoken = appeared > 0 ? [...fresh, ...returned] : gone
    if (spoken.length > 0) news.push(getNews(run, closed, spoken))
    return closed
  })
  await closeRuns(tx, runs)
  for (const { taken, runNo } of held) if (isTimeToThin(runNo)) await thinRuns(tx, taken)
  if (news.length > 0) await tell(tx, news)
  const written = new Set(held.map(({ taken }) => taken))
  return ended.map(({ taken }) => written.has(taken))
}

const tellable = (phrases: ReadonlyMap<string, string>, passes: Filter): string[] => {
  const texts = [...phrases.values()]
  return passes.passesAll ? texts : texts.filter(passes)
}

function getNews({ taken, listener, runNo }: EndedRun & { runNo: number }, run: ClosedRun, spoken: string[]) {
  return {
    workspaceId: taken.workspaceId,
    listenerId: taken.id,
    runId: run.id,
    byHand: listener.by_hand,
    emails: listener.notify_emails,
    webhook: listener.webhook,
    data: {
      keyword: listener.keyword,
      added: run.added,
      removed: run.removed,
      first: runNo === 1,
      examples: spoken.slice(0, examples),
    },
  }
}

function closedRun(
  { taken, startedAt, at, hearings, digests, changes }: EndedRun,
  { id, frequency, by_hand: byHand, heard: heardBefore }: ListenerRow,
  counts: typeof noCounts,
): ClosedRun {
  const heard: Heard = {}
  for (const { source, outcome } of hearings) {
    const before = heardBefore[source]
    if (outcome === 'answered') heard[source] = { digest: digests.get(source)!, at: at.toISOString() }
    // A partial answer may have added phrases: the next full one is compared, even if it repeats the one before.
    else if (before && changes.some((change) => change.source === source)) heard[source] = { ...before, digest: '' }
  }
  const sources = hearings.map(
    ({ source, label, outcome, error, items, spentUsd }): SourceReport => ({
      id: source,
      label,
      outcome,
      error,
      count: items.size,
      ...(spentUsd ? { spent_usd: spentUsd } : {}),
    }),
  )
  const next = nextRun(id, frequency, at)
  return { taken, frequency, id: randomUUIDv7(), byHand, startedAt, at, next, ...counts, sources, heard }
}
