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
  positionOf,
}: {
  wanted: { feature: string; interval: Interval }
  /** The plan somebody is on, whatever the reason. */
  has: string
  /** The subscription to a plan that runs. */
  paid: Pick<
    BilledSubscription,
    'feature' | 'label' | 'interval' | 'status' | 'renews_at' | 'ends_at' | 'pending'
  > | null
  positionOf(name: string): number
}): PlanChange {
  const { feature, interval } = wanted
  if (!paid) {
    const above = positionOf(feature) > positionOf(has)
    return above ? { verb: 'Upgrade to', when: '' } : { verb: null, when: 'You have no less already.' }
  }
  if (paid.feature === feature && paid.interval === interval) return { verb: null, when: 'What you pay for now.' }
  if (paid.pending?.feature === feature && paid.pending.interval === interval)
    return { verb: null, when: `From ${formatDay(paid.pending.at)}.` }
  if (paid.status === 'past_due') return { verb: null, when: 'Once the open invoice is paid.' }
  if (paid.pending || paid.status === 'ending')
    return { verb: null, when: `Once you keep ${paid.label}, above: a change waits already.` }
  const higher = positionOf(feature) - positionOf(paid.feature)
  // The same plan by the year is the bigger purchase: it counts at once, too.
  const up = higher > 0 || (higher === 0 && interval === 'year')
  if (up) return { verb: 'Change to', when: 'At once; what is paid already is set against it.' }
  const from = paid.renews_at ?? paid.ends_at
  return { verb: 'Change to', when: from ? `From ${formatDay(from)}, when what is paid runs out.` : '' }
}
