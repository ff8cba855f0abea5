import { z } from 'zod'
import type { AppError } from '#kit/errors.ts'
import { OutboundError, type OutboundFetch, type OutboundInit } from '#platform/outbound/outbound-fetch.ts'

/**
 * A person's consent for one of Google's products: PKCE, refresh tokens, access tokens of an hour.
 * https://developers.google.com/identity/protocols/oauth2/web-server
 */

export type GoogleOAuthOptions = {
  fetch: OutboundFetch
  clientId: string | undefined
  clientSecret: string | undefined
  /** `scheme://host` in the place of Google’s for consent and tokens. */
  oauthBase: string | undefined
  scope: string
  /** What the product says of each failure. */
  errors: { reconnect(): AppError; unreachable(cause?: unknown): AppError; invalidResponse(): AppError }
}

const timeoutMs = 60_000
const maxBytes = 50_000_000
const tokenSeconds = 3600
const maxTokens = 1000

const tokenAnswer = z.object({
  access_token: z.string(),
  expires_in: z.number().default(tokenSeconds),
  refresh_token: z.string().optional(),
  scope: z.string().optional(),
})

export function createGoogleOAuth({ fetch, clientId, clientSecret, oauthBase, scope, errors }: GoogleOAuthOptions) {
  const consentUrl = `${oauthBase ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`
  const tokenUrl = `${oauthBase ?? 'https://oauth2.googleapis.com'}/token`
  const revokeUrl = `${oauthBase ?? 'https://oauth2.googleapis.com'}/revoke`
  const client = { client_id: clientId ?? '', client_secret: clientSecret ?? '' }
  /** Access tokens of this process, by what they were given for. */
  const tokens = new Map<string, { token: string; until: number }>()

  async function send(url: string, init: OutboundInit): Promise<Response> {
    try {
      return await fetch(url, { ...init, timeoutMs, maxBytes, redirects: 0 })
    } catch (error) {
      if (error instanceof OutboundError && error.kind !== 'cancelled') throw errors.unreachable(error)
      throw error
    }
  }

  const post = (url: string, fields: Record<string, string>) =>
    send(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    })

  async function readJson(response: Response): Promise<unknown> {
    try {
      return await response.json()
    } catch (cause) {
      if (cause instanceof OutboundError) throw errors.unreachable(cause)
      return null
    }
  }

  async function askToken(fields: Record<string, string>) {
    const response = await post(tokenUrl, fields)
    const body = await readJson(response)
    if (response.ok) {
      const parsed = tokenAnswer.safeParse(body)
      if (!parsed.success) throw errors.invalidResponse()
      return parsed.data
    }
    if (response.status >= 500 || response.status === 429) throw errors.unreachable()
    // `invalid_grant`: the consent was revoked, or expired; `invalid_client`: it isn’t for this client.
    throw errors.reconnect()
  }

  return {
    canAskConsent: clientId !== undefined && clientSecret !== undefined,
    tokenUrl,
    send,

    getConsentUrl({ state, challenge, redirectUri }: { state: string; challenge: string; redirectUri: string }) {
      const query = new URLSearchParams({
        client_id: client.client_id,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        access_type: 'offline',
        // Without it Google gives a refresh token only the first time.
        prompt: 'consent',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
      return `${consentUrl}?${query}`
    },

    /** `isGranted`: false when the person unchecked the permission on Google’s page. */
    async exchangeCode({ code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string }) {
      const fields = { code, code_verifier: verifier, redirect_uri: redirectUri, ...client }
      const answer = await askToken({ grant_type: 'authorization_code', ...fields })
      if (!answer.refresh_token) throw errors.reconnect()
      const isGranted = answer.scope === undefined || answer.scope.split(' ').includes(scope)
      return { refreshToken: answer.refresh_token, isGranted }
    },

    /** An access token, asked for when the last one is over. `getFields`: what is sent for it. */
    async getToken(key: string, getFields: () => Promise<Record<string, string>>): Promise<string> {
      const known = tokens.get(key)
      if (known && known.until > Date.now()) return known.token
      const answer = await askToken(await getFields())
      if (tokens.size >= maxTokens) tokens.clear()
      tokens.set(key, { token: answer.access_token, until: Date.now() + (answer.expires_in - 60) * 1000 })
      return answer.access_token
    },

    getRefreshFields: async (refreshToken: string) => ({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      ...client,
    }),

    forget: (key: string) => void tokens.delete(key),

    /** Ends a person’s consent. Never throws. */
    async revoke(refreshToken: string): Promise<void> {
      tokens.delete(refreshToken)
      await post(revokeUrl, { token: refreshToken })
        .then((response) => response.body?.cancel())
        .catch(() => undefined)
    },
  }
}
