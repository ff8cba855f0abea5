import type { CatalogPlan } from '#features/plans/contract.ts'
import type { CatalogItem, Interval } from '../contract.ts'

export const currency = 'usd'

type SellingPrice = { feature: string; label: string; price: { month?: number; year?: number; once?: number } }

/** Everything for sale: priced plans by position, then the add-on and codes. Prices in US dollars. */
export function toItemsForSale(plans: CatalogPlan[], others: SellingPrice[]): CatalogItem[] {
  const priced = plans.flatMap(({ name, label, price }) => {
    const charged = Object.fromEntries(Object.entries(price).filter(([, amount]) => (amount ?? 0) >= minDollars))
    return Object.keys(charged).length > 0 ? [{ feature: name, kind: 'plan' as const, label, price: charged }] : []
  })
  return [
    ...priced,
    ...others.map(({ feature, label, price }) => ({
      feature,
      kind: feature === 'code' ? ('code' as const) : ('addon' as const),
      label,
      price,
    })),
  ]
}

/** Stripe's minimum charge. */
const minDollars = 0.5

/** In cents; null when the item isn't sold by this interval. */
export function getAmount(item: CatalogItem, interval: Interval | null): number | null {
  const dollars = interval ? item.price[interval] : item.price.once
  return dollars === undefined ? null : Math.round(dollars * 100)
}
