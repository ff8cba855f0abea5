import { createHash, createPublicKey, generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Google's consent, tokens and Search Console, as Google documents them, with a known truth: one search may show several pages of the
 * site, so that impressions by page add up to more than those by query, and rare queries are hidden.
 */

export type TrueSearch = {
  day: string
  query: string
  /** The pages it showed, with clicks each. One impression of the query each day and `count`. */
  pages: { page: string; clicks: number; position: number }[]
  impressions: number
  /** Google hides the query. */
  hidden?: boolean
}

export type SearchConsoleDouble = Awaited<ReturnType<typeof startSearchConsole>>

type Fault = { status: number; reason?: string }

const maxRows = 25_000

export async function startSearchConsole({
  searches,
  firstPartialDay,
}: {
  searches: TrueSearch[]
  firstPartialDay: string
}) {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const state = {
    properties: [
      { siteUrl: 'sc-domain:other.example', permissionLevel: 'siteOwner' },
      { siteUrl: 'https://hollowoak.example/blog/', permissionLevel: 'siteUnverifiedUser' },
      { siteUrl: 'sc-domain:hollowoak.example', permissionLevel: 'siteFullUser' },
    ],
    refreshTokens: new Set<string>(),
    accessTokens: new Set<string>(),
    codes: new Map<string, { challenge: string; redirectUri: string }>(),
    /** Answers of the next calls of the API. */
    faults: [] as Fault[],
    queries: [] as { property: string; body: Record<string, unknown>; rows: number }[],
    revoked: [] as string[],
  }

  function getRows(dimensions: string[], from: string, to: string, all: boolean) {
    const sums = new Map<string, { keys: string[]; clicks: number; impressions: number; weight: number }>()
    const add = (keys: string[], clicks: number, impressions: number, position: number) => {
      const id = JSON.stringify(keys)
      const sum = sums.get(id) ?? { keys, clicks: 0, impressions: 0, weight: 0 }
      sum.clicks += clicks
      sum.impressions += impressions
      sum.weight += position * impressions
      sums.set(id, sum)
    }
    const byPage = dimensions.includes('page')
    for (const search of searches) {
      if (search.day < from || search.day > to || (!all && search.day >= firstPartialDay)) continue
      if (search.hidden && dimensions.includes('query')) continue
      const getKeys = (page: string) =>
        dimensions.map((name) => (name === 'date' ? search.day : name === 'query' ? search.query : page))
      // By property an impression counts once, at the best position; by page once for each page.
      if (byPage)
        for (const { page, clicks, position } of search.pages) add(getKeys(page), clicks, search.impressions, position)
      else
        add(
          getKeys(''),
          search.pages.reduce((sum, { clicks }) => sum + clicks, 0),
          search.impressions,
          Math.min(...search.pages.map(({ position }) => position)),
        )
    }
    return [...sums.values()]
      .map(({ keys, clicks, impressions, weight }) => ({
        ...{ keys, clicks, impressions, ctr: clicks / impressions, position: weight / impressions },
      }))
      .sort((a, b) => b.clicks - a.clicks || (a.keys.join() < b.keys.join() ? -1 : 1))
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, 'http://double')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const fail = (status: number, reason = 'error') =>
      send(status, { error: { code: status, message: reason, errors: [{ reason }] } })
    const newAccess = () => {
      const token = `ya29.${randomBytes(8).toString('hex')}`
      state.accessTokens.add(token)
      return token
    }
    if (url.pathname === '/token') {
      const form = new URLSearchParams(text)
      if (form.get('grant_type') === 'authorization_code') {
        const code = state.codes.get(form.get('code') ?? '')
        state.codes.delete(form.get('code') ?? '')
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url')
        if (
          !code ||
          code.challenge !== challenge ||
          code.redirectUri !== form.get('redirect_uri') ||
          form.get('client_secret') !== 'secret'
        )
          return send(400, { error: 'invalid_grant' })
        const refresh = `1//${randomBytes(8).toString('hex')}`
        state.refreshTokens.add(refresh)
        return send(200, { access_token: newAccess(), expires_in: 3599, refresh_token: refresh, token_type: 'Bearer' })
      }
      if (form.get('grant_type') === 'refresh_token') {
        if (!state.refreshTokens.has(form.get('refresh_token') ?? '')) return send(400, { error: 'invalid_grant' })
        return send(200, { access_token: newAccess(), expires_in: 3599, token_type: 'Bearer' })
      }
      const [head, claims, signature] = (form.get('assertion') ?? '').split('.')
      const isSigned =
        signature !== undefined &&
        verify(
          'RSA-SHA256',
          Buffer.from(`${head}.${claims}`),
          createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })),
          Buffer.from(signature, 'base64url'),
        )
      return isSigned
        ? send(200, { access_token: newAccess(), expires_in: 3599 })
        : send(400, { error: 'invalid_grant' })
    }
    if (url.pathname === '/revoke') {
      state.revoked.push(new URLSearchParams(text).get('token') ?? '')
      return send(200, {})
    }
    if (!state.accessTokens.has((request.headers.authorization ?? '').replace('Bearer ', '')))
      return fail(401, 'authError')
    const fault = state.faults.shift()
    if (fault) return fault.status === 0 ? request.socket.destroy() : fail(fault.status, fault.reason)
    if (url.pathname === '/webmasters/v3/sites') return send(200, { siteEntry: state.properties })
    const property = decodeURIComponent(
      /^\/webmasters\/v3\/sites\/([^/]+)\/searchAnalytics\/query$/.exec(url.pathname)?.[1] ?? '',
    )
    const found = state.properties.find(({ siteUrl }) => siteUrl === property)
    if (!found || found.permissionLevel === 'siteUnverifiedUser') return fail(403, 'forbidden')
    const body = JSON.parse(text)
    if (!(body.rowLimit <= maxRows)) return fail(400, 'invalidParameter')
    const all = getRows(body.dimensions, body.startDate, body.endDate, body.dataState === 'all')
    const rows = all.slice(body.startRow, body.startRow + body.rowLimit)
    state.queries.push({ property, body, rows: rows.length })
    const hasPartial = body.dataState === 'all' && body.endDate >= firstPartialDay && body.dimensions.includes('date')
    send(200, {
      ...(rows.length > 0 ? { rows } : {}),
      responseAggregationType: 'byProperty',
      ...(hasPartial ? { metadata: { first_incomplete_date: firstPartialDay } } : {}),
    })
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: {
      ...{ GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret' },
      ...{ GOOGLE_OAUTH_BASE: base, SEARCH_CONSOLE_URL: base },
    },
    state,
    getRows,
    serviceAccount: {
      type: 'service_account',
      client_email: 'reader@project.iam.gserviceaccount.com',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      token_uri: 'https://evil.example/token',
    },
    /** What a person's consent on Google's page leads to: the code and state of the way back. */
    consent(address: string) {
      const url = new URL(address)
      if (url.origin !== base || url.pathname !== '/o/oauth2/v2/auth' || url.searchParams.get('client_id') !== 'client')
        throw new Error(`Not the consent page: ${address}`)
      if (url.searchParams.get('code_challenge_method') !== 'S256' || url.searchParams.get('access_type') !== 'offline')
        throw new Error('The consent lacks PKCE or offline access')
      const code = `4/${randomBytes(8).toString('hex')}`
      state.codes.set(code, {
        challenge: url.searchParams.get('code_challenge')!,
        redirectUri: url.searchParams.get('redirect_uri')!,
      })
      return { code, state: url.searchParams.get('state')! }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
