import type { Database } from '#platform/database/database.ts'
import { getErrors } from './present-listener.ts'
import { createPhraseType } from './rules/phrase-type.ts'
import { getChanges } from './rules/replay-history.ts'
import { findHistories } from './store/item-store.ts'
import { findRunsSince, type RunSince } from './store/run-store.ts'

const maxReplayed = 8
const maxItems = 50

/**
 * New and lost keywords of all listeners of a workspace since a time. Counts are those of the runs; a listener's first run isn't a
 * change. Keywords come from the latest listeners only, since each has to be replayed.
 */
export async function getChangesSince(db: Database, workspaceId: string, since: Date) {
  const byListener = [
    ...Map.groupBy(await findRunsSince(db, workspaceId, since), ({ listener_id }) => listener_id).values(),
  ]
  const by_listener = byListener.map(summarize)
  const replayed = byListener.filter((runs) => runs.some(isChange)).slice(0, maxReplayed)
  const histories = await findHistories(
    db,
    workspaceId,
    replayed.map(([latest]) => latest!.listener_id),
  )
  const items = replayed.flatMap((runs) => {
    const history = histories.get(runs[0]!.listener_id)
    const runByNo = new Map(runs.filter(isChange).map((run) => [run.no, run]))
    const typeOf = createPhraseType(runs[0]!)
    return (history ? getChanges(history) : []).flatMap(({ passes, run_no, kind, text, sources }) => {
      const run = runByNo.get(run_no)
      if (!run || !passes) return []
      return {
        kind: kind === 'removed' ? ('lost' as const) : ('new' as const),
        text,
        language: run.language,
        type: typeOf(text),
        sources,
        listener_id: run.listener_id,
        run_id: run.id,
        at: run.at.toISOString(),
      }
    })
  })
  const sum = (of: (change: (typeof by_listener)[number]) => number) =>
    by_listener.reduce((total, change) => total + of(change), 0)
  return {
    new: sum((change) => change.new),
    lost: sum(({ lost }) => lost),
    runs: sum(({ runs }) => runs),
    items: [...items.filter(({ kind }) => kind === 'new'), ...items.filter(({ kind }) => kind === 'lost')].slice(
      0,
      maxItems,
    ),
    by_listener,
  }
}

/** The first run finds everything: it has nothing to be compared with. */
const isChange = ({ no, added, removed }: RunSince) => no > 1 && added + removed > 0

/** `runs`: of one listener, latest first. */
function summarize(runs: RunSince[]) {
  const [latest] = runs as [RunSince]
  const later = runs.filter(({ no }) => no > 1)
  return {
    _id: latest.listener_id,
    keyword: latest.keyword,
    runs: runs.length,
    new: later.reduce((total, { added }) => total + added, 0),
    lost: later.reduce((total, { removed }) => total + removed, 0),
    first: runs.find(({ no }) => no === 1)?.added ?? null,
    at: latest.at.toISOString(),
    failed_sources: getErrors(latest).filter(({ outcome }) => outcome !== 'skipped'),
    link: `/app/listeners/${latest.listener_id}`,
  }
}
