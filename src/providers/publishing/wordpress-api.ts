import { AppError } from '#kit/errors.ts'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import {
  credentialsRejected,
  type DestinationRequest,
  type DestinationResponse,
  failed,
  forbidden,
  invalidAnswer,
  rateLimited,
  readRetryAfter,
  rejected,
  sendRequest,
  toSentence,
} from './destination-http.ts'

/** WordPress' REST API with an application password: https://developer.wordpress.org/rest-api/ */

export type WordPressCredentials = { username: string; application_password: string }

export type WordPressError = { code?: unknown; message?: unknown; data?: { status?: unknown; term_id?: unknown } }

export type WordPressApi = ReturnType<typeof createWordPressApi>

/** Wrong user name or password, or application passwords are turned off. */
const badCredentials = new Set([
  'invalid_username',
  'invalid_email',
  'incorrect_password',
  'invalid_application_credentials',
  'rest_not_logged_in',
  'rest_user_invalid_id',
])
/** Security plugins that close the REST API answer with these, or with a page. */
const blockedApi =
  /^(?:rest_cannot_access|rest_login_required|rest_disabled|rest_api_(?:disabled|blocked|authentication\w*)|rest_forbidden|itsec_rest_api_access_restricted|authorization_required)$/

type Options = {
  fetch: OutboundFetch
  site: string
  credentials: WordPressCredentials
  /** `wp-json` or `rest_route`, where it's known. */
  style: string | undefined
}

export function createWordPressApi({ fetch, site, credentials, style }: Options) {
  const home = new URL(site.endsWith('/') ? site : `${site}/`)
  const password = credentials.application_password.replace(/\s+/g, '')
  const token = Buffer.from(`${credentials.username}:${password}`, 'utf8').toString('base64')
  const host = home.host

  function getUrl(route: string, query: Record<string, string>, by: string): URL {
    const url = by === 'rest_route' ? new URL(home) : new URL(`wp-json/${route}`, home)
    if (by === 'rest_route') url.searchParams.set('rest_route', `/${route}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    return url
  }

  const request = (
    route: string,
    { query = {}, ...init }: DestinationRequest & { query?: Record<string, string> } = {},
    by = style ?? 'wp-json',
  ) =>
    sendRequest(fetch, getUrl(route, query, by), {
      ...init,
      headers: { Authorization: `Basic ${token}`, ...init.headers },
    })

  return {
    host,
    request,

    /** Which kind of address the API has. @throws AppError */
    async findStyle(): Promise<'wp-json' | 'rest_route'> {
      const pretty = await request('', {}, 'wp-json')
      if (isIndex(pretty)) return 'wp-json'
      const plain = await request('', {}, 'rest_route')
      if (isIndex(plain)) return 'rest_route'
      const answered = isJsonError(pretty) ? pretty : plain
      if (isJsonError(answered) || answered.status === 401 || answered.status === 403)
        throw toError(host, answered, true)
      if (answered.status >= 500) throw failed(host, answered.status)
      throw new AppError('upstream_failed', `No WordPress was found at ${host}.`, {
        field: 'url',
        reason: 'no_wordpress',
        params: { host },
        retryable: false,
      })
    },

    /** The answer of a call that must succeed. @throws AppError */
    async call<Answer>(route: string, init?: Parameters<typeof request>[1]): Promise<Answer> {
      const response = await request(route, init)
      if (response.status >= 200 && response.status < 300 && response.json !== undefined) return response.json as Answer
      throw toError(host, response)
    },
  }
}

const isIndex = ({ status, json }: DestinationResponse) =>
  status === 200 &&
  typeof json === 'object' &&
  json !== null &&
  Array.isArray((json as { namespaces?: unknown }).namespaces) &&
  (json as { namespaces: unknown[] }).namespaces.includes('wp/v2')

const isJsonError = ({ json }: DestinationResponse) =>
  typeof json === 'object' && json !== null && typeof (json as WordPressError).code === 'string'

export const getErrorCode = ({ json }: DestinationResponse) => String((json as WordPressError | undefined)?.code ?? '')

/** What a failed call means for the person who set up the site. */
export function toError(host: string, response: DestinationResponse, checking = false): AppError {
  const { status, json, headers } = response
  const code = getErrorCode(response)
  const message = toSentence((json as WordPressError | undefined)?.message)
  if (status === 429) return rateLimited(host, readRetryAfter(headers, 60))
  if (code === 'application_passwords_disabled')
    return new AppError('upstream_failed', `Application passwords are turned off on ${host}.`, {
      reason: 'application_passwords_disabled',
      params: { host },
      retryable: false,
    })
  if (badCredentials.has(code)) return credentialsRejected(host)
  if (blockedApi.test(code) || ((status === 401 || status === 403) && json === undefined)) return apiBlocked(host)
  if (status === 401) return credentialsRejected(host)
  if (status === 403) return checking ? apiBlocked(host) : forbidden(host, message)
  if (status === 413) return rejected(host, 'It’s too large for the server’s upload limit.')
  if (status === 400) return rejected(host, message || 'HTTP 400')
  if (status >= 500 || status === 404) return failed(host, status)
  return invalidAnswer(host)
}

const apiBlocked = (host: string) =>
  new AppError('upstream_failed', `Something on ${host} blocks WordPress’ REST API, such as a security plugin.`, {
    reason: 'rest_api_blocked',
    params: { host },
    retryable: false,
  })
