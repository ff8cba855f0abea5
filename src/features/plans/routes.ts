import { type Route, serve } from '#platform/http/route.ts'
import { plansContract } from './contract.ts'
import type { Plans } from './service.ts'

export function plansRoutes(plans: Plans): Route[] {
  return [
    serve(plansContract.addCode, async (call, { code }) => {
      const plan = await plans.redeem(call.actor.userId, code, 'lifetime')
      return { plan, codes: plan.codes }
    }),
    serve(plansContract.addCodeAnnual, async (call, { code }) => {
      const plan = await plans.redeem(call.actor.userId, code, 'annual')
      return { plan, codes: plan.codes }
    }),
    serve(plansContract.catalog, async () => ({ items: await plans.catalog() })),
  ]
}
