import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { showDomain, toCurrent, toPrevious } from './present-tracker.ts'
import { findSetChange, type SetChange } from './rules/set-change.ts'
import { findStandings } from './store/history-store.ts'
import type { TrackerRow } from './store/tracker-store.ts'

export type RanksChange = SetChange & { tracker: ResourceRef; domain: string; run: number }

/** How a tracker’s keywords moved in the run that just ended; null when chance explains it. */
export async function findRanksChange(tx: Db, tracker: TrackerRow, run: number): Promise<RanksChange | null> {
  const ref = { workspaceId: tracker.workspace_id, id: tracker.id }
  const standings = await findStandings(tx, ref)
  const change = findSetChange(
    standings.map((row) => ({ keyword: row.text, current: toCurrent(row), previous: toPrevious(row) })),
    tracker.depth,
  )
  return change && { ...change, tracker: ref, domain: showDomain(tracker.domain), run }
}
