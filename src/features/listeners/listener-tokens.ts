import { randomBytes } from 'node:crypto'
import type { Secrets } from '#platform/secrets.ts'
import type { ListenerRow } from './store/store.ts'

const secretPurpose = 'listener-webhook'
const feedPurpose = 'listener-feed'

export type ListenerTokens = ReturnType<typeof createListenerTokens>

/** A listener's webhook secret and the token of its feeds. */
export function createListenerTokens({ secrets, publicUrl }: { secrets: Secrets; publicUrl: string }) {
  return { newSecret, openSecret, getFeedKey, getFeedUrl }

  function newSecret(id: string) {
    return secrets.seal(secretPurpose, `whsec_${randomBytes(24).toString('base64url')}`, id)
  }

  function openSecret(row: ListenerRow) {
    return secrets.open(secretPurpose, row.sealed_secret, row.id)
  }

  /** A feed token: the key and its signature, so that the token itself isn't stored and can be shown again. */
  function getToken(key: string) {
    const compact = Buffer.from(key.replaceAll('-', ''), 'hex').toString('base64url')
    return `${compact}${secrets.sign(feedPurpose, key).slice(0, 22)}`
  }

  function getFeedKey(token: string): string | null {
    if (!/^[A-Za-z0-9_-]{44}$/.test(token)) return null
    const hex = Buffer.from(token.slice(0, 22), 'base64url').toString('hex')
    const key = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    return getToken(key) === token ? key : null
  }

  function getFeedUrl(row: ListenerRow) {
    return `${publicUrl}/feeds/${getToken(row.feed_key)}`
  }
}
