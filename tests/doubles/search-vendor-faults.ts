import type { IncomingMessage, ServerResponse } from 'node:http'

/** Faults of a vendor. `times` limits a fault to that many requests, and `path` to requests whose path contains it. */
export type VendorFault = { times?: number; path?: string } & (
  | { kind: 'status'; status: number; retryAfter?: number | string; body?: unknown }
  | { kind: 'hang' }
  | { kind: 'truncated' }
  | { kind: 'html'; text?: string; status?: number }
  | { kind: 'reset' }
  | { kind: 'drip'; bytesPerSecond: number }
  | { kind: 'huge'; bytes?: number }
)

/** Responds with the fault. `rightAnswer` is the body without it. */
export async function misbehave(
  fault: VendorFault,
  request: IncomingMessage,
  response: ServerResponse,
  rightAnswer: () => string,
) {
  const json = { 'content-type': 'application/json; charset=utf-8' }
  switch (fault.kind) {
    case 'status': {
      const retryAfter = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) }
      const body = fault.body ?? { message: `Status ${fault.status}`, error: fault.status }
      response.writeHead(fault.status, { ...json, ...retryAfter }).end(JSON.stringify(body))
      return
    }
    case 'hang':
      // Until the client gives up.
      await new Promise((resolve) => request.socket.once('close', resolve))
      return
    case 'truncated': {
      const answer = rightAnswer()
      response.writeHead(200, json).end(answer.slice(0, Math.floor(answer.length / 2)))
      return
    }
    case 'html': {
      const text =
        fault.text ?? 'Our systems have detected unusual traffic from your computer network. Solve the CAPTCHA.'
      response
        .writeHead(fault.status ?? 200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><html><body><h1>Sorry…</h1><p>${text}</p></body></html>`)
      return
    }
    case 'reset':
      request.socket.resetAndDestroy()
      return
    case 'drip': {
      response.writeHead(200, json)
      const answer = Buffer.from(rightAnswer())
      const step = Math.max(1, Math.round(fault.bytesPerSecond / 20))
      for (let at = 0; at < answer.length && !response.destroyed; at += step) {
        response.write(answer.subarray(at, at + step))
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      response.end()
      return
    }
    case 'huge': {
      response.writeHead(200, json)
      const piece = Buffer.alloc(64 * 1024, 0x20)
      let left = fault.bytes ?? 30_000_000
      for (; left > 0 && !response.destroyed; left -= piece.length) {
        if (!response.write(piece)) await drained(response)
      }
      response.end(rightAnswer())
    }
  }
}

const drained = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    const go = () => {
      response.off('drain', go)
      response.off('close', go)
      resolve()
    }
    response.once('drain', go)
    response.once('close', go)
  })
