import { createHook } from '#kit/hooks.ts'
import type { Core } from '#platform/core.ts'
import type { Db } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import { exportPlan } from './account-export.ts'
import { plansRoutes } from './routes.ts'
import { createPlans } from './service.ts'

export type PlansFeature = ReturnType<typeof createPlansFeature>

export function createPlansFeature({ config, db, rates }: Core) {
  const hooks = {
    /** A user's allowances were computed again. */
    planChanged: createHook<[tx: Db, userId: string]>(),
  }
  const plans = createPlans({
    db,
    rates,
    defaultPlan: config.DEFAULT_PLAN,
    onPlanRecalculated: async (tx, userId) => void (await hooks.planChanged.run(tx, userId)),
  })
  return {
    service: plans,
    hooks,
    routes: plansRoutes(plans),
    accountExport: [exportPlan(db)],
  } satisfies Feature
}
