import type { Plans } from '#features/plans/service.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import type { CardAccounts } from './card-accounts.ts'
import type { Provider } from './contract.ts'
import type { OrderFulfillment } from './fulfill-order.ts'
import type { Reminders } from './payment-reminders.ts'
import { getGraceEnd, getTerms } from './rules/grace-period.ts'
import { isNewest, takeTicket } from './store/event-store.ts'
import { findOrderBySubscription, findUserOfCustomer } from './store/store.ts'
import { findSubscription, isTakenBack, upsertSubscription } from './store/subscription-store.ts'
import type { Outcome } from './sync-outcome.ts'

type Dependencies = {
  db: Database
  plans: Plans
  orders: OrderFulfillment
  cards: CardAccounts
  reminders: Reminders
  log: Log
  now(): Date
}

export type SyncSubscription = ReturnType<typeof createSubscriptionSync>

export function createSubscriptionSync({ db, plans, orders, cards, reminders, log, now }: Dependencies) {
  /** Stores what the provider says about a subscription, and what it entitles its user to. */
  return async function syncSubscription(provider: Provider, id: string, cause: string): Promise<Outcome> {
    if (provider === 'coinbase') return 'not ours'
    const subject = { provider, kind: 'subscription', id }
    const ticket = await takeTicket(db, { ...subject, at: now() })
    const found = await cards[provider].getSubscription(id)
    if (!found) return 'gone'
    // The order it started with fills in what someone removed in Stripe's dashboard.
    const order = await findOrderBySubscription(db, provider, id)
    const userId = (await findUserOfCustomer(db, provider, found.customerId)) ?? order?.user_id
    if (!userId) return 'not ours'
    const feature = found.feature ?? order?.feature ?? null
    const plan = feature === 'seodata' ? null : await findPlan(feature)
    if (!feature || (feature !== 'seodata' && !plan)) {
      log.warn({ provider, subscription: id, feature }, 'A subscription is for an unknown product')
      return 'not ours'
    }
    return db.transaction().execute(async (tx) => {
      if (!(await isNewest(tx, subject, ticket))) return 'overtaken'
      const takenBack = await isTakenBack(tx, provider, id, now())
      const terms = getTerms({ ...found, takenBack })
      const graceUntil = found.status === 'past_due' ? getGraceEnd(found) : null
      const before = await findSubscription(tx, provider, id)
      await upsertSubscription(tx, {
        user_id: userId,
        provider,
        id,
        customer_id: found.customerId,
        feature,
        interval: found.interval,
        amount: found.amount,
        currency: found.currency,
        status: found.status,
        started_at: found.startedAt,
        period_end: found.periodEnd,
        ends_at: found.endsAt,
        ended_at: found.endedAt ?? (found.status === 'ended' ? now() : null),
        pending_feature: found.pending?.feature ?? null,
        pending_interval: found.pending?.interval ?? null,
        pending_at: found.pending?.at ?? null,
        unpaid_invoice_id: found.unpaid?.invoiceId ?? null,
        unpaid_since: found.unpaid?.since ?? null,
        unpaid_url: found.unpaid?.url ?? null,
        grace_until: graceUntil,
        asked_at: now(),
      })
      const key = { userId, source: provider, reference: id }
      const given = terms && { plan, interval: found.interval, ...terms }
      // A subscription entitles to either a plan or the add-on; a change removes the other.
      await plans.setEntitlement(tx, { ...key, what: 'plan' }, plan ? given : null, cause)
      await plans.setEntitlement(tx, { ...key, what: 'seodata' }, plan ? null : given, cause)
      await reminders.scheduleReminders(tx, { userId, provider, subscription: found, graceUntil })
      if (before?.feature !== feature || before.status !== found.status || before.interval !== found.interval)
        await orders.record(tx, userId, 'subscription.changed', id, {
          feature,
          interval: found.interval,
          status: found.status,
          ...(before ? { before: { feature: before.feature, interval: before.interval, status: before.status } } : {}),
          cause,
        })
      return 'done'
    })
  }

  async function findPlan(feature: string | null) {
    return (await plans.catalog()).find(({ name }) => name === feature)?.name ?? null
  }
}
