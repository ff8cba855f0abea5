import type { CatalogPlan } from '#features/plans/contract.ts'
import type { PlanCount, ToolType } from '#features/plans/contract-tools.ts'
import type { Interval } from '../contract.ts'

/** What the pricing page asks for. Each is an allowance of the plans. */
export const needNames = ['reports', 'clusters', 'ai', 'search_listener', 'workspaces', 'members'] as const
export type NeedName = (typeof needNames)[number] & (ToolType | PlanCount)

export type Needs = Partial<Record<NeedName, number>> & {
  domain?: boolean
  /** Live search volume, CPC and difficulty in reports. */
  volumes?: boolean
}

/** One need that a plan doesn't meet. */
export type Shortfall = { need: NeedName; requested: number; allowance: number } | { need: 'domain' }

export type Recommendation = {
  plan: CatalogPlan
  /** Whether the live data add-on is part of it. */
  addOn: boolean
  /** Dollars each interval, with the add-on. */
  cost: number
  /** What it’s the sum of: the plan, and the add-on where it’s part of it. */
  price: number
  addOnPrice: number | null
  /** How much of the plan each answer takes. */
  uses: Use[]
  /** Why no cheaper plan is enough: each with what it lacks, or with its cost where the add-on makes it dearer. */
  cheaper: { plan: CatalogPlan; lacks: Shortfall[]; cost: number }[]
}

/** A need beside the allowance that holds it. */
export type Use = { need: NeedName; requested: number; allowance: number }

export type PricedOffer = {
  plans: CatalogPlan[]
  /** Price of the live data add-on; undefined if it isn't sold. */
  addOnPrice: number | undefined
  interval: Interval
}

/** The lowest plan that includes live data, by the plans' own order. */
const includesLiveData = (plan: CatalogPlan, plans: CatalogPlan[]) => {
  const pro = plans.find(({ name }) => name === 'pro')
  return pro !== undefined && plan.position >= pro.position
}

/** Reads the form's fields. Anything that isn't a number or a ticked box is left out. */
export function readNeeds(params: URLSearchParams): Needs {
  const needs: Needs = {}
  for (const need of needNames) {
    const text = params.get(need)?.trim() ?? ''
    if (/^\d{1,9}$/.test(text)) needs[need] = Number(text)
  }
  for (const need of ['domain', 'volumes'] as const) if (params.has(need)) needs[need] = true
  return needs
}

/**
 * The cheapest plan whose limits meet all needs, with the add-on where live data is needed and not included. Null if no plan
 * meets them.
 */
export function recommendPlan(needs: Needs, { plans, addOnPrice, interval }: PricedOffer): Recommendation | null {
  const offers = plans.flatMap((plan) => {
    const price = plan.price.month === 0 ? 0 : plan.price[interval]
    if (price === undefined) return []
    const addOn = needs.volumes === true && !includesLiveData(plan, plans)
    if (addOn && addOnPrice === undefined) return []
    const added = addOn ? (addOnPrice ?? 0) : 0
    return [{ plan, addOn, price, cost: price + added, lacks: getShortfalls(plan, needs) }]
  })
  const [best] = offers
    .filter(({ lacks }) => lacks.length === 0)
    .sort((a, b) => a.cost - b.cost || b.plan.position - a.plan.position)
  if (!best) return null
  const cheaper = offers
    .filter(({ plan, lacks }) => plan.position < best.plan.position && lacks.length > 0)
    .map(({ plan, lacks, cost }) => ({ plan, lacks, cost }))
  return {
    plan: best.plan,
    addOn: best.addOn,
    cost: best.cost,
    price: best.price,
    addOnPrice: best.addOn ? best.cost - best.price : null,
    uses: needNames.flatMap((need) => {
      const requested = needs[need]
      return requested ? [{ need, requested, allowance: best.plan.allowances[need] }] : []
    }),
    cheaper,
  }
}

/** What a plan is short of. */
export function getShortfalls({ allowances }: CatalogPlan, needs: Needs): Shortfall[] {
  const short: Shortfall[] = []
  for (const need of needNames) {
    const requested = needs[need] ?? 0
    if (requested > allowances[need]) short.push({ need, requested, allowance: allowances[need] })
  }
  if (needs.domain && allowances.domain === 0) short.push({ need: 'domain' })
  return short
}

/** Visitors as they often are, for a page without answers: what each needs is what it says. */
export const examples: { label: string; needs: Needs }[] = [
  { label: 'One site, one person', needs: { reports: 5, clusters: 500, workspaces: 1, members: 1 } },
  { label: 'Three sites, three people', needs: { reports: 40, clusters: 5000, workspaces: 3, members: 3 } },
  { label: 'Eight sites, eight people', needs: { reports: 200, clusters: 40_000, workspaces: 8, members: 8 } },
  { label: 'Twenty clients, ten people', needs: { reports: 400, clusters: 100_000, workspaces: 20, members: 10 } },
]

/** The address of the pricing page with these answers. */
export function toAnswersHref(needs: Needs, interval: Interval): string {
  const answers = Object.entries(needs).map(([need, value]) => [need, value === true ? '1' : String(value)])
  const query = new URLSearchParams([...(interval === 'year' ? [['interval', 'year']] : []), ...answers]).toString()
  return query ? `/pricing?${query}` : '/pricing'
}
