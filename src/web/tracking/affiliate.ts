import { affiliateCookie } from '#features/payments/rules/payment-pages.ts'
import { readCookie } from '../session/session.ts'

const days = 30
const longest = 200

/** The cookie that remembers who recommended us, when an address says so (`?aff=`); null when it does not. */
export function affiliateCookieFor(request: Request, secure: boolean): string | null {
  const aff = new URL(request.url).searchParams.get('aff')?.trim().slice(0, longest)
  if (!aff) return null
  const value = encodeURIComponent(aff)
  return `${affiliateCookie}=${value}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** The affiliate who referred this visitor, from the cookie. */
export const getAffiliate = (request: Request): string | undefined =>
  readCookie(request, affiliateCookie)?.trim().slice(0, longest) || undefined
