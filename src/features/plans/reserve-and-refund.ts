import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { type ToolType, unlimited } from './contract.ts'
import type { Payers } from './find-payer.ts'
import { checkLimit } from './rules/check-limit.ts'
import { stockTools, unitsStart, usagePeriod } from './rules/usage-period.ts'
import { addUsage, findOverStock, findUsage, subtractUsage } from './store/store.ts'

/** Units reserved for a piece of work; refund them if it produces nothing. */
export type Reservation = { userId: string; tool: ToolType; amount: number; periodStart: Date }

type Dependencies = { db: Database; payers: Payers; now(): Date }

/** A stock is held until it is released; units of all other tools reset each month. */
export function createUnits({ db, payers, now }: Dependencies) {
  return {
    /**
     * Takes units from the plan of the workspace's owner, in the caller's transaction: with the row and the job it pays
     * for they commit or vanish together, so that a process killed in between neither loses nor doubles them.
     * @throws AppError limit_no_access, limit_used_up or limit_insufficient
     */
    async reserve(tx: Db, workspaceId: string, tool: ToolType, amount: number): Promise<Reservation> {
      const payer = await payers.lockAndGetPayer(tx, workspaceId)
      const { start, end } = usagePeriod(payer.created_at, now())
      const periodStart = unitsStart(tool, start)
      const allowance = payer.allowances[tool] ?? 0
      const reservation = { userId: payer.user_id, tool, amount, periodStart }
      if (amount === 0 || (await addUsage(tx, { ...reservation, allowance }))) return reservation
      const used = (await findUsage(tx, payer.user_id, periodStart)).find((row) => row.tool === tool)?.used ?? 0
      const verdict = checkLimit({ allowance, used, requested: amount })
      // Units refunded since then change nothing: this call was refused.
      const { code, message, available } = verdict.ok ? getRefusedVerdict(amount) : verdict
      throw new AppError(code, message, {
        reason: 'plan_limit',
        params: { tool, available, requested: amount },
        details: { tool, available, requested: amount, resets_at: stockTools.has(tool) ? null : end.toISOString() },
      })
    },

    /** Refunds a reservation that produced nothing. */
    async refund(tx: Db, reservation: Reservation) {
      if (reservation.amount > 0) await subtractUsage(tx, reservation)
    },

    /** Releases units of a stock when a listener is paused or deleted. */
    async releaseStock(tx: Db, workspaceId: string, tool: ToolType, amount: number) {
      requireStock(tool)
      const payer = await payers.lockAndGetPayer(tx, workspaceId)
      await subtractUsage(tx, { userId: payer.user_id, tool, amount, periodStart: unitsStart(tool, new Date(0)) })
    },

    /** Adds `amount` (may be negative) to the units held of a stock, without checking the plan. */
    async adjustStock(tx: Db, userId: string, tool: ToolType, amount: number) {
      requireStock(tool)
      const units = { userId, tool, amount: Math.abs(amount), periodStart: unitsStart(tool, new Date(0)) }
      if (amount > 0) await addUsage(tx, { ...units, allowance: unlimited })
      if (amount < 0) await subtractUsage(tx, units)
    },

    /** Owners of these workspaces who hold more of a stock than their plan allows, or whose plan is stale. */
    findOverStockPayers(workspaceIds: string[], tool: ToolType): Promise<string[]> {
      return findOverStock(db, workspaceIds, { tool, periodStart: unitsStart(tool, new Date(0)), at: now() })
    },
  }
}

function requireStock(tool: ToolType) {
  if (!stockTools.has(tool)) throw new Error(`${tool} isn’t a stock.`)
}

const getRefusedVerdict = (amount: number) => {
  const verdict = checkLimit({ allowance: 1, used: 1, requested: amount })
  if (verdict.ok) throw new Error('A full allowance passed the check.')
  return verdict
}
