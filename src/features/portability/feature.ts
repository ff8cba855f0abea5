import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Audit } from '#features/audit/service.ts'
import type { ImageRenderer } from '#features/images/image-renderer.ts'
import type { Workspaces } from '#features/workspaces/service.ts'
import type { ExportPart } from '#kit/account-export-part.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { exportTransfers } from './account-export.ts'
import { portabilityJobs } from './jobs.ts'
import { portabilityRoutes } from './routes.ts'
import { createPortability } from './service.ts'

type Dependencies = {
  audit: Audit
  workspaces: Workspaces
  renderer: ImageRenderer
  /** Tables that an archive also holds as files people can read. */
  tables: ExportPart[]
}

export function createPortabilityFeature(core: Core, { audit, workspaces, renderer, tables }: Dependencies) {
  const { config, database, db, storage, queue, rates, secrets, outbound, publicUrl, version } = core
  const portability = createPortability({
    db,
    pool: database.pool,
    storage,
    queue,
    audit,
    rates,
    workspaces,
    imageRenderer: renderer,
    parts: tables,
    // Sealed like the listeners feature seals its own.
    sealSecret: (id) => secrets.seal('listener-webhook', `whsec_${randomBytes(24).toString('base64url')}`, id),
    checkUrl: outbound.checkUrl,
    publicUrl,
    version,
    workFolder: path.join(config.DATA_DIR, 'transfers'),
    maxBytes: config.ARCHIVE_MAX_MB * 1_000_000,
  })
  return {
    service: portability,
    routes: portabilityRoutes(portability),
    jobs: portabilityJobs(portability),
    cleanup: [() => portability.cleanUp()],
    accountExport: [exportTransfers(db)],
  } satisfies Feature
}
