import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { AppError } from '#kit/errors.ts'
import { getRequestHost, getRequestScheme } from './client-address.ts'
import { type Env, type Middleware, tokenCookie } from './context.ts'

/**
 * CSRF protection: the session cookie counts on a request that changes something only when the browser says, in `Origin`,
 * that a page of ours sent it. Scheme, host and port all have to match.
 */
export type CsrfCheck = {
  /** Whether a page of this site sent the request. False without an `Origin`. */
  isOwnOrigin(c: Context<Env>): boolean
  /** The error of a call that is not. */
  refusal(): AppError
}

/** `publicUrl`: the configured PUBLIC_URL. Without one the site is whatever name and scheme it was reached by. */
export function createCsrfCheck(settings: { publicUrl: string | undefined; trustedProxies: string[] }): CsrfCheck {
  const site = settings.publicUrl ? new URL(settings.publicUrl).origin : null
  return {
    isOwnOrigin(c) {
      const origin = c.req.header('Origin')
      if (!origin || !/^https?:\/\//.test(origin)) return false
      if (site) return origin === site
      const scheme = getRequestScheme(c, settings.trustedProxies)
      const host = getRequestHost(c, settings.trustedProxies)
      // A proxy that ends TLS without saying so: a page of the same name over https is as much ours.
      return (scheme ? [scheme] : ['http', 'https']).some((scheme) => origin === getOrigin(scheme, host))
    },
    refusal: () =>
      new AppError(
        'forbidden',
        `This call didn’t come from this site. Send ${site ? `the header Origin: ${site}` : 'an Origin header of this site'} or a Bearer token.`,
        { reason: 'foreign_origin' },
      ),
  }
}

/** Refuses a call with the session cookie that a page of another site may have caused. A Bearer token counts from anywhere. */
export function csrfProtection(csrf: CsrfCheck): Middleware {
  return async (c, next) => {
    const usesCookie = c.req.header('Authorization') === undefined && getCookie(c, tokenCookie) !== undefined
    if (usesCookie && !isSafeMethod(c) && !csrf.isOwnOrigin(c)) throw csrf.refusal()
    await next()
  }
}

function getOrigin(scheme: string, host: string): string | null {
  const url = `${scheme}://${host}`
  return URL.canParse(url) ? new URL(url).origin : null
}

/** Methods that change nothing, which a page of another site may cause as well. */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export const isSafeMethod = (c: Context<Env>) => safeMethods.has(c.req.method)

/**
 * CSRF check of a form or loader call: true when another site sent it, or when it carries the session without an
 * Origin.
 */
export function isForeignForm(c: Context<Env>, csrf: CsrfCheck, mappedOrigin: string | null, cookieName: string) {
  if (isSafeMethod(c)) return false
  const origin = c.req.header('Origin')
  if (origin === undefined) return getCookie(c, cookieName) !== undefined
  return mappedOrigin === null ? !csrf.isOwnOrigin(c) : origin !== mappedOrigin
}
