import type { Message } from '../contract.ts'

/** Messages of the event client, and validation of its calls. Only types of the contract are used, so that pages don't load its schema. */

export type EventMessage = Message
export type EventType = Message['type']
export type PageLocation = Message['location']
export type Facts = Record<string, unknown>

/** As in the contract. */
export const maxNameLength = 200
export const maxAddressLength = 8_000

/** A non-empty string. @throws Error naming call and field */
export function requireName(call: string, field: string, value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') throw new Error(`${call}: ${field} is required.`)
  if (value.length > maxNameLength) throw new Error(`${call}: ${field} can have up to ${maxNameLength} characters.`)
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

/** The page's location, cut to what the collector accepts; empty strings outside a page. */
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
