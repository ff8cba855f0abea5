import type { OwnPages } from '#features/sites/own/own-pages.ts'
import type { Maintenance } from '#features/status/maintenance.ts'
import type { WorkspacesFeature } from '#features/workspaces/feature.ts'
import { createHook } from '#kit/hooks.ts'
import type { Core } from '#platform/core.ts'
import type { Db } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import { exportRanks } from './account-export.ts'
import { findRanksChange, type RanksChange } from './find-change.ts'
import { createRankFeed } from './rank-feed.ts'
import { ranksRoutes } from './routes.ts'
import { type SchedulerDependencies, startScheduler } from './scheduler.ts'
import { createSerpSources } from './serp-sources.ts'
import { createRanks } from './service.ts'

export type RanksFeature = ReturnType<typeof createRanksFeature>

type Dependencies = {
  workspaces: WorkspacesFeature
  sources: Map<SourceId, SearchSource>
  own: OwnPages
  /** During maintenance no run starts. */
  maintenance: Maintenance
}

export function createRanksFeature(core: Core, { workspaces, sources, own, maintenance }: Dependencies) {
  const { db, rates, signals, threads, log } = core
  const serps = createSerpSources(sources)
  const ranks = createRanks({ db, serps, own, rates, signals })
  const hooks = {
    /** More moved than chance explains. */
    changed: createHook<[tx: Db, change: RanksChange]>(),
  }
  workspaces.hooks.removing.on(async (tx, workspaceId) => {
    await ranks.stopAll(tx, workspaceId)
  })
  const feature = {
    service: ranks,
    hooks,
    routes: ranksRoutes(ranks),
    accountExport: [exportRanks(db)],
    async start(options) {
      const isPaused = async () => (await maintenance.current()) !== null
      const onFinished: SchedulerDependencies['onFinished'] = async (tx, tracker, runNo) => {
        const change = await findRanksChange(tx, tracker, runNo)
        if (change) await hooks.changed.run(tx, change)
      }
      const scheduler = await startScheduler({ db, serps, signals, log, isPaused, onFinished }, options)
      return () => scheduler.stop()
    },
  } satisfies Feature
  return { ...feature, feed: createRankFeed({ db, threads }) }
}
