import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import { OutboundError, type OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import { parse, readJson, reconnect, TokenRefused, toError, unreachable } from './google-answers.ts'
import type { Credential } from './port.ts'

export type GoogleSearchConsoleOptions = {
  fetch: OutboundFetch
  clientId: string | undefined
  clientSecret: string | undefined
  /** `scheme://host` in the place of Google’s for consent and tokens, and for Search Console. */
  oauthBase: string | undefined
  apiBase: string | undefined
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>
}

export const scope = 'https://www.googleapis.com/auth/webmasters.readonly'
const timeoutMs = 60_000
const maxBytes = 50_000_000
const maxTries = 4
const tokenSeconds = 3600

const tokenAnswer = z.object({
  access_token: z.string(),
  expires_in: z.number().default(tokenSeconds),
  refresh_token: z.string().optional(),
})
/** Calls to Google with the access token of a credential. */
export function createGoogleAccess(options: GoogleSearchConsoleOptions) {
  const { fetch, clientId, clientSecret } = options
  const sleep = options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }))
  const tokenUrl = `${options.oauthBase ?? 'https://oauth2.googleapis.com'}/token`
  /** Access tokens of this process, by credential. They live an hour. */
  const tokens = new Map<string, { token: string; until: number }>()
  const getKey = (credential: Credential) =>
    credential.kind === 'oauth' ? credential.refreshToken : credential.json.client_email

  async function askToken(fields: Record<string, string>) {
    const response = await send(tokenUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })
    const body = await readJson(response)
    if (response.ok) return parse(tokenAnswer, body)
    const error = z.object({ error: z.string() }).safeParse(body)
    if (error.success && ['invalid_grant', 'unauthorized_client', 'invalid_client'].includes(error.data.error))
      throw reconnect()
    throw response.status >= 500 ? unreachable() : reconnect()
  }

  async function getToken(credential: Credential): Promise<string> {
    const known = tokens.get(getKey(credential))
    if (known && known.until > Date.now()) return known.token
    const answer =
      credential.kind === 'oauth'
        ? await askToken({
            grant_type: 'refresh_token',
            refresh_token: credential.refreshToken,
            client_id: clientId ?? '',
            client_secret: clientSecret ?? '',
          })
        : await askToken({
            grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
            assertion: await signAssertion(credential.json),
          })
    if (tokens.size > 1000) tokens.clear()
    tokens.set(getKey(credential), { token: answer.access_token, until: Date.now() + (answer.expires_in - 60) * 1000 })
    return answer.access_token
  }

  async function signAssertion({ client_email, private_key }: { client_email: string; private_key: string }) {
    const { SignJWT, importPKCS8 } = await import('jose')
    try {
      const key = await importPKCS8(private_key, 'RS256')
      return await new SignJWT({ scope })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(client_email)
        .setAudience(tokenUrl)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(key)
    } catch (cause) {
      throw new AppError('invalid_input', 'The service account’s private key can’t be read.', {
        field: 'service_account',
        reason: 'service_account_invalid',
        cause,
      })
    }
  }

  /** One call of the API. A refused token is replaced once; a full quota and a failing server are tried again, later each time. */
  async function call(
    credential: Credential,
    url: string,
    body: object | null,
    signal?: AbortSignal,
  ): Promise<unknown> {
    let isRefreshed = false
    for (let attempt = 1; ; attempt++) {
      try {
        const token = await getToken(credential)
        const response = await send(url, {
          ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
          headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(signal ? { signal } : {}),
        })
        const answer = await readJson(response)
        if (response.ok) return answer
        throw toError(response.status, answer)
      } catch (error) {
        if (signal?.aborted) throw error
        if (error instanceof TokenRefused) {
          tokens.delete(getKey(credential))
          if (isRefreshed) throw reconnect()
          isRefreshed = true
          continue
        }
        const isPassing =
          error instanceof AppError &&
          ['search_console_quota', 'search_console_unreachable'].includes(error.options.reason ?? '')
        if (!isPassing || attempt >= maxTries) throw error
        await sleep(1000 * 4 ** (attempt - 1), signal)
      }
    }
  }

  async function send(url: string, init: Parameters<OutboundFetch>[1]): Promise<Response> {
    try {
      return await fetch(url, { ...init, timeoutMs, maxBytes, redirects: 0 })
    } catch (error) {
      if (error instanceof OutboundError && error.kind !== 'cancelled') throw unreachable(error)
      throw error
    }
  }

  return { askToken, call, send, forget: (credential: Credential) => tokens.delete(getKey(credential)) }
}
