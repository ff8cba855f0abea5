import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#kit/errors.ts'

/**
 * How a process that answers HTTP leaves without anybody noticing. First it says at /readyz that it is going and goes on
 * answering, until those who ask there regularly (balancers) have heard it and send elsewhere. Then it takes no connection more
 * and answers what is under way.
 */
export type Departure = {
  /** Stands before every answer. */
  listener: RequestListener
  /** Resolves when everybody who asks at /readyz regularly has heard the no; at once when nobody asks. */
  announce(maxMs: number): Promise<void>
  /**
   * Resolves when the last connection is closed. What is not answered after `mostMs` is told to look and come back, and broken
   * off where its answer had begun. Answers how many those were.
   */
  close(server: Server, mostMs: number): Promise<number>
}

type Asker = { lastAt: number; everyMs: number | null }

/** Who let more time than this pass between two questions does not ask regularly. */
const maxGapMs = 30_000
const maxAskers = 100
/** Between hearing the no and sending nothing more. */
const settleMs = 250
const lastWordsMs = 200

export function createDeparture(answer: RequestListener): Departure {
  const open = new Set<ServerResponse>()
  const askers = new Map<string, Asker>()
  let leaving = false
  let heard = (_asker: string) => {}

  return {
    listener(incoming, outgoing) {
      open.add(outgoing)
      outgoing.once('close', () => open.delete(outgoing))
      if (leaving) outgoing.shouldKeepAlive = false
      if (incoming.url === '/readyz' && asked(incoming, outgoing)) return
      answer(incoming, outgoing)
    },

    async announce(mostMs) {
      leaving = true
      for (const outgoing of open) outgoing.shouldKeepAlive = false
      const waiting = new Set(regularAskers())
      if (waiting.size === 0) return
      const all = Promise.withResolvers<void>()
      heard = (asker) => {
        waiting.delete(asker)
        if (waiting.size === 0) all.resolve()
      }
      const enough = new AbortController()
      await Promise.race([all.promise, sleep(mostMs - settleMs, null, enough).catch(() => null)])
      enough.abort()
      await sleep(settleMs)
    },

    async close(server, mostMs) {
      leaving = true
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      // Those whose answer began before we were leaving stay open behind it.
      const idle = setInterval(() => server.closeIdleConnections(), 50)
      const enough = new AbortController()
      const late = sleep(mostMs, true, enough).catch(() => false)
      const isLate = await Promise.race([closed.then(() => false), late])
      enough.abort()
      clearInterval(idle)
      if (!isLate) return 0
      const cut = [...open]
      for (const outgoing of cut) refuse(outgoing)
      await Promise.race([closed, sleep(lastWordsMs)])
      server.closeAllConnections()
      return cut.length
    },
  }

  /** Whether it was answered here. */
  function asked(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
    const asker = `${incoming.socket.remoteAddress} ${incoming.headers['user-agent']}`
    const now = performance.now()
    const before = askers.get(asker)
    askers.delete(asker)
    askers.set(asker, { lastAt: now, everyMs: before ? now - before.lastAt : null })
    if (askers.size > maxAskers) askers.delete(askers.keys().next().value!)
    if (!leaving) return false
    outgoing.once('close', () => heard(asker))
    sayUnavailable(outgoing, 'This process is shutting down. Use another one.', 'shutting_down')
    return true
  }

  function regularAskers(): string[] {
    const now = performance.now()
    return [...askers]
      .filter(
        ([, { lastAt, everyMs }]) =>
          everyMs !== null && everyMs <= maxGapMs && now - lastAt <= Math.max(2 * everyMs, 1000),
      )
      .map(([asker]) => asker)
  }
}

function refuse(outgoing: ServerResponse) {
  // Whoever is still making the answer finds it given already.
  outgoing.on('error', () => undefined)
  if (outgoing.headersSent) outgoing.destroy()
  else
    sayUnavailable(
      outgoing,
      'The server restarted before this finished. Check whether it was done before you try again.',
      'server_restarted',
    )
}

function sayUnavailable(outgoing: ServerResponse, sentence: string, reason: string) {
  const error = new AppError('unavailable', sentence, { reason, retryable: true }).toBody()
  outgoing.shouldKeepAlive = false
  outgoing.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '1', 'Cache-Control': 'no-store' })
  outgoing.end(JSON.stringify({ success: false, error }))
}
