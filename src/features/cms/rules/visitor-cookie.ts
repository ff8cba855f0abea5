/** First-party cookie that identifies a visitor's likes. Set with the first like only. */
export const visitorCookie = 'visitor'

const oneYearSeconds = 31_536_000

export const isVisitor = (value: string | null | undefined): value is string =>
  typeof value === 'string' && /^[A-Za-z0-9_-]{22}$/.test(value)

export const readVisitor = (cookies: string | null): string | null => {
  const value = /(?:^|;\s*)visitor=([^;]*)/.exec(cookies ?? '')?.[1]
  return isVisitor(value) ? value : null
}

export const setVisitor = (value: string, secure: boolean) =>
  `${visitorCookie}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${oneYearSeconds}${secure ? '; Secure' : ''}`
