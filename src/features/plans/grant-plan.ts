import { AppError } from '#kit/errors.ts'
import type { Db } from '#platform/database/database.ts'
import type { RecalculatePlan } from './recalculate-plan.ts'
import { type Entitlement, type EntitlementKey, endEntitlement, saveEntitlement } from './store/entitlement-store.ts'
import { findPlan, insertUserPlan, lockUserPlan } from './store/store.ts'

type Dependencies = { recalculatePlan: RecalculatePlan; now(): Date }

export function createGrants({ recalculatePlan, now }: Dependencies) {
  return {
    /** Puts a new account on its first plan. */
    async startPlan(tx: Db, userId: string, plan: string) {
      if (!(await findPlan(tx, plan))) throw new Error(`DEFAULT_PLAN names the plan ${plan}, which does not exist.`)
      await insertUserPlan(tx, userId, plan)
      const given = { plan, interval: null, until: null, renewsAt: null }
      await saveEntitlement(tx, getPlanKey(userId, 'start'), given, null, now())
    },

    /**
     * Grants a plan in place of the source's earlier grant; `plan: null` revokes it. A grant by staff also ends the plan the
     * account started with.
     * @throws AppError not_found when there is no such plan or user
     */
    async grant(
      tx: Db,
      userId: string,
      source: string,
      given: { plan: string | null; interval?: string | null; until?: Date | null },
    ) {
      if (given.plan !== null && !(await findPlan(tx, given.plan)))
        throw new AppError('not_found', `The plan ${given.plan} doesn’t exist.`, {
          field: 'plan',
          reason: 'plan_missing',
        })
      if (!(await lockUserPlan(tx, userId)))
        throw new AppError('not_found', 'This user doesn’t exist.', { field: 'user_id', reason: 'user_missing' })
      const { plan, interval = null, until = null } = given
      const key = getPlanKey(userId, source)
      if (plan === null) await endEntitlement(tx, key, null, now())
      else await saveEntitlement(tx, key, { plan, interval, until, renewsAt: null }, null, now())
      if (source === 'staff') await endEntitlement(tx, getPlanKey(userId, 'start'), null, now())
      await recalculatePlan(tx, userId)
    },

    /**
     * Sets the entitlement of a payment, keyed by source and reference; `given: null` revokes it. Idempotent: repeating the
     * same values writes nothing.
     */
    async setEntitlement(tx: Db, key: EntitlementKey, given: Entitlement | null, cause: string) {
      if (!(await lockUserPlan(tx, key.userId))) return
      const changed = given
        ? await saveEntitlement(tx, key, given, cause, now())
        : await endEntitlement(tx, key, cause, now())
      if (changed) await recalculatePlan(tx, key.userId)
    },
  }
}

const getPlanKey = (userId: string, source: string): EntitlementKey => ({ userId, source, reference: '', what: 'plan' })
