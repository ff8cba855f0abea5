import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import type { WriteHook } from './write-hook.ts'

/** A customer's server that receives our webhooks and verifies them by our documentation, without our code. */
export async function startWebhookReceiver() {
  const received: { body: string; signature: string; delivery: string; at: number }[] = []
  let status = 200
  let onWrite: WriteHook | null = null
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', async () => {
      const body = Buffer.concat(parts).toString('utf8')
      const action = onWrite ? String(JSON.parse(body).action) : ''
      await onWrite?.('before', action)
      received.push({
        body,
        signature: String(request.headers['earshot-signature']),
        delivery: String(request.headers['earshot-delivery']),
        at: Date.now(),
      })
      await onWrite?.('after', action)
      response.writeHead(status)
      response.end('ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `http://127.0.0.1:${port}/hook`,
    host: `127.0.0.1:${port}`,
    received,
    answerWith(next: number) {
      status = next
    },
    setOnWrite(hook: WriteHook | null) {
      onWrite = hook
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

/** t=…,v1=… : HMAC-SHA256 of `t.body`, and not older than five minutes. */
export function isAuthentic(secret: string, { body, signature }: { body: string; signature: string }): boolean {
  const fields = Object.fromEntries(signature.split(',').map((field) => field.split('=') as [string, string]))
  const expected = createHmac('sha256', secret).update(`${fields.t}.${body}`).digest()
  const given = Buffer.from(fields.v1 ?? '', 'hex')
  const fresh = Math.abs(Date.now() / 1000 - Number(fields.t)) < 300
  return fresh && given.length === expected.length && timingSafeEqual(given, expected)
}
