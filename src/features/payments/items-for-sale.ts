import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import type { CardItem } from '#providers/card-payments/port.ts'
import type { CatalogItem, Interval } from './contract.ts'
import { currency, getAmount, toItemsForSale } from './rules/price-list.ts'
import { findSellingPrices } from './store/store.ts'

export type ItemsForSale = ReturnType<typeof createItemsForSale>

/** What a link is asked for. Codes take `qty`, everything else an interval. */
export type ItemRequest = { feature: string; interval?: Interval; qty?: number }

export function createItemsForSale({ db, plans }: { db: Database; plans: Plans }) {
  return { findItems, chooseItem }

  async function findItems(): Promise<CatalogItem[]> {
    const [catalog, others] = await Promise.all([plans.catalog(), findSellingPrices(db)])
    return toItemsForSale(catalog, others)
  }

  /** @throws AppError invalid_input (feature, interval, qty) */
  async function chooseItem({ feature, interval, qty }: ItemRequest): Promise<CardItem> {
    const items = await findItems()
    const item = items.find((each) => each.feature === feature)
    if (!item) {
      const names = items.map((each) => `"${each.feature}"`).join(', ')
      throw new AppError('invalid_input', `feature must be one of ${names}.`, {
        field: 'feature',
        reason: 'not_for_sale',
      })
    }
    if (item.kind === 'code') {
      if (interval)
        throw new AppError('invalid_input', 'interval isn’t allowed with codes.', {
          field: 'interval',
          reason: 'interval_not_allowed',
        })
      if (qty === undefined) throw new AppError('invalid_input', 'qty is missing.', { field: 'qty', reason: 'missing' })
    } else {
      if (qty !== undefined)
        throw new AppError('invalid_input', `qty is for codes only. ${feature} takes an interval.`, {
          field: 'qty',
          reason: 'quantity_not_allowed',
        })
      if (!interval)
        throw new AppError('invalid_input', 'interval is missing.', { field: 'interval', reason: 'missing' })
    }
    const price = getAmount(item, interval ?? null)
    if (price === null)
      throw new AppError('invalid_input', `${item.label} isn’t sold by the ${interval ?? 'piece'}.`, {
        field: interval ? 'interval' : 'feature',
        reason: 'not_for_sale',
      })
    const { label } = item
    return { feature, label, interval: interval ?? null, amount: price, currency, quantity: qty ?? 1 }
  }
}
