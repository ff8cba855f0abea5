import type { Database } from '#platform/database/database.ts'
import { showDomain, toCurrent, toMovers, toPrevious } from './present-tracker.ts'
import { getMovement } from './rules/rank-change.ts'
import { findSetChange } from './rules/set-change.ts'
import { findRecentStandings, type RecentStanding } from './store/recent-store.ts'

const maxShown = 6

/** What the last run of each tracker that ran since then changed, in one query; null where the workspace has no tracker. */
export async function getRecentRankChanges(db: Database, workspaceId: string, since: Date) {
  const rows = await findRecentStandings(db, workspaceId, since)
  if (rows.length === 0) return null
  return [...Map.groupBy(rows, ({ tracker_id }) => tracker_id).values()].flatMap((standings) =>
    standings[0]!.has_run ? [summarize(standings)] : [],
  )
}

function summarize(standings: RecentStanding[]) {
  const { tracker_id, domain, depth, last_run_at } = standings[0]!
  const pairs = standings.map((row) => ({ keyword: row.text, current: toCurrent(row), previous: toPrevious(row) }))
  const movements = pairs.map(({ current, previous }) => getMovement(current, previous))
  const count = (...kinds: (typeof movements)[number][]) => movements.filter((one) => kinds.includes(one)).length
  const first = pairs.filter(({ current, previous }) => current && !previous)
  const link = `/app/ranks/${tracker_id}`
  return {
    _id: tracker_id,
    domain: showDomain(domain),
    up: count('up', 'new'),
    down: count('down', 'lost'),
    steady: count('same'),
    first: first.length,
    first_found: first.filter(({ current }) => current?.position !== null).length,
    gaps: standings.filter(({ reason }) => reason !== null && reason !== 'not_in_depth').length,
    moved: findSetChange(pairs, depth) !== null,
    depth,
    movers: toMovers(standings, depth)
      .slice(0, maxShown)
      .map(({ keyword, change, position, previous }) => ({
        ...{ keyword, change, position, previous },
        link: `${link}?${new URLSearchParams({ q: keyword })}`,
      })),
    at: last_run_at!.toISOString(),
    link,
  }
}
