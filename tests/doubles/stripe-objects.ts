import { randomBytes } from 'node:crypto'
import { type Fields, missing, StripeRefusal } from './stripe-wire.ts'

/** The objects of a Stripe account and their events. */

// biome-ignore lint/suspicious/noExplicitAny: vendor objects of which each call reads its part.
export type Thing = Record<string, any> & { id: string; object: string }

export type StripeEvent = { id: string; type: string; body: string }

export type StripeObjects = ReturnType<typeof createStripeObjects>

export const apiVersion = '2026-10-28.endive'

export function createStripeObjects({ nowMs, onEvent }: { nowMs(): number; onEvent(event: StripeEvent): void }) {
  const things = new Map<string, Thing>()
  const events: StripeEvent[] = []
  const now = () => Math.floor(nowMs() / 1000)

  function add(prefix: string, object: string, fields: Fields): Thing {
    const id = (fields.id as string | undefined) ?? `${prefix}_${randomBytes(9).toString('hex')}`
    const thing = { livemode: false, created: now(), metadata: {}, ...fields, id, object } as Thing
    things.set(id, thing)
    return thing
  }

  const all = (object: string) => [...things.values()].filter((thing) => thing.object === object).reverse()

  function get(object: string, id: string): Thing {
    const found = things.get(id)
    if (found?.object !== object) throw missing(object.replaceAll('_', ' '), id)
    return found
  }

  /** Records an event with a snapshot of the object: later changes don't alter events already sent. */
  function tell(type: string, thing: Thing) {
    const id = `evt_${randomBytes(9).toString('hex')}`
    const data = { object: thing }
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: apiVersion,
      created: now(),
      livemode: false,
      pending_webhooks: 1,
      request: { id: null, idempotency_key: null },
      type,
      data,
    })
    const event = { id, type, body }
    events.push(event)
    onEvent(event)
  }

  /** A copy with the named ids replaced by their objects. */
  function expanded(thing: Thing, paths: string[]): Thing {
    const copy = structuredClone(thing)
    for (const path of paths) {
      if (path.split('.').filter((part) => part !== 'data').length > 4)
        throw new StripeRefusal(400, { message: `You cannot expand more than 4 levels of a property: ${path}.` })
      expandIn(copy, path.split('.'))
    }
    return copy
  }

  function expandIn(at: Fields | Fields[], [name = '', ...rest]: string[]) {
    for (const each of Array.isArray(at) ? at : [at]) {
      const value = each[name]
      if (typeof value === 'string' && things.has(value)) each[name] = structuredClone(things.get(value))
      else if (Array.isArray(value))
        each[name] = value.map((id) =>
          typeof id === 'string' && things.has(id) ? structuredClone(things.get(id)) : id,
        )
      if (rest.length > 0 && each[name] && typeof each[name] === 'object') expandIn(each[name] as Fields, rest)
    }
  }

  function makePrice(data: Fields): Thing {
    const product =
      typeof data.product === 'string'
        ? get('product', data.product)
        : add('prod', 'product', { active: true, ...(data.product_data as Fields) })
    const recurring = data.recurring as { interval: 'month' | 'year' } | undefined
    return add('price', 'price', {
      active: true,
      type: recurring ? 'recurring' : 'one_time',
      currency: data.currency,
      unit_amount: Number(data.unit_amount),
      lookup_key: data.lookup_key ?? null,
      recurring: recurring ? { interval: recurring.interval, interval_count: 1 } : null,
      metadata: data.metadata ?? {},
      product: product.id,
    })
  }

  return { things, events, now, add, all, get, tell, expanded, makePrice }
}
