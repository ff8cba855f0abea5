import { readCookie } from '#web/session.ts'

/** The cookie that opens one shared report again without its password. It travels to that report's page alone. */
const name = 'share_pass'

export const sharePassFrom = (request: Request) => readCookie(request, name) ?? undefined

/** `pass` is signed and verified by the API; changing the password invalidates it. */
export function sharePassCookie(token: string, pass: string, { secure }: { secure: boolean }) {
  return `${name}=${encodeURIComponent(pass)}; Path=/r/${encodeURIComponent(token)}; HttpOnly; SameSite=Lax; Max-Age=${30 * 86_400}${secure ? '; Secure' : ''}`
}
