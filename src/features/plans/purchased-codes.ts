import type { Db } from '#platform/database/database.ts'
import { hashToken, type Secrets } from '#platform/secrets.ts'
import { tierOfCodes } from './rules/effective-plan.ts'
import { parseCode } from './rules/redeem-code.ts'
import type { Plans } from './service.ts'
import { insertEntitlementChange } from './store/entitlement-store.ts'
import { findUnusedCodes, lockOrderCodes, restoreCodes, revokeCodes } from './store/purchased-code-store.ts'
import { findRedeemedCodes, insertCodes, lockUserPlan } from './store/store.ts'

/** A purchased, unused code that its buyer can read. */
export type UnusedCode = { code: string; orderId: string; boughtAt: Date }

export type OrderCodes = ReturnType<typeof createOrderCodes>

type Dependencies = { plans: Plans; secrets: Secrets; now?: () => Date }

/** Purchased lifetime codes: created once per order and redeemed for the buyer as far as they raise the plan. */
export function createOrderCodes({ plans, secrets, now = () => new Date() }: Dependencies) {
  return {
    /** Creates the codes of an order. The buyer can read each one until it is redeemed. */
    async make(tx: Db, orderId: string, count: number): Promise<string[]> {
      const codes = plans.generateCodes('lifetime', count)
      await insertCodes(
        tx,
        codes.map((code) => ({
          hash: hashToken(parseCode(code)!.plain),
          last4: code.slice(-4),
          interval: 'lifetime',
          orderId,
          sealed: secrets.seal('bought code', code, orderId),
        })),
      )
      return codes
    },

    /**
     * Redeems as many unused codes of these orders as raise the plan: three lifetime codes give the highest plan, and more would
     * be wasted on one account. Returns the number redeemed by order id.
     */
    async redeem(tx: Db, userId: string, orderIds: string[]): Promise<Map<string, number>> {
      const done = new Map<string, number>()
      if (!(await lockUserPlan(tx, userId))) return done
      const lasting = (await findRedeemedCodes(tx, userId)).filter(({ ends_at }) => ends_at === null).length
      for (const { code, orderId } of (await this.unused(tx, orderIds)).slice(
        0,
        Math.max(0, tierOfCodes.length - lasting),
      )) {
        await plans.redeemInTransaction(tx, userId, code)
        done.set(orderId, (done.get(orderId) ?? 0) + 1)
      }
      return done
    },

    /** Unused codes of these orders, oldest first. */
    async unused(at: Db, orderIds: string[]): Promise<UnusedCode[]> {
      if (orderIds.length === 0) return []
      const rows = await findUnusedCodes(at, orderIds)
      return rows.flatMap(({ sealed, order_id, created_at }) =>
        sealed && order_id
          ? [{ code: secrets.open('bought code', sealed, order_id), orderId: order_id, boughtAt: created_at }]
          : [],
      )
    },

    /** Makes exactly `count` codes of an order revoked and restores the others, after a refund or its reversal. */
    async setRevokedCount(tx: Db, orderId: string, count: number, cause: string) {
      const codes = await lockOrderCodes(tx, orderId)
      const taken = codes.filter((code, at) => at < count && !code.taken)
      const given = codes.filter((code, at) => at >= count && code.taken)
      if (taken.length > 0)
        await revokeCodes(
          tx,
          taken.map(({ id }) => id),
          now(),
        )
      if (given.length > 0)
        await restoreCodes(
          tx,
          given.map(({ id }) => id),
        )
      const changes = [
        ...taken.map((code) => ({ code, change: 'taken' as const })),
        ...given.map((code) => ({ code, change: 'given' as const })),
      ]
      const holders = new Set<string>()
      for (const { code, change } of changes) {
        if (!code.redeemed_by) continue
        holders.add(code.redeemed_by)
        await insertEntitlementChange(
          tx,
          { userId: code.redeemed_by, source: 'code', reference: code.id, what: 'plan' },
          { plan: null, interval: 'lifetime', until: null, renewsAt: null, change, cause, at: now() },
        )
      }
      // Recalculates in id order so that two concurrent calls can't deadlock.
      for (const userId of [...holders].sort()) await plans.recalculatePlan(tx, userId)
    },
  }
}
