import type { Secrets } from '#platform/secrets.ts'

const lifeMs = 14 * 86_400_000

/** A signed preview token: post id, expiry, signature. Nothing is stored. */
export function previewToken(secrets: Secrets, postId: string, now: number): string {
  // Rounded up to a day, so that everyone gets the same link on one day.
  const until = Math.ceil((now + lifeMs) / 86_400_000)
  const what = `${Buffer.from(postId.replaceAll('-', ''), 'hex').toString('base64url')}${until.toString(36)}`
  return `${what}.${secrets.sign('post-preview', what)}`
}

/** The post's id; null when the signature is invalid or the token has expired. */
export function readPreviewToken(secrets: Secrets, token: string, now: number): string | null {
  const [what = '', signature = ''] = token.split('.')
  if (!/^[A-Za-z0-9_-]{22}[0-9a-z]{1,8}$/.test(what) || !secrets.verify('post-preview', what, signature)) return null
  if (Number.parseInt(what.slice(22), 36) * 86_400_000 <= now) return null
  const hex = Buffer.from(what.slice(0, 22), 'base64url').toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
