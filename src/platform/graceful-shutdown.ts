import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#kit/errors.ts'

/**
 * Graceful shutdown of an HTTP process. First /readyz fails while everything else is still answered, until the load balancers
 * that probe it regularly have seen the failure. Then the server accepts no new connections and finishes the open requests.
 */
export type GracefulShutdown = {
  /** Wraps the request listener. */
  listener: RequestListener
  /** Resolves when every regular prober of /readyz has seen the failure; immediately when there is none. */
  announce(maxMs: number): Promise<void>
  /**
   * Resolves when the last connection is closed. Requests still open after `maxMs` get a 503, or are cut off where their
   * response had started. Returns how many there were.
   */
  close(server: Server, maxMs: number): Promise<number>
}

type Prober = { lastAt: number; everyMs: number | null }

/** A client with a longer gap between two probes isn’t a regular prober. */
const maxGapMs = 30_000
const maxProbers = 100
/** Between a prober’s last answer and its last request. */
const settleMs = 250
const flushMs = 200

export function createGracefulShutdown(answer: RequestListener): GracefulShutdown {
  const open = new Set<ServerResponse>()
  const probers = new Map<string, Prober>()
  let draining = false
  let onProbeAnswered = (_prober: string) => {}

  return {
    listener(incoming, outgoing) {
      open.add(outgoing)
      outgoing.once('close', () => open.delete(outgoing))
      if (draining) outgoing.shouldKeepAlive = false
      if (incoming.url === '/readyz' && answerProbe(incoming, outgoing)) return
      answer(incoming, outgoing)
    },

    async announce(maxMs) {
      draining = true
      for (const outgoing of open) outgoing.shouldKeepAlive = false
      const waiting = new Set(getRegularProbers())
      if (waiting.size === 0) return
      const all = Promise.withResolvers<void>()
      onProbeAnswered = (prober) => {
        waiting.delete(prober)
        if (waiting.size === 0) all.resolve()
      }
      const enough = new AbortController()
      await Promise.race([all.promise, sleep(maxMs - settleMs, null, enough).catch(() => null)])
      enough.abort()
      await sleep(settleMs)
    },

    async close(server, maxMs) {
      draining = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      // Connections whose response started before the shutdown stay open after it.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      const enough = new AbortController()
      const late = sleep(maxMs, true, enough).catch(() => false)
      const isLate = await Promise.race([closed.then(() => false), late])
      enough.abort()
      clearInterval(idle)
      if (!isLate) return 0
      const cut = [...open]
      for (const outgoing of cut) refuse(outgoing)
      await Promise.race([closed, sleep(flushMs)])
      server.closeAllConnections()
      return cut.length
    },
  }

  /** Records the probe; true when it was answered with the failure. */
  function answerProbe(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const prober = `${incoming.socket.remoteAddress} ${incoming.headers['user-agent']}`
    const now = performance.now()
    const before = probers.get(prober)
    probers.delete(prober)
    probers.set(prober, { lastAt: now, everyMs: before ? now - before.lastAt : null })
    if (probers.size > maxProbers) probers.delete(probers.keys().next().value!)
    if (!draining) return false
    outgoing.once('close', () => onProbeAnswered(prober))
    answerUnavailable(outgoing, 'This process is shutting down. Use another one.', 'shutting_down')
    return true
  }

  function getRegularProbers(): string[] {
    const now = performance.now()
    return [...probers]
      .filter(
        ([, { lastAt, everyMs }]) =>
          everyMs !== null && everyMs <= maxGapMs && now - lastAt <= Math.max(2 * everyMs, 1000),
      )
      .map(([prober]) => prober)
  }
}

function refuse(outgoing: ServerResponse) {
  // The handler may still write to this response, which then fails.
  outgoing.on('error', () => undefined)
  if (outgoing.headersSent) outgoing.destroy()
  else
    answerUnavailable(
      outgoing,
      'The server restarted before this finished. Check whether it was done before you try again.',
      'server_restarted',
    )
}

function answerUnavailable(outgoing: ServerResponse, sentence: string, reason: string) {
  const error = new AppError('unavailable', sentence, { reason, retryable: true }).toBody()
  outgoing.shouldKeepAlive = false
  outgoing.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1', 'Cache-Control': 'no-store' })
  outgoing.end(JSON.stringify({ success: false, error }))
}
