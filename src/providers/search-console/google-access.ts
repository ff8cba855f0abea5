import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '#kit/errors.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import { createGoogleOAuth } from '../google-oauth/google-oauth.ts'
import { invalidResponse, readJson, reconnect, TokenRefused, toError, unreachable } from './google-answers.ts'
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
const maxTries = 4

/** Calls to Google with the access token of a credential. */
export function createGoogleAccess(options: GoogleSearchConsoleOptions) {
  const sleep = options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }))
  const { fetch, clientId, clientSecret, oauthBase } = options
  const errors = { reconnect, unreachable, invalidResponse }
  const oauth = createGoogleOAuth({ fetch, clientId, clientSecret, oauthBase, scope, errors })
  const getKey = (credential: Credential) =>
    credential.kind === 'oauth' ? credential.refreshToken : credential.json.client_email

  const getToken = (credential: Credential) =>
    oauth.getToken(getKey(credential), async () =>
      credential.kind === 'oauth'
        ? oauth.getRefreshFields(credential.refreshToken)
        : {
            grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
            assertion: await signAssertion(credential.json),
          },
    )

  async function signAssertion({ client_email, private_key }: { client_email: string; private_key: string }) {
    const { SignJWT, importPKCS8 } = await import('jose')
    try {
      const key = await importPKCS8(private_key, 'RS256')
      return await new SignJWT({ scope })
        .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
        .setIssuer(client_email)
        .setAudience(oauth.tokenUrl)
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
        const response = await oauth.send(url, {
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
          oauth.forget(getKey(credential))
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

  return { oauth, call }
}
