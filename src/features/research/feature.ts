import type { Keywords } from '#features/keywords/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { WorkspacesFeature } from '#features/workspaces/feature.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import { exportResearch } from './account-export.ts'
import { researchRoutes } from './routes.ts'
import { createResearch } from './service.ts'

type Dependencies = {
  plans: Plans
  keywords: Keywords
  sources: Map<SourceId, SearchSource>
  workspaces: WorkspacesFeature
}

export function createResearchFeature({ db, threads, log }: Core, dependencies: Dependencies) {
  const { plans, keywords, sources, workspaces } = dependencies
  const research = createResearch({ db, plans, keywords, sources, threads, log })
  workspaces.hooks.removing.on((tx, workspaceId) => research.endAll(tx, workspaceId))
  return {
    service: research,
    routes: researchRoutes(research),
    cleanup: [() => research.cleanUp()],
    accountExport: [exportResearch(db)],
    start: (options) => research.watch(options),
    close: () => research.settle(),
  } satisfies Feature
}
