import { createHook } from '#kit/hooks.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Core } from '#platform/core.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import { exportImports } from './account-export.ts'
import { exportLists } from './list-account-export.ts'
import { createLists } from './lists.ts'
import { renewImportKeys } from './renew-import-keys.ts'
import { importsRoutes, listsRoutes } from './routes.ts'
import { createKeywords } from './service.ts'

export type KeywordsFeature = ReturnType<typeof createKeywordsFeature>

export function createKeywordsFeature({ db, threads }: Core) {
  const hooks = { imported: createHook<[tx: Tx, file: ResourceRef]>() }
  const keywords = createKeywords({ db, threads, ...hooks })
  const lists = createLists({ db, threads })
  return {
    service: { ...keywords, lists },
    hooks,
    routes: [...importsRoutes(keywords), ...listsRoutes(lists)],
    cleanup: [() => lists.cleanUp(), () => renewImportKeys(db)],
    accountExport: [exportImports(db), exportLists(db)],
  } satisfies Feature
}
