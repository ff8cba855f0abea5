import type Stripe from 'stripe'
import type { CardItem } from './port.ts'
import { once, toId } from './stripe-client.ts'
import { featureKey, getLookupKey } from './stripe-shapes.ts'

export type PriceFor = ReturnType<typeof createStripePrices>

/** Prices that subscriptions can be changed to. */
export function createStripePrices() {
  const products = new Map<string, string>()
  const prices = new Map<string, Promise<{ price: string; product: string }>>()

  /** Found by its lookup key, else created, together with its product. */
  return function priceFor(stripe: Stripe, item: CardItem): Promise<{ price: string; product: string }> {
    const lookupKey = getLookupKey({ ...item, interval: item.interval ?? 'once' })
    const known = prices.get(lookupKey) ?? findOrCreatePrice(stripe, item, lookupKey)
    prices.set(lookupKey, known)
    known.catch(() => prices.delete(lookupKey))
    return known
  }

  async function findOrCreatePrice(stripe: Stripe, item: CardItem, lookupKey: string) {
    const found = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 })
    const existing = found.data[0]
    if (existing) return { price: existing.id, product: toId(existing.product) }
    const product = await productFor(stripe, item)
    const made: Stripe.PriceCreateParams = {
      product,
      currency: item.currency,
      unit_amount: item.amount,
      lookup_key: lookupKey,
      transfer_lookup_key: true,
      metadata: { [featureKey]: item.feature },
      ...(item.interval ? { recurring: { interval: item.interval } } : {}),
    }
    const { id: price } = await stripe.prices.create(made, once('price', made))
    return { price, product }
  }

  async function productFor(stripe: Stripe, { feature, label }: CardItem): Promise<string> {
    const known = products.get(feature)
    if (known) return known
    const made: Stripe.ProductCreateParams = {
      id: `earshot_${feature}`,
      name: productName(label),
      metadata: { [featureKey]: feature },
    }
    const product = await stripe.products.create(made, once('product', made)).catch((error) => {
      // It was made before, perhaps under another label.
      if ((error as { code?: string }).code === 'resource_already_exists') return { id: made.id! }
      throw error
    })
    products.set(feature, product.id)
    return product.id
  }
}

export const productName = (label: string) => `Earshot ${label}`
