import type { Audit } from '#features/audit/service.ts'
import type { OrderCodes } from '#features/plans/purchased-codes.ts'
import type { Db } from '#platform/database/database.ts'
import type { OrderState } from './contract.ts'
import type { Reminders } from './payment-reminders.ts'
import { countRevokedCodes } from './rules/checkout-outcome.ts'
import { claimOrders, findNewOwnerOfEmail, findPerson, lockOrder, type OrderRow, updateOrder } from './store/store.ts'

type Dependencies = { orderCodes: OrderCodes; reminders: Reminders; audit: Audit; now?: () => Date }

export type OrderFulfillment = ReturnType<typeof createOrderFulfillment>

/** Delivers paid orders, and takes codes back after refunds and disputes. */
export function createOrderFulfillment({ orderCodes, reminders, audit, now = () => new Date() }: Dependencies) {
  return {
    settleOrder: fulfillOrder,
    settleMoneyBack: applyRefund,
    record,

    /**
     * Assigns orders paid signed out with this user's verified email, and redeems the codes that raise the plan.
     */
    async claim(tx: Db, userId: string) {
      const person = await findPerson(tx, userId)
      if (!person?.email_verified) return
      const orderIds = await claimOrders(tx, userId, person.email)
      if (orderIds.length === 0) return
      const redeemed = await redeemCodes(tx, userId, orderIds)
      await record(tx, userId, 'codes.claimed', person.email, { orders: orderIds, redeemed })
    },
  }

  /** Saves what the provider reported. Delivers once: `paid_at` is set in the same transaction. */
  async function fulfillOrder(tx: Db, order: OrderRow, state: OrderState, reported: Partial<OrderRow>, cause: string) {
    const email = (reported.email ?? order.email)?.toLowerCase() ?? null
    const paid = state === 'paid' && order.paid_at === null
    const changes = Object.fromEntries(Object.entries(reported).filter(([, value]) => value !== null))
    await updateOrder(tx, order.id, { ...changes, email, state, ...(paid ? { paid_at: now() } : {}) })
    if (!paid) return
    await record(tx, order.user_id, 'payment.received', order.id, {
      feature: order.feature,
      quantity: order.quantity,
      amount: order.amount_total / 100,
      currency: order.currency,
      provider: order.provider,
      cause,
    })
    if (order.feature === 'code') await deliverCodes(tx, { ...order, email })
    else await updateOrder(tx, order.id, { delivered_at: now() })
  }

  async function deliverCodes(tx: Db, order: OrderRow) {
    const codes = await orderCodes.make(tx, order.id, order.quantity)
    // The payer may have created an account between paying and the confirmation.
    const userId = order.user_id ?? (order.email && (await findNewOwnerOfEmail(tx, order.email, order.created_at)))
    await updateOrder(tx, order.id, { user_id: userId, delivered_at: now() })
    const redeemed = userId ? await redeemCodes(tx, userId, [order.id]) : 0
    const left = codes.length - redeemed
    if (left === 0) return
    await updateOrder(tx, order.id, { codes_mailed: left })
    await reminders.queueEmail(tx, { key: `codes:${order.id}`, kind: 'codes', userId, orderId: order.id })
  }

  async function redeemCodes(tx: Db, userId: string, orderIds: string[]): Promise<number> {
    const redeemed = await orderCodes.redeem(tx, userId, orderIds)
    for (const [orderId, count] of redeemed) {
      const order = await lockOrder(tx, orderId)
      if (order) await updateOrder(tx, orderId, { codes_redeemed: order.codes_redeemed + count })
    }
    return [...redeemed.values()].reduce((sum, count) => sum + count, 0)
  }

  async function applyRefund(tx: Db, orderId: string, money: { refunded: number; disputed: boolean }, cause: string) {
    const order = await lockOrder(tx, orderId)
    if (!order || order.paid_at === null) return
    const { quantity, unit_amount: unitAmount, amount_total: amount } = order
    const lost = countRevokedCodes({ quantity, unitAmount, amount }, money)
    const state = lost >= quantity ? 'taken_back' : 'paid'
    await updateOrder(tx, orderId, { ...money, state })
    await orderCodes.setRevokedCount(tx, orderId, lost, cause)
    if (order.refunded !== money.refunded || order.disputed !== money.disputed)
      await record(tx, order.user_id, 'payment.taken_back', orderId, { ...money, codes: lost, cause })
  }

  async function record(
    tx: Db,
    userId: string | null,
    action: string,
    subject: string,
    details: Record<string, unknown>,
  ) {
    const person = userId ? await findPerson(tx, userId) : undefined
    await audit.record(tx, {
      actorId: person ? userId : null,
      actorEmail: person?.email ?? 'signed out',
      action,
      subject,
      details,
      address: null,
    })
  }
}
