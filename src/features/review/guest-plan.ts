import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { GuestPlan } from './contract-plans.ts'
import { refuseMissingPlan } from './plan-comments.ts'
import { findGuestPlan } from './store/guest-plan-store.ts'

export type ReadGuestPlan = ReturnType<typeof createGuestPlans>

/** What guests see of a content plan, a page at a time. */
export function createGuestPlans({ db }: { db: Database }) {
  /** @throws AppError not_found */
  return async (plan: ResourceRef, paging: { page: number; limit: number }): Promise<GuestPlan> =>
    (await findGuestPlan(db, plan, paging)) ?? refuseMissingPlan()
}
