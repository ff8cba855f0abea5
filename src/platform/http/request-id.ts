import { type Log, logContext } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Middleware } from './context.ts'

/** Gives a request its id, in the answer, in errors and in everything logged meanwhile; one metric and one log line a request. */
export function requestId({ log, metrics }: { log: Log; metrics: Metrics }): Middleware {
  return async (c, next) => {
    const requestId = crypto.randomUUID()
    const started = performance.now()
    c.set('requestId', requestId)
    // Before the answer is made: touching the headers of a made one costs the adapter its fast path.
    c.header('X-Request-Id', requestId)
    await logContext.run({ request_id: requestId }, next)
    const ms = performance.now() - started
    const path = c.req.routePath
    metrics.requestSeconds.observe({ path, status: c.res.status }, ms / 1000)
    log.debug(
      { request_id: requestId, method: c.req.method, path, status: c.res.status, ms: Math.round(ms * 10) / 10 },
      'Answered',
    )
  }
}
