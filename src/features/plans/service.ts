import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import type { Allowances, CatalogPlan, Plan, ToolType, Usage } from './contract.ts'
import { createPayers } from './find-payer.ts'
import { createGrants } from './grant-plan.ts'
import { isStale, presentPlan, presentUsage } from './present-plan.ts'
import { createPlanRecalculation } from './recalculate-plan.ts'
import { createRedeemableCodes } from './redeem-codes.ts'
import { createUnits } from './reserve-and-refund.ts'
import { unitsStart, usagePeriod } from './rules/usage-period.ts'
import { savePlan } from './save-plan.ts'
import { findEntitlements } from './store/entitlement-store.ts'
import { findPayer, findPlans, findRedeemedCodes, findUsage, findUserPlan } from './store/store.ts'

export type { Reservation } from './reserve-and-refund.ts'

export type Plans = ReturnType<typeof createPlans>

type Dependencies = {
  db: Database
  rates: RateLimiter
  defaultPlan: string
  /** Called in the transaction that recalculated a user's plan, to pause or resume what depends on its limits. */
  onPlanRecalculated?: (tx: Db, userId: string) => Promise<void>
  now?: () => Date
}

export function createPlans(dependencies: Dependencies) {
  const { db, rates, defaultPlan, onPlanRecalculated = async () => undefined, now = () => new Date() } = dependencies
  const recalculatePlan = createPlanRecalculation({ defaultPlan, onPlanRecalculated, now })
  const payers = createPayers({ db, recalculatePlan, now })

  return {
    ...createUnits({ db, payers, now }),
    ...createRedeemableCodes({ db, rates, recalculatePlan, getPlan, now }),
    ...createGrants({ recalculatePlan, now }),
    lockPayer: payers.lockPayer,
    recalculatePlan,
    savePlan,
    getPlan,
    refresh,

    /** All plans, lowest first. */
    async catalog(): Promise<CatalogPlan[]> {
      return findPlans(db)
    },

    /** Recalculates the plan if a grant or code may have ended since the last time. */
    async refreshIfStale(userId: string) {
      const row = await findUserPlan(db, userId)
      if (row && isStale(row, now())) await refresh(userId)
    },

    /** The same for the owner of a workspace. */
    async refreshPayerIfStale(workspaceId: string) {
      if (await findPayer(db, workspaceId)) await payers.getPayer(db, workspaceId)
    },

    /** How many units of a tool the user's plan allows. */
    async getAllowance(at: Db, userId: string, tool: ToolType): Promise<number> {
      return (await findUserPlan(at, userId))?.allowances[tool] ?? 0
    },

    async getWorkspaceUsage(workspaceId: string): Promise<{ usage: Usage; allowances: Allowances; plan: string }> {
      const payer = await payers.getPayer(db, workspaceId)
      const { start, end } = usagePeriod(payer.created_at, now())
      const rows = [
        ...(await findUsage(db, payer.user_id, start)),
        ...(await findUsage(db, payer.user_id, unitsStart('search_listener', start))),
      ]
      return { usage: presentUsage(rows, end), allowances: payer.allowances, plan: payer.plan }
    },

    /** Whether live volumes, CPC and difficulty are open to the workspace: in every plan from Pro up, else by the `seodata` add-on. */
    async hasLiveVolumes(workspaceId: string): Promise<boolean> {
      if (!(await findPayer(db, workspaceId))) return false
      return (await payers.getPayer(db, workspaceId)).seodata
    },

    /** All entitlements of a user, oldest first. */
    getEntitlements: (at: Db, userId: string) => findEntitlements(at, userId),

    /** The live data add-on, as in /user/userdata. */
    async getAddOn(at: Db, userId: string) {
      const row = await findUserPlan(at, userId)
      return {
        enabled: row?.seodata ?? false,
        included: row?.seodata_included ?? false,
        stripe_date_account_disable: row?.seodata_disable_at?.toISOString() ?? null,
      }
    },
  }

  /** Recalculates a user's plan. */
  async function refresh(userId: string) {
    await db.transaction().execute((tx) => recalculatePlan(tx, userId))
  }

  /** A user's plan with their valid codes. @throws AppError not_found */
  async function getPlan(at: Db, userId: string): Promise<Plan> {
    const row = await findUserPlan(at, userId)
    if (!row) throw new AppError('not_found', 'This user doesn’t exist.', { reason: 'user_missing' })
    return presentPlan({ ...row, codes: await findRedeemedCodes(at, userId) }, now())
  }
}
