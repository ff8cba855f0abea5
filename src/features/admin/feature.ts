import type { Audit } from '#features/audit/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { EmailSample } from '#kit/email/email.ts'
import type { Core } from '#platform/core.ts'
import type { Feature } from '#platform/feature.ts'
import { createModelEditing } from './edit-models.ts'
import { type HealthSettings, healthChecks } from './health-checks.ts'
import type { ModelCatalogue } from './model-catalogue.ts'
import { adminRoutes } from './routes.ts'
import { createAdmin } from './service.ts'

type Dependencies = { plans: Plans; audit: Audit; emails: EmailSample[]; catalogue: ModelCatalogue } & Pick<
  HealthSettings,
  'models' | 'modelLife' | 'sources' | 'paying'
>

export function createAdminFeature(core: Core, { plans, audit, emails, catalogue, ...vendors }: Dependencies) {
  const { config, db, queue, storage, mailer } = core
  const checks = healthChecks({ db, dataDir: config.DATA_DIR, storage, mailer, ...vendors })
  const models = createModelEditing({ db, audit, catalogue })
  return {
    service: { checks },
    routes: adminRoutes(createAdmin({ db, plans, audit, queue, checks }), models, emails),
  } satisfies Feature
}
