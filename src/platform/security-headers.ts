import type { RequestListener } from 'node:http'

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
