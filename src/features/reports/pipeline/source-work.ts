import type { SearchSource } from '#providers/search-data/port.ts'
import type { SourceState } from '../contract.ts'

/** The work on one source while a report collects. */
export type SourceWork = {
  state: SourceState
  source: SearchSource | null
  startedAt: number
  rows: number
  arrivals: { at: number; rows: number }[]
}

/** A request to a source; what it returns is nested under the row `parentKey`. */
export type PlannedAsk = { term: string; depth: number; parentKey: string | null }

/** 0..1 over all sources that find keywords. */
export function getCollectProgress(works: SourceWork[]): number {
  const collecting = works.filter(({ source }) => !source?.adds)
  const shares = collecting.map(({ state }) =>
    state.state === 'waiting'
      ? 0
      : state.state === 'running'
        ? Math.min(0.95, state.asked / Math.max(1, state.planned))
        : 1,
  )
  return shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length
}
