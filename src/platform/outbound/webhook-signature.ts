import { createHmac } from 'node:crypto'

/** Returns the `Earshot-Signature` header: HMAC-SHA256 over the Unix time in seconds, a period and the request body. */
export function signWebhook(secret: string, body: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000)
  const v1 = createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')
  return `t=${t},v1=${v1}`
}
