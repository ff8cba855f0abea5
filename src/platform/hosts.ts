import type { Context } from 'hono'
import { AppError } from '#kit/errors.ts'
import { askedHost, isLoopbackCall } from './client-address.ts'
import type { Env } from './http.ts'

const collectorPath = '/v1/public/batch'
const probes = new Set(['/healthz', '/readyz'])

/**
 * A Host that is not ours is served as PUBLIC_URL from this machine itself and refused from elsewhere: otherwise anybody
 * could point a name of theirs here and have our pages answer under it.
 */
export function hostGuard({
  publicUrl,
  eventsHost,
  trustedProxies,
  isActiveDomain,
}: {
  publicUrl: string | undefined
  /** Where browsers send what happens in them, when that is another name of this server. */
  eventsHost?: string
  trustedProxies: string[]
  isActiveDomain?: (host: string) => Promise<boolean>
}) {
  const own = publicUrl ? new URL(publicUrl).host : null
  const collector = eventsHost ? new URL(eventsHost).host : null
  return async (c: Context<Env>, next: () => Promise<void>) => {
    // A page's loader asking in this process, and probes that know only an address.
    if (!own || !c.env?.incoming || probes.has(c.req.path)) return next()
    const host = askedHost(c, trustedProxies)
    if (collector !== null && host === collector && c.req.path === collectorPath) return next()
    if (host !== own && !isLoopbackCall(c) && !(await isActiveDomain?.(host))) {
      throw new AppError('misdirected', `This server does not serve ${host.slice(0, 100)}.`)
    }
    await next()
  }
}
