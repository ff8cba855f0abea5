import { randomBytes } from 'node:crypto'
import type { Secrets } from '#platform/secrets.ts'

const urlPurpose = 'event-endpoint-url'
const secretPurpose = 'event-endpoint-secret'

export const newSecret = () => `whsec_${randomBytes(24).toString('base64url')}`

export const sealUrl = (secrets: Secrets, id: string, url: string) => secrets.seal(urlPurpose, url, id)
export const sealSecret = (secrets: Secrets, id: string, secret: string) => secrets.seal(secretPurpose, secret, id)

export const openUrl = (secrets: Secrets, { id, sealed_url }: { id: string; sealed_url: string }) =>
  secrets.open(urlPurpose, sealed_url, id)
/** Null for chats, whose requests aren’t signed. */
export const openSecret = (secrets: Secrets, { id, sealed_secret }: { id: string; sealed_secret: string | null }) =>
  sealed_secret && secrets.open(secretPurpose, sealed_secret, id)
