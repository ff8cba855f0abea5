/**
 * A grant of a plan: by staff, by the installation, or by a purchase. `until` null means no end. `renewsAt` is the next payment
 * date, some time before `until`, so that the plan doesn't lapse while a payment is processed.
 */
export type Grant = { plan: string; interval: string | null; until: Date | null; renewsAt?: Date | null }

/** A redeemed code; `endsAt` null means lifetime. */
export type RedeemedCode = { endsAt: Date | null }

export type EffectivePlan = {
  plan: string
  interval: string | null
  /** When this plan ends or renews; null when it has no end. */
  renewsAt: Date | null
  /** When to recalculate; null when nothing ends. */
  changesAt: Date | null
  /** The add-on; `endsAt` null when it stays or renews. */
  seodata: { enabled: boolean; endsAt: Date | null }
}

/** A grant of the live data add-on. */
export type AddOnGrant = { until: Date | null; renewsAt: Date | null }

/** The plan by number of codes: one starter, two pro, three or more agency. */
export const tierOfCodes = ['starter', 'pro', 'agency'] as const
export const getTier = (count: number) => tierOfCodes[Math.min(count, tierOfCodes.length) - 1]

/**
 * The plan a user has now: the highest plan of their current grants and codes, or the default plan. Of two grants of the same
 * plan, the one that lasts longer counts.
 */
export function getEffectivePlan(causes: {
  /** Position by plan's name, from the catalog: higher is more. */
  positions: ReadonlyMap<string, number>
  grants: readonly Grant[]
  codes: readonly RedeemedCode[]
  addOns?: readonly AddOnGrant[]
  defaultPlan: string
  now: Date
}): EffectivePlan {
  const { now, grants, codes, addOns = [] } = causes
  const best = getBestAt(causes, now)
  const ends = [
    ...grants.map((grant) => grant.until),
    ...codes.map((code) => code.endsAt),
    ...addOns.map((addOn) => addOn.until),
  ]
    .filter((end): end is Date => end !== null && end > now)
    .sort((a, b) => a.getTime() - b.getTime())
  // The plan goes down at the first end after which the highest plan is a lower one.
  const lowers = ends.find((end) => getBestAt(causes, end).plan !== best.plan) ?? null
  // At that end it renews if the grant that ends then has a payment date before.
  const renewal = grants.find(
    ({ plan, until, renewsAt }) => plan === best.plan && renewsAt && until?.getTime() === lowers?.getTime(),
  )?.renewsAt
  return {
    plan: best.plan,
    interval: best.interval,
    renewsAt: renewal ?? lowers,
    changesAt: ends[0] ?? null,
    seodata: getAddOnAt(addOns, now),
  }
}

/** The add-on ends with its last grant, unless that one renews. */
function getAddOnAt(addOns: readonly AddOnGrant[], now: Date): EffectivePlan['seodata'] {
  const counting = addOns.filter(({ until }) => until === null || until > now)
  const stays = counting.some(({ until, renewsAt }) => until === null || renewsAt !== null)
  const last = Math.max(...counting.map(({ until }) => until?.getTime() ?? 0))
  return { enabled: counting.length > 0, endsAt: counting.length === 0 || stays ? null : new Date(last) }
}

type Candidate = { plan: string; interval: string | null; until: Date | null }

function getBestAt(
  { positions, grants, codes, defaultPlan }: Parameters<typeof getEffectivePlan>[0],
  at: Date,
): Candidate {
  const lasts = (end: Date | null) => end === null || end > at
  const position = (plan: string) => positions.get(plan) ?? Number.NEGATIVE_INFINITY
  const candidates: Candidate[] = [{ plan: defaultPlan, interval: null, until: null }]
  candidates.push(...grants.filter((grant) => lasts(grant.until)))
  const byCodes = toCodesCandidate(codes.filter((code) => lasts(code.endsAt)))
  if (byCodes) candidates.push(byCodes)
  return candidates.reduce((best, next) => {
    const higher = position(next.plan) - position(best.plan)
    if (higher !== 0 && !Number.isNaN(higher)) return higher > 0 ? next : best
    return next.plan === best.plan && getEnd(next) > getEnd(best) ? next : best
  })
}

function toCodesCandidate(codes: readonly RedeemedCode[]): Candidate | null {
  const plan = getTier(codes.length)
  if (!plan) return null
  // For life if so many are for life that the tier stays when the others end.
  const forLife = codes.filter((code) => code.endsAt === null).length
  const lasting = forLife >= Math.min(codes.length, tierOfCodes.length)
  const ends = codes.flatMap((code) => code.endsAt ?? []).sort((a, b) => a.getTime() - b.getTime())
  const until = lasting ? null : (ends[codes.length - Math.min(codes.length, tierOfCodes.length)] ?? null)
  return { plan, interval: lasting ? 'lifetime' : 'year', until }
}

const getEnd = ({ until }: Candidate) => until?.getTime() ?? Number.POSITIVE_INFINITY
