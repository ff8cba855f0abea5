import { AppError } from '#kit/errors.ts'
import type { DestinationKind } from '#providers/publishing/port.ts'
import type { Credentials } from '../contract.ts'

export const neededCredentials: Record<DestinationKind, readonly (keyof Credentials)[]> = {
  wordpress: ['username', 'application_password'],
  ghost: ['admin_api_key'],
  shopify: ['access_token'],
  webflow: ['token'],
  webhook: ['secret'],
  blog: [],
}

/** Kinds whose address follows from something else. */
export const hasOwnUrl = (kind: DestinationKind) => kind !== 'webflow' && kind !== 'blog'

/** Kinds whose posts go to one of several places: where they go is checked with the credentials. */
export const hasCollections = (kind: DestinationKind) => kind === 'shopify' || kind === 'webflow'

/** Only what the kind needs. @throws AppError invalid_input */
export function pickCredentials(kind: DestinationKind, given: Credentials): Credentials {
  const picked: Credentials = {}
  for (const field of neededCredentials[kind]) {
    const value = given[field]
    if (!value) throw new AppError('invalid_input', `${field} is missing.`, { field, reason: 'missing' })
    picked[field] = value
  }
  return picked
}
