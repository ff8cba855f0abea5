import type { Audit } from '#features/audit/service.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { exportKeys } from './account-export.ts'
import { apiKeysRoutes } from './routes.ts'
import { createApiKeys } from './service.ts'

export function createApiKeysFeature({ db }: Core, { audit }: { audit: Audit }) {
  const keys = createApiKeys({ db, audit })
  return { service: keys, routes: apiKeysRoutes(keys), accountExport: [exportKeys(db)] } satisfies Feature
}
