import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import { OutboundError, type OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import type { Credential, SearchConsole, SearchQuery, SearchRow } from './port.ts'

export type GoogleSearchConsoleOptions = {
  fetch: OutboundFetch
  clientId: string | undefined
  clientSecret: string | undefined
  /** `scheme://host` in the place of Google’s for consent and tokens, and for Search Console. */
  oauthBase: string | undefined
  apiBase: string | undefined
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>
}

const scope = 'https://www.googleapis.com/auth/webmasters.readonly'
/** The API’s limit. */
export const maxRows = 25_000
const timeoutMs = 60_000
const maxBytes = 50_000_000
const maxTries = 4
const tokenSeconds = 3600

const tokenAnswer = z.object({
  access_token: z.string(),
  expires_in: z.number().default(tokenSeconds),
  refresh_token: z.string().optional(),
})
const sitesAnswer = z.object({
  siteEntry: z.array(z.object({ siteUrl: z.string(), permissionLevel: z.string() })).default([]),
})
const rowsAnswer = z.object({
  rows: z
    .array(
      z.object({
        keys: z.array(z.string()).default([]),
        clicks: z.number().min(0),
        impressions: z.number().min(0),
        position: z.number().min(0),
      }),
    )
    .default([]),
  metadata: z
    .object({ first_incomplete_date: z.string().optional(), firstIncompleteDate: z.string().optional() })
    .optional(),
})

class TokenRefused extends Error {}

/** Google’s Search Console API, version 3 of Webmasters. */
export function createGoogleSearchConsole(options: GoogleSearchConsoleOptions): SearchConsole {
  const { fetch, clientId, clientSecret } = options
  const sleep = options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }))
  const consentUrl = `${options.oauthBase ?? 'https://accounts.google.com'}/o/oauth2/v2/auth`
  const tokenUrl = `${options.oauthBase ?? 'https://oauth2.googleapis.com'}/token`
  const revokeUrl = `${options.oauthBase ?? 'https://oauth2.googleapis.com'}/revoke`
  const apiUrl = `${options.apiBase ?? 'https://www.googleapis.com'}/webmasters/v3`
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

  return {
    canAskConsent: clientId !== undefined && clientSecret !== undefined,

    getConsentUrl({ state, challenge, redirectUri }) {
      const query = new URLSearchParams({
        client_id: clientId ?? '',
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

    async exchangeCode({ code, verifier, redirectUri }) {
      const answer = await askToken({
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
        client_id: clientId ?? '',
        client_secret: clientSecret ?? '',
      })
      if (!answer.refresh_token) throw reconnect()
      return { kind: 'oauth', refreshToken: answer.refresh_token }
    },

    async findProperties(credential, signal) {
      const { siteEntry } = parse(sitesAnswer, await call(credential, `${apiUrl}/sites`, null, signal))
      return siteEntry
        .filter(({ permissionLevel }) => permissionLevel !== 'siteUnverifiedUser')
        .map(({ siteUrl, permissionLevel }) => ({ url: siteUrl, permission: permissionLevel }))
    },

    async read(credential, { property, from, to, dimensions, partial = false }: SearchQuery, onRows, signal) {
      const url = `${apiUrl}/sites/${encodeURIComponent(property)}/searchAnalytics/query`
      let firstPartialDay: string | null = null
      for (let startRow = 0; ; startRow += maxRows) {
        const body = {
          ...{ startDate: from, endDate: to, dimensions, type: 'web', dataState: partial ? 'all' : 'final' },
          ...{ rowLimit: maxRows, startRow },
        }
        const { rows, metadata } = parse(rowsAnswer, await call(credential, url, body, signal))
        firstPartialDay ??= metadata?.first_incomplete_date ?? metadata?.firstIncompleteDate ?? null
        const good = rows.filter(({ keys }) => keys.length === dimensions.length) as SearchRow[]
        if (good.length > 0) await onRows(good)
        if (rows.length < maxRows) return { firstPartialDay }
      }
    },

    async revoke(credential) {
      if (credential.kind !== 'oauth') return
      tokens.delete(getKey(credential))
      await send(revokeUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token: credential.refreshToken }).toString(),
      })
        .then((response) => response.body?.cancel())
        .catch(() => undefined)
    },
  }
}

const errorAnswer = z.object({
  error: z.object({ message: z.string().default(''), errors: z.array(z.object({ reason: z.string() })).default([]) }),
})
const quotaReasons = new Set(['quotaExceeded', 'rateLimitExceeded', 'userRateLimitExceeded', 'dailyLimitExceeded'])

function toError(status: number, body: unknown): Error {
  const parsed = errorAnswer.safeParse(body)
  const reasons = parsed.success ? parsed.data.error.errors.map(({ reason }) => reason) : []
  if (status === 401) return new TokenRefused()
  if (status === 429 || reasons.some((reason) => quotaReasons.has(reason))) return quota()
  if (status === 403 || status === 404) return propertyRemoved()
  return status >= 500 ? unreachable() : invalidResponse()
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    if (cause instanceof OutboundError) throw unreachable(cause)
    return null
  }
}

function parse<T extends z.ZodType>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body)
  if (!parsed.success) throw invalidResponse()
  return parsed.data
}

const reconnect = () =>
  new AppError('conflict', 'Google no longer accepts this connection. Connect again.', {
    reason: 'search_console_reconnect',
  })
const propertyRemoved = () =>
  new AppError('conflict', 'The Google account can’t read this property any more.', {
    reason: 'search_console_property_removed',
  })
const quota = () =>
  new AppError('rate_limited', 'Search Console’s quota is used up. It resets within a day.', {
    reason: 'search_console_quota',
  })
const unreachable = (cause?: unknown) =>
  new AppError('upstream_failed', 'Search Console couldn’t be reached.', {
    reason: 'search_console_unreachable',
    cause,
  })
const invalidResponse = () =>
  new AppError('upstream_failed', 'Search Console sent a response that couldn’t be used.', {
    reason: 'search_console_invalid_response',
  })
