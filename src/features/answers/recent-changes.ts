import type { Database } from '#platform/database/database.ts'
import { toAnswersChange } from './find-change.ts'
import { getEngineShares } from './rules/engine-shares.ts'
import { findBrandPrompts, getSummary } from './rules/results.ts'
import { findRecentWatches, type RecentRun, type RecentWatch } from './store/recent-store.ts'

/** What the watches that ran since then found, in one query; null where the workspace has none. */
export async function getRecentAnswerChanges(
  db: Database,
  workspaceId: string,
  { since, limit }: { since: Date; limit: number },
) {
  const watches = await findRecentWatches(db, workspaceId, { since, limit })
  if (watches.length === 0) return null
  return watches.flatMap((watch) => (watch.runs && watch.period !== null ? [summarize(watch, watch.runs)] : []))
}

function summarize({ id, brand, prompts, last_run_at, period }: RecentWatch, counted: RecentRun[]) {
  const change = toAnswersChange({ brand, prompts }, period!, counted)
  const before = counted.filter((run) => run.period !== period)
  const runs = counted.filter((run) => run.period === period)
  const namesBrand = findBrandPrompts(prompts, brand)
  const { mentioned, failed } = getSummary(runs, [], { brand: brand.name, competitors: [], namesBrand })
  const link = `/app/answers/${id}`
  return {
    ...{ _id: id, brand: brand.name, mentioned, failed },
    moved: change !== null,
    examples: change?.examples ?? [],
    engines: getEngineShares(runs, before, { brand: brand.name, namesBrand }).map(
      ({ modelChanged, notShown, ...share }) => ({
        ...share,
        ...{ model_changed: modelChanged, not_shown: notShown, link: `${link}?period=${period}` },
      }),
    ),
    at: last_run_at!.toISOString(),
    link,
  }
}
