/**
 * Message format of the event client, and validation of its calls. The client files `event-*.ts` don't depend on the rest of the
 * product.
 */

export type EventType = 'identify' | 'group' | 'event' | 'page' | 'screen' | 'alias'
export type Facts = Record<string, unknown>

export type PageLocation = {
  address: string
  path: string
  query: string
  host: string
  origin: string
  referrer: string
}

export type EventMessage = {
  message_id: string
  type: EventType
  uid?: string
  alias: string
  event?: string
  traits?: Facts
  properties?: Facts
  group_id?: string
  location: PageLocation
  timestamp: string
}

const maxNameLength = 200

/** A non-empty string. @throws Error naming call and field */
export function requireName(call: string, field: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') throw new Error(`${call}: ${field} is required.`)
  if (value.length > maxNameLength) throw new Error(`${call}: ${field} may have at most ${maxNameLength} characters.`)
  return value
}

export function optionalName(call: string, field: string, value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : requireName(call, field, value)
}

/** An object that survives JSON. @throws Error naming call and field */
export function optionalFacts(call: string, field: string, value: unknown): Facts | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'object' || Array.isArray(value)) throw new Error(`${call}: ${field} must be an object.`)
  try {
    // A copy, since the caller may change the object later.
    return JSON.parse(JSON.stringify(value)) as Facts
  } catch (cause) {
    throw new Error(`${call}: ${field} cannot be written as JSON.`, { cause })
  }
}

type Page = {
  location?: { href: string; pathname: string; search: string; host: string; origin: string }
  document?: { referrer?: string }
}

/** Longer URLs are cut to what the collector accepts. */
const maxAddressLength = 8_000

/** The page's location; empty strings outside a page. */
export function pageLocation(page: Page = globalThis as Page): PageLocation {
  const at = page.location
  const cut = (text: string | undefined) => (text ?? '').slice(0, maxAddressLength)
  return {
    address: cut(at?.href),
    path: cut(at?.pathname),
    query: cut(at?.search),
    host: cut(at?.host),
    origin: cut(at?.origin),
    referrer: cut(page.document?.referrer),
  }
}
