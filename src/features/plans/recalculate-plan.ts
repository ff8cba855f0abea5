import type { Db } from '#platform/database/database.ts'
import { getEffectivePlan } from './rules/effective-plan.ts'
import { findEntitlements } from './store/entitlement-store.ts'
import { findPlans, findRedeemedCodes, lockUserPlan, updateUserPlan } from './store/store.ts'

type Dependencies = {
  defaultPlan: string
  /** Called in the transaction that recalculated a user's plan, to pause or resume what depends on its limits. */
  onPlanRecalculated(tx: Db, userId: string): Promise<void>
  now(): Date
}

export type RecalculatePlan = ReturnType<typeof createPlanRecalculation>

export function createPlanRecalculation({ defaultPlan, onPlanRecalculated, now }: Dependencies) {
  /** Computes a user's plan from entitlements and codes, in the caller's transaction. */
  return async function recalculatePlan(tx: Db, userId: string) {
    await lockUserPlan(tx, userId)
    const catalog = await findPlans(tx)
    const causes = await findEntitlements(tx, userId)
    const codes = await findRedeemedCodes(tx, userId)
    const decided = getEffectivePlan({
      positions: new Map(catalog.map(({ name, position }) => [name, position])),
      grants: causes.flatMap(({ plan, interval, until, renews_at }) =>
        plan === null ? [] : [{ plan, interval, until, renewsAt: renews_at }],
      ),
      addOns: causes.flatMap(({ what, until, renews_at }) =>
        what === 'seodata' ? [{ until, renewsAt: renews_at }] : [],
      ),
      codes: codes.map((code) => ({ endsAt: code.ends_at })),
      defaultPlan,
      now: now(),
    })
    await updateUserPlan(tx, userId, decided)
    await onPlanRecalculated(tx, userId)
  }
}
