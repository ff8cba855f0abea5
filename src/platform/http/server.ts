import { Hono } from 'hono'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Streams } from '../server-sent-events.ts'
import type { ActorCache } from './actor-cache.ts'
import { authenticate } from './authenticate.ts'
import { authorize, needsInput } from './authorize.ts'
import type { Env, FetchApi, Http, Middleware } from './context.ts'
import { allowAnyOrigin, preflightHeaders } from './cors.ts'
import { type CsrfCheck, csrfProtection } from './csrf.ts'
import { answerError, unknownUrl } from './errors.ts'
import { type Idempotency, idempotency } from './idempotency.ts'
import { parseInput } from './parse-input.ts'
import { requestId } from './request-id.ts'
import { respond } from './respond.ts'
import type { Route } from './route.ts'

export type HttpSettings = {
  actors: ActorCache
  log: Log
  metrics: Metrics
  streams: Streams
  idempotency: Idempotency
  trustedProxies: string[]
  csrf: CsrfCheck
  /** Check our own answers against their schemas: in tests and development. */
  checkOutputs: boolean
  /** Refuses names that are not ours; see host-check.ts. */
  hostCheck: Middleware
  /** Refuses callers while maintenance mode is on. */
  maintenance?: Middleware
}

/** Mounts every route on one Hono application. */
export function createHttp(routes: Route[], settings: HttpSettings): Http {
  const http: Http = new Hono<Env>()
  const fetchApi: FetchApi = async (path, init) => http.request(path, init, {} as never)
  http.use((c, next) => {
    c.set('fetchApi', fetchApi)
    return next()
  })
  http.use(requestId(settings))
  http.use(settings.hostCheck)
  if (settings.maintenance) http.use(settings.maintenance)
  for (const route of routes) {
    const { endpoint } = route
    if (endpoint.anyOrigin) http.options(endpoint.path, (c) => c.body(null, 204, preflightHeaders(endpoint)))
    http.on(endpoint.method, [endpoint.path], chain(getSteps(route, settings)))
  }
  http.notFound((c) => answerError(unknownUrl(), c, settings.log))
  http.onError((error, c) => answerError(error, c, settings.log))
  return http
}

/** What a call passes, in order. Without a need for the input, access is checked first: a forbidden caller gets no validation errors. */
function getSteps(route: Route, settings: HttpSettings): Middleware[] {
  const { endpoint } = route
  const [parsing, authorizing] = [parseInput(route), authorize(route, settings)]
  return [
    endpoint.anyOrigin ? allowAnyOrigin : csrfProtection(settings.csrf),
    authenticate(route, settings),
    ...(needsInput(route) ? [parsing, authorizing] : [authorizing, parsing]),
    ...(endpoint.idempotent ? [idempotency(route, settings)] : []),
    respond(route, settings),
  ]
}

/** One handler of several steps. What one of them throws passes those before it, so that idempotency can release its key. */
function chain(steps: Middleware[]): Middleware {
  return (c, next) => {
    // Custom domains serve pages only; the other paths they may reach aren't marked as mapped (host-check.ts).
    if (c.get('mapped')) return next()
    const run = async (index: number): Promise<void> => {
      const response = await steps[index]!(c, () => run(index + 1))
      if (response && !c.finalized) c.res = response
    }
    return run(0)
  }
}
