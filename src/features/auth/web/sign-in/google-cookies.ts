import { randomBytes } from 'node:crypto'
import { readCookie } from '#web/session/session.ts'

/** What a browser keeps while its visitor is at Google: see docs/decisions/0010-google-sign-in.md. */

export type PendingSignIn = { state: string; nonce: string; to: string }

const begunSeconds = 600
const answerSeconds = 120
/** A browser keeps 4,096 bytes of a cookie with its name. */
const maxTokenLength = 3600

/** Over https no other host of the domain can set a cookie of this name. */
const toName = (what: 'begun' | 'answer', secure: boolean) => `${secure ? '__Host-' : ''}google_${what}`

const cookie = (name: string, value: string, seconds: number, secure: boolean) =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure ? '; Secure' : ''}`

export function startSignIn(to: string, secure: boolean): { begun: PendingSignIn; setCookie: string } {
  const random = () => randomBytes(24).toString('base64url')
  const begun = { state: random(), nonce: random(), to }
  const value = Buffer.from(JSON.stringify(begun)).toString('base64url')
  return { begun, setCookie: cookie(toName('begun', secure), value, begunSeconds, secure) }
}

/** Keeps what Google's form brought; null when it is none of Google's forms. */
export function toAnswerCookie(state: string, token: string, secure: boolean): string | null {
  if (!/^[\w-]{10,100}$/.test(state) || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) || token.length > maxTokenLength)
    return null
  return cookie(toName('answer', secure), `${state}~${token}`, answerSeconds, secure)
}

/** The answer that belongs to what this browser began, or null. */
export function readAnswer(request: Request, secure: boolean): { credential: string; begun: PendingSignIn } | null {
  const [state, credential] = (readCookie(request, toName('answer', secure)) ?? '').split('~')
  const begun = readBegun(request, secure)
  return begun && credential && state === begun.state ? { credential, begun } : null
}

function readBegun(request: Request, secure: boolean): PendingSignIn | null {
  const value = readCookie(request, toName('begun', secure))
  if (!value) return null
  try {
    const { state, nonce, to } = JSON.parse(Buffer.from(value, 'base64url').toString('utf8')) as Partial<PendingSignIn>
    return typeof state === 'string' && typeof nonce === 'string' && state && nonce
      ? { state, nonce, to: String(to) }
      : null
  } catch {
    // Anybody may send any cookie: one we did not write is none.
    return null
  }
}

export const clearCookies = (secure: boolean) =>
  (['begun', 'answer'] as const).map((what) => cookie(toName(what, secure), '', 0, secure))
