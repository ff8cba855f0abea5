/** What a subscription as it stands at the provider entitles to. */

/** So long what was subscribed to stays open after a payment failed. */
export const graceDays = 7
/** So long before the end of that people are told. */
export const warnDays = 2

const day = 86_400_000

export type SubscriptionState = {
  status: 'incomplete' | 'active' | 'past_due' | 'ended'
  periodEnd: Date
  endsAt: Date | null
  unpaid: { since: Date } | null
  /** The money for time that is not over yet went back. */
  takenBack: boolean
}

/**
 * Null: to nothing. A subscription that renews is good for some days past the end of its period: the money for the next is on
 * its way by then, and who pays does not fall in between.
 */
export function getTerms(state: SubscriptionState): { until: Date; renewsAt: Date | null } | null {
  const { status, periodEnd, endsAt, takenBack } = state
  if (takenBack || status === 'incomplete' || status === 'ended') return null
  if (status === 'past_due') return { until: getGraceEnd(state), renewsAt: null }
  if (endsAt) return { until: endsAt, renewsAt: null }
  return { until: new Date(periodEnd.getTime() + graceDays * day), renewsAt: periodEnd }
}

/** Of a payment that failed. */
export const getGraceEnd = ({ unpaid, periodEnd }: Pick<SubscriptionState, 'unpaid' | 'periodEnd'>) =>
  new Date((unpaid?.since ?? periodEnd).getTime() + graceDays * day)

export const getWarningTime = (end: Date) => new Date(end.getTime() - warnDays * day)
