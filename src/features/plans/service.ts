import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database.ts'
import { type Allowances, type ToolType, toolTypes, type Usage } from './contract.ts'
import { checkLimit, usagePeriod } from './limits.ts'
import { addUsage, findPayer, findPlan, findUsage, insertUserPlan, subtractUsage } from './store.ts'

/** Units taken for a piece of work, to be given back should nothing come of it. */
export type Reservation = { userId: string; tool: ToolType; amount: number; periodStart: Date }

export type Plans = ReturnType<typeof createPlans>

export function createPlans({ db, now = () => new Date() }: { db: Database; now?: () => Date }) {
  return {
    /**
     * Takes units from the plan of the workspace's owner, in the caller's transaction.
     * @throws AppError limit_no_access, limit_used_up or limit_insufficient
     */
    async reserve(tx: Db, workspaceId: string, tool: ToolType, amount: number): Promise<Reservation> {
      const payer = await findPayer(tx, workspaceId)
      if (!payer) throw new AppError('not_found', 'There is no such workspace.')
      const { start, end } = usagePeriod(payer.created_at, now())
      const allowance = payer.allowances[tool] ?? 0
      const reservation = { userId: payer.user_id, tool, amount, periodStart: start }
      if (amount === 0 || (await addUsage(tx, { ...reservation, allowance }))) return reservation
      const used = (await findUsage(tx, payer.user_id, start)).find((row) => row.tool === tool)?.used ?? 0
      const verdict = checkLimit({ allowance, used, requested: amount })
      // Units given back since the refusal change nothing: this call was refused.
      const { code, message, available } = verdict.ok ? checkRefused(amount) : verdict
      throw new AppError(code, message, {
        details: { tool, available, requested: amount, resets_at: end.toISOString() },
      })
    },

    /** Gives reserved units back: nothing was produced. */
    async giveBack(tx: Db, reservation: Reservation) {
      if (reservation.amount > 0) await subtractUsage(tx, reservation)
    },

    /** Whether live volumes, CPC and difficulty are open to the workspace (the `seodata` add-on, or self-hosted). */
    async hasLiveVolumes(workspaceId: string): Promise<boolean> {
      const payer = await findPayer(db, workspaceId)
      return payer !== undefined && (payer.seodata || payer.plan === 'self_hosted')
    },

    async usageOfWorkspace(workspaceId: string): Promise<{ usage: Usage; allowances: Allowances; plan: string }> {
      const payer = await findPayer(db, workspaceId)
      if (!payer) throw new AppError('not_found', 'There is no such workspace.')
      const { start, end } = usagePeriod(payer.created_at, now())
      const rows = await findUsage(db, payer.user_id, start)
      return { usage: presentUsage(rows, end), allowances: payer.allowances, plan: payer.plan }
    },

    /** Puts a new account on its first plan. */
    async startPlan(tx: Db, userId: string, plan: string) {
      if (!(await findPlan(tx, plan))) throw new Error(`DEFAULT_PLAN names the plan ${plan}, which does not exist.`)
      await insertUserPlan(tx, userId, plan)
    },
  }
}

const checkRefused = (amount: number) => {
  const verdict = checkLimit({ allowance: 1, used: 1, requested: amount })
  if (verdict.ok) throw new Error('A full allowance passed the check.')
  return verdict
}

export function presentUsage(rows: { tool: string; used: number }[], resetsAt: Date): Usage {
  const used = Object.fromEntries(toolTypes.map((tool) => [tool, rows.find((row) => row.tool === tool)?.used ?? 0]))
  return { ...(used as Record<ToolType, number>), resets_at: resetsAt.toISOString() }
}
