import { randomUUIDv7 } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import type { CardItem } from '#providers/card-payments/port.ts'
import type { Provider } from './contract.ts'
import { insertOrder } from './store/store.ts'

export type NewOrder = Awaited<ReturnType<typeof createOrder>>

/** Stores an order that waits for its payment. `userId` is null when it's bought signed out. */
export async function createOrder(
  db: Database,
  provider: Provider,
  { userId, item, affiliate, now }: { userId: string | null; item: CardItem; affiliate: string | null; now: Date },
) {
  const order = {
    id: randomUUIDv7(),
    provider,
    user_id: userId,
    feature: item.feature,
    interval: item.interval,
    quantity: item.quantity,
    unit_amount: item.amount,
    amount_total: item.amount * item.quantity,
    currency: item.currency,
    affiliate,
    created_at: now,
  }
  await insertOrder(db, order)
  return order
}
