import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { exportAudit } from './account-export.ts'
import { type Audit, createAudit } from './service.ts'

export const createAuditFeature = ({ db }: Core): Feature<Audit> => ({
  service: createAudit({ db }),
  accountExport: [exportAudit(db)],
})
