import { createHook } from '#kit/hooks.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Core } from '#platform/core.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import type { EmbeddingModel } from '#providers/language-model/port.ts'
import { exportImports } from './account-export.ts'
import { exportLists } from './list-account-export.ts'
import { createLists } from './lists.ts'
import { createMeanings } from './meanings.ts'
import { renewImportKeys } from './renew-import-keys.ts'
import { importsRoutes, listsRoutes } from './routes.ts'
import type { SiteTarget } from './send-to-site.ts'
import { createKeywords } from './service.ts'

export type KeywordsFeature = ReturnType<typeof createKeywordsFeature>

export function createKeywordsFeature({ db, threads }: Core) {
  const hooks = {
    imported: createHook<[tx: Tx, file: ResourceRef]>(),
    /** A site that exports are sent to. @throws AppError not_found when the workspace hasn’t got it */
    openSite: createHook<[site: ResourceRef], SiteTarget>(),
    /** The model that tells what a workspace's keywords mean; null when none is connected. */
    findEmbeddingModel: createHook<[workspaceId: string], EmbeddingModel | null>(),
  }
  const meanings = createMeanings({
    db,
    findModel: async (workspaceId) => (await hooks.findEmbeddingModel.run(workspaceId)).find(Boolean) ?? null,
  })
  const keywords = createKeywords({ db, threads, imported: hooks.imported, openSite: hooks.openSite })
  const lists = createLists({ db, threads })
  return {
    service: { ...keywords, lists, meanings },
    hooks,
    routes: [...importsRoutes(keywords), ...listsRoutes(lists)],
    cleanup: [() => lists.cleanUp(), () => renewImportKeys(db), () => meanings.cleanUp()],
    accountExport: [exportImports(db), exportLists(db)],
  } satisfies Feature
}
