import { formatDay } from '#ui/format.ts'
import type { BilledSubscription, Interval } from '../contract.ts'

export type PlanChange = {
  /** Of the button; null: there is nothing to press. */
  verb: 'Upgrade to' | 'Change to' | null
  /** When it would count, or why there is nothing to press. */
  when: string
}

/** What it would mean to change to a plan now. */
export function planChange({
  wanted,
  has,
  paid,
  getPosition: getPosition,
}: {
  wanted: { feature: string; interval: Interval }
  /** The plan somebody is on, whatever the reason. */
  has: string
  /** The subscription to a plan that runs. */
  paid: Pick<
    BilledSubscription,
    'feature' | 'label' | 'interval' | 'status' | 'renews_at' | 'ends_at' | 'pending'
  > | null
  getPosition(name: string): number
}): PlanChange {
  const { feature, interval } = wanted
  if (!paid) {
    const above = getPosition(feature) > getPosition(has)
    return above ? { verb: 'Upgrade to', when: '' } : { verb: null, when: 'Your current plan is the same or higher.' }
  }
  if (paid.feature === feature && paid.interval === interval) return { verb: null, when: 'Your current subscription.' }
  if (paid.pending?.feature === feature && paid.pending.interval === interval)
    return { verb: null, when: `From ${formatDay(paid.pending.at)}.` }
  if (paid.status === 'past_due') return { verb: null, when: 'Available once the open invoice is paid.' }
  if (paid.pending || paid.status === 'ending')
    return { verb: null, when: `Another change is pending. Keep ${paid.label} above first.` }
  const higher = getPosition(feature) - getPosition(paid.feature)
  // The same plan by the year is the bigger purchase: it counts at once, too.
  const up = higher > 0 || (higher === 0 && interval === 'year')
  if (up) return { verb: 'Change to', when: 'Takes effect immediately, prorated.' }
  const from = paid.renews_at ?? paid.ends_at
  return {
    verb: 'Change to',
    when: from ? `Takes effect on ${formatDay(from)}, at the end of the billing period.` : '',
  }
}
