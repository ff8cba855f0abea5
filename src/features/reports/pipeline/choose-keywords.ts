import type { RankTask } from '#features/keywords/rank-thread.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import { capCalls, type PlannedRun, planCalls } from '../rules/call-plan.ts'
import type { CollectedRow } from '../store/row-store.ts'
import type { Run } from '../store/run-store.ts'

/** Which keywords of a list get a paid SERP when the spending limit isn't enough for all. */

export type Budget = {
  plannedRun: PlannedRun
  maxCostUsd: number | null
}

/** Number of SERPs of a source that the limit pays for; infinite without a limit. */
export function countAffordable(
  run: Run,
  source: SourceId,
  open: number,
  sources: Map<SourceId, SearchSource>,
  { plannedRun, maxCostUsd }: Budget,
): number {
  if (maxCostUsd === null) return Number.POSITIVE_INFINITY
  // As planned at the start, whatever a source has done since, so that a resumed run makes the same choice.
  const states = run.sources.map((state) =>
    state.state === 'skipped' ? state : { ...state, state: 'waiting' as const },
  )
  const calls = capCalls(planCalls(sources, states, { ...plannedRun, open }), maxCostUsd)
  const own = calls.filter((call) => call.source === source)
  return own.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...own.map((call) => call.calls))
}

/** Orders keywords by how much their SERP decides about topics. */
export async function rankKeywords(
  rows: readonly CollectedRow[],
  language: string,
  threads: Threads,
  signal: AbortSignal,
): Promise<CollectedRow[]> {
  const order = await threads.run<Int32Array>(
    new URL('../../keywords/rank-thread.ts', import.meta.url),
    {
      keywords: rows.map(({ text }) => text),
      volumes: rows.map(({ metrics }) => metrics?.volume?.value ?? null),
      language,
    } satisfies RankTask,
    { signal },
  )
  return Array.from(order, (at) => rows[at]!)
}
