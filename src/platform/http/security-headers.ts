import type { RequestListener } from 'node:http'
import { getContentSecurityPolicy, type PagePolicy } from './csp.ts'

const oneYear = 31_536_000

/**
 * Headers of every response: `X-Content-Type-Options: nosniff`, and `Strict-Transport-Security` (HSTS) where
 * PUBLIC_URL is https. HSTS leaves out `includeSubDomains`: the operator's other names are not ours to decide on.
 * Set on Node's response before any handler runs, so that streams, files, redirects and errors of any layer carry
 * them.
 */
export function withTransportHeaders(publicUrl: string, listener: RequestListener): RequestListener {
  const isHttps = publicUrl.startsWith('https:')
  return (incoming, outgoing) => {
    outgoing.setHeader('X-Content-Type-Options', 'nosniff')
    if (isHttps) outgoing.setHeader('Strict-Transport-Security', `max-age=${oneYear}`)
    return listener(incoming, outgoing)
  }
}

/** Headers of a page: its content security policy, and what it tells and may ask of others. */
export const securityHeaders = (nonce: string, request: Request, settings: PagePolicy): Record<string, string> => ({
  'Content-Security-Policy': getContentSecurityPolicy(nonce, request, settings),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
})
