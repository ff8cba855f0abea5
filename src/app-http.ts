import type { MappedHosts } from './features/domains/custom-domain-hosts.ts'
import type { Maintenance } from './features/status/maintenance.ts'
import { maintenanceMiddleware } from './features/status/maintenance-middleware.ts'
import type { Core } from './platform/core.ts'
import { createActorCache, type LoadedActor } from './platform/http/actor-cache.ts'
import { tokenCookie } from './platform/http/context.ts'
import { createCsrfCheck } from './platform/http/csrf.ts'
import { hostGuard } from './platform/http/host-check.ts'
import { createIdempotency } from './platform/http/idempotency.ts'
import { createIndexNowKeys } from './platform/http/index-now-keys.ts'
import type { Route } from './platform/http/route.ts'
import { createHttp } from './platform/http/server.ts'
import { hashToken } from './platform/secrets.ts'

type Dependencies = {
  loadActor(tokenHash: Buffer): Promise<LoadedActor | null>
  hosts: MappedHosts
  maintenance: Maintenance
}

/** The HTTP server of all routes, and the middleware that pages without the API beside them need too. */
export function createAppHttp(core: Core, routes: Route[], { loadActor, hosts, maintenance }: Dependencies) {
  const { config, database, db, secrets, signals, log, metrics, streams, checkOutputs } = core
  const actors = createActorCache(loadActor, {
    watchOwn: database.watchAccessChanges,
    watchAll: (listener) => signals.watch('access', listener),
    isListening: signals.isListening,
  })
  const idempotency = createIdempotency(db, secrets)
  const door = maintenanceMiddleware({
    maintenance,
    identify: (token) => actors.identify(hashToken(token)),
    cookieName: tokenCookie,
  })
  const guard = hostGuard({
    publicUrl: config.PUBLIC_URL,
    apiUrl: config.API_URL,
    eventsHost: config.EVENTS_HOST,
    trustedProxies: config.TRUSTED_PROXIES,
    mapped: hosts,
    indexNow: createIndexNowKeys(secrets),
  })
  const csrf = createCsrfCheck({ publicUrl: config.PUBLIC_URL, trustedProxies: config.TRUSTED_PROXIES })
  const http = createHttp(routes, {
    maintenance: door,
    actors,
    log,
    metrics,
    streams,
    idempotency,
    trustedProxies: config.TRUSTED_PROXIES,
    csrf,
    checkOutputs,
    hostCheck: guard,
  })
  return { http, idempotency, door, guard, csrf }
}
