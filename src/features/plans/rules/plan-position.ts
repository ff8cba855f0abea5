import type { CatalogPlan, Price } from '../contract.ts'

/** Between the most expensive plan that costs no more and the next one; without a price, above all priced plans. */
export function getPosition({ month }: Price, catalog: CatalogPlan[]): number {
  const below = catalog.filter((each) => each.price.month !== undefined && each.price.month <= (month ?? Infinity))
  const under = Math.max(0, ...below.map((each) => each.position))
  const above = catalog.map((each) => each.position).filter((position) => position > under)
  return above.length > 0 ? Math.floor((under + Math.min(...above)) / 2) : under + 10
}
