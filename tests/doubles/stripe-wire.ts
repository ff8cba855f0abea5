import { createHmac } from 'node:crypto'

/** Stripe's formats: requests as forms with brackets, responses and errors as JSON, signed webhooks. */

export type Fields = { [name: string]: unknown }

/** `items[0][price]=p&expand[]=a` → `{items: [{price: 'p'}], expand: ['a']}`; all values are strings. */
export function readForm(text: string): Fields {
  const read: Fields = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [name.replace(/\[.*$/, ''), ...[...name.matchAll(/\[([^\]]*)\]/g)].map(([, part]) => part!)]
    put(read, path, value)
  }
  return asLists(read) as Fields
}

function put(into: Fields, [name = '', ...rest]: string[], value: string) {
  const key = name === '' ? String(Object.keys(into).length) : name
  if (rest.length === 0) {
    into[key] = value
    return
  }
  into[key] ??= {}
  put(into[key] as Fields, rest, value)
}

/** Objects with keys that count from 0 are lists. */
function asLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, asLists(each)] as const)
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at))
  return isList ? entries.map(([, each]) => each) : Object.fromEntries(entries)
}

export class StripeRefusal extends Error {
  readonly status: number
  readonly body: { error: { type: string; code?: string; message: string; param?: string } }

  constructor(status: number, error: { type?: string; code?: string; message: string; param?: string }) {
    super(error.message)
    this.status = status
    this.body = { error: { type: 'invalid_request_error', ...error } }
  }
}

export const missing = (what: string, id: string) =>
  new StripeRefusal(404, { code: 'resource_missing', message: `No such ${what}: '${id}'`, param: 'id' })

/** A page of a list, newest first, by `limit` and `starting_after`. */
export function getPage<T extends { id: string }>(all: T[], { limit, starting_after }: Fields, url: string) {
  const most = Number(limit ?? 10)
  const start = starting_after ? all.findIndex(({ id }) => id === starting_after) + 1 : 0
  return { object: 'list', url, has_more: all.length > start + most, data: all.slice(start, start + most) }
}

/** The `Stripe-Signature` of a body. `at`: seconds. */
export const getSignature = (body: string, secret: string, at: number) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
