import { formatDay } from '#ui/format/format.ts'
import type { BilledSubscription, Billing, Interval } from '../../contract.ts'

export type PlanChange = {
  /** Start of the button's label; null: no button. */
  verb: 'Upgrade to' | 'Change to' | null
  /** When the change takes effect, or why there is no button. */
  when: string
}

/** What changing to a plan would mean now. Pure. */
export function planChange({
  requested,
  has,
  paid,
  getPosition,
}: {
  requested: { feature: string; interval: Interval }
  /** The current plan, from any source. */
  has: string
  /** The active plan subscription. */
  paid: Pick<
    BilledSubscription,
    'feature' | 'label' | 'interval' | 'status' | 'renews_at' | 'ends_at' | 'pending'
  > | null
  getPosition(name: string): number
}): PlanChange {
  const { feature, interval } = requested
  if (!paid) {
    if (feature === has) return { verb: null, when: 'Your current plan.' }
    const above = getPosition(feature) > getPosition(has)
    return above ? { verb: 'Upgrade to', when: '' } : { verb: null, when: 'Your current plan already includes more.' }
  }
  if (paid.feature === feature && paid.interval === interval) return { verb: null, when: 'Your current subscription.' }
  if (paid.pending?.feature === feature && paid.pending.interval === interval)
    return { verb: null, when: `From ${formatDay(paid.pending.at)}.` }
  if (paid.status === 'past_due') return { verb: null, when: 'Available once the open invoice is paid.' }
  if (paid.pending || paid.status === 'ending')
    return { verb: null, when: `Another change is pending. Keep ${paid.label} above first.` }
  const higher = getPosition(feature) - getPosition(paid.feature)
  // From monthly to yearly billing counts as an upgrade, so it's immediate.
  const up = higher > 0 || (higher === 0 && interval === 'year')
  if (up) return { verb: 'Change to', when: 'Takes effect immediately, prorated.' }
  const from = paid.renews_at ?? paid.ends_at
  return {
    verb: 'Change to',
    when: from ? `Takes effect on ${formatDay(from)}, at the end of the billing period.` : '',
  }
}

/**
 * How far a change confirmed at the card provider is. It isn't active while the page shows another plan's limits than the
 * billing's: both are read at the same time, and the change can arrive between them. Pure.
 */
export function planChangeProgress({
  feature,
  billing,
  shownPlan,
}: {
  feature: string
  billing: {
    plan: Pick<Billing['plan'], 'name'>
    subscriptions: Pick<BilledSubscription, 'feature' | 'status' | 'pending'>[]
  }
  shownPlan: string
}): { isActive: boolean; scheduled: NonNullable<BilledSubscription['pending']> | null } {
  const running = billing.subscriptions.filter(({ status }) => status !== 'ended')
  const isPaid = running.some((each) => each.feature === feature && !each.pending)
  return {
    isActive: isPaid && billing.plan.name === shownPlan,
    scheduled: running.find(({ pending }) => pending?.feature === feature)?.pending ?? null,
  }
}
