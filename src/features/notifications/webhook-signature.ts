import { createHmac } from 'node:crypto'

/** How a receiver knows that a webhook is ours: HMAC-SHA256 over the time, a full stop and the body as it was sent. */
export function signatureHeader(secret: string, body: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  return `t=${t},v1=${v1}`
}
