import type { Voices } from '#features/ai-content/brand-voices.ts'
import type { Documents } from '#features/ai-content/service.ts'
import type { Models } from '#features/ai-content/writing/workspace-model.ts'
import type { Plans } from '#features/plans/service.ts'
import type { WorkspacesFeature } from '#features/workspaces/feature.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { exportHumanizerRuns } from './account-export.ts'
import { humanizerRoutes } from './routes.ts'
import { createHumanizer } from './service.ts'

type Dependencies = {
  plans: Plans
  models: Models
  documents: Documents
  voices: Voices
  workspaces: WorkspacesFeature
}

export function createHumanizerFeature({ db, log, threads }: Core, dependencies: Dependencies) {
  const { plans, models, documents, voices, workspaces } = dependencies
  const humanizer = createHumanizer({ db, plans, models, documents, voices, log, threads })
  workspaces.hooks.removing.on((tx, workspaceId) => humanizer.endAll(tx, workspaceId))
  return {
    service: humanizer,
    routes: humanizerRoutes(humanizer),
    cleanup: [() => humanizer.deleteOld()],
    accountExport: [exportHumanizerRuns(db)],
    start: (options) => humanizer.watch(options),
    close: () => humanizer.settle(),
  } satisfies Feature
}
