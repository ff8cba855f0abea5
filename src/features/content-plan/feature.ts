import type { Activity } from '#features/activity/service.ts'
import type { AiContentFeature } from '#features/ai-content/feature.ts'
import type { Audit } from '#features/audit/service.ts'
import type { KeywordsFeature } from '#features/keywords/feature.ts'
import type { PublishingFeature } from '#features/publishing/feature.ts'
import type { Reports } from '#features/reports/service.ts'
import type { Teams } from '#features/teams/service.ts'
import { createHook } from '#kit/hooks.ts'
import type { Core } from '#platform/core.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import { exportContentPlans } from './account-export.ts'
import type { OwnItems } from './own-items.ts'
import { renewPlanKeys } from './renew-plan-keys.ts'
import { contentPlanRoutes } from './routes.ts'
import { createContentPlans, type ItemStateChange } from './service.ts'

type Dependencies = {
  activity: Activity
  audit: Audit
  keywords: KeywordsFeature
  reports: Reports
  teams: Teams
  content: AiContentFeature
  publishing: PublishingFeature
  own: OwnItems
}

export type ContentPlanFeature = ReturnType<typeof createContentPlanFeature>

const briefTemplates = new Set(['brief', 'outline'])

export function createContentPlanFeature({ db, threads }: Core, dependencies: Dependencies) {
  const { content, publishing, keywords, ...rest } = dependencies
  const hooks = {
    /** Items got another state, by hand or because of work on their documents. */
    stateChanged: createHook<[tx: Tx, workspaceId: string, changes: ItemStateChange[]]>(),
  }
  const { documents } = content.service
  const plans = createContentPlans({
    ...rest,
    keywords: keywords.service,
    lists: keywords.service.lists,
    db,
    threads,
    isDocument: async (workspaceId, id) => (await documents.locate([workspaceId], id)) !== null,
    onStateChanged: async (tx, workspaceId, changes) => {
      if (changes.length > 0) await hooks.stateChanged.run(tx, workspaceId, changes)
    },
  })
  content.hooks.readPlanItem.on(async (workspaceId, itemId) => plans.getItemForWriting(workspaceId, itemId))
  content.hooks.documentCreated.on(async (tx, document, { planItemId, template }) => {
    if (planItemId)
      await plans.documentCreated(tx, document, { itemId: planItemId, isBrief: briefTemplates.has(template) })
  })
  publishing.hooks.publicationChanged.on(async (tx, { workspaceId, documentId, publicationId, change }) => {
    if (!workspaceId || !documentId || !publicationId) return
    const document = { workspaceId, id: documentId }
    if (change === 'unpublished') await plans.documentUnpublished(tx, document, publicationId)
    else await plans.documentPublished(tx, document, publicationId)
  })
  keywords.hooks.imported.on((tx, file) => plans.takeOwnPositions(tx, file))
  return {
    service: plans,
    hooks,
    routes: contentPlanRoutes(plans, documents.locate),
    cleanup: [() => renewPlanKeys(db)],
    accountExport: [exportContentPlans(db)],
  } satisfies Feature
}
