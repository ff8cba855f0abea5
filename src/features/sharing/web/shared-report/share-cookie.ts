import { readCookie } from '#web/session/session.ts'

/** The cookie that opens one shared page again without its password. It travels to that page alone. */
const name = 'share_pass'

export const sharePassFrom = (request: Request) => readCookie(request, name) ?? undefined

/** `pass` is signed and verified by the API; changing the password invalidates it. `under`: reports or documents. */
export function sharePassCookie(
  token: string,
  pass: string,
  { secure, under = 'r' }: { secure: boolean; under?: 'r' | 'd' },
) {
  return `${name}=${encodeURIComponent(pass)}; Path=/${under}/${encodeURIComponent(token)}; HttpOnly; SameSite=Lax; Max-Age=${30 * 86_400}${secure ? '; Secure' : ''}`
}
