/** What a subscription entitles to, including the grace period after a failed payment. */

/** Days a subscription stays active after a failed payment. */
export const graceDays = 7
/** Days before the end of grace when the warning email is sent. */
export const warnDays = 2

const day = 86_400_000

export type SubscriptionState = {
  status: 'incomplete' | 'active' | 'past_due' | 'ended'
  periodEnd: Date
  endsAt: Date | null
  unpaid: { since: Date } | null
  /** The payment for the current period was refunded or disputed. */
  takenBack: boolean
}

/**
 * Null: no entitlement. A renewing subscription is valid for the grace period past its period end, so a customer whose renewal
 * is still being processed doesn't lose access.
 */
export function getTerms(state: SubscriptionState): { until: Date; renewsAt: Date | null } | null {
  const { status, periodEnd, endsAt, takenBack } = state
  if (takenBack || status === 'incomplete' || status === 'ended') return null
  if (status === 'past_due') return { until: getGraceEnd(state), renewsAt: null }
  if (endsAt) return { until: endsAt, renewsAt: null }
  return { until: new Date(periodEnd.getTime() + graceDays * day), renewsAt: periodEnd }
}

/** When grace ends after a failed payment. */
export const getGraceEnd = ({ unpaid, periodEnd }: Pick<SubscriptionState, 'unpaid' | 'periodEnd'>) =>
  new Date((unpaid?.since ?? periodEnd).getTime() + graceDays * day)

export const getWarningTime = (end: Date) => new Date(end.getTime() - warnDays * day)
