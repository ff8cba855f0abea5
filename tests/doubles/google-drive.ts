import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Google's consent, tokens and Drive uploads, as Google documents them: uploads in one request of at most 5 MB, larger ones in a
 * session, conversion by the `mimeType` of the metadata, only the fields that were asked for, and errors with reasons.
 */

export type GoogleDriveDouble = Awaited<ReturnType<typeof startGoogleDrive>>

/** `lost`: the file is created, and the answer never arrives. */
export type DriveFault = { status: number; reason?: string } | 'lost'

type DriveFile = { id: string; name: string; mimeType: string; contentType: string; content: string; by: string }

export const driveScope = 'https://www.googleapis.com/auth/drive.file'
const maxMultipartBytes = 5_000_000
const editors: Record<string, string> = {
  'application/vnd.google-apps.document': 'document',
  'application/vnd.google-apps.spreadsheet': 'spreadsheets',
}
/** What Google converts to which editor. */
const imports: Record<string, RegExp> = {
  'application/vnd.google-apps.document': /^text\/(?:html|plain)\b/,
  'application/vnd.google-apps.spreadsheet': /^text\/csv\b/,
}

export async function startGoogleDrive() {
  const state = {
    codes: new Map<string, { challenge: string; redirectUri: string; account: string; scope: string }>(),
    /** Accounts by refresh token. */
    refreshTokens: new Map<string, string>(),
    accessTokens: new Map<string, { account: string; scope: string }>(),
    scopes: new Map<string, string>(),
    sessions: new Map<string, { name: string; mimeType: string; contentType: string; length: number; by: string }>(),
    files: [] as DriveFile[],
    /** Answers of the next uploads. */
    faults: [] as DriveFault[],
    /** How each upload came. */
    uploads: [] as ('multipart' | 'resumable')[],
    revoked: [] as string[],
  }

  const newAccess = (account: string, scope: string) => {
    const token = `ya29.${randomBytes(8).toString('hex')}`
    state.accessTokens.set(token, { account, scope })
    return token
  }

  /** Ends the whole consent of an account, as Google does: every token of it. */
  function endConsent(account: string) {
    for (const [token, owner] of state.refreshTokens) if (owner === account) state.refreshTokens.delete(token)
    for (const [token, access] of state.accessTokens) if (access.account === account) state.accessTokens.delete(token)
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const url = new URL(request.url!, 'http://double')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const send = (status: number, json: object, headers: Record<string, string> = {}) =>
      response
        .writeHead(status, { 'content-type': 'application/json; charset=UTF-8', ...headers })
        .end(JSON.stringify(json))
    const fail = (code: number, reason: string) =>
      send(code, { error: { code, message: reason, errors: [{ domain: 'global', reason, message: reason }] } })

    if (url.pathname === '/token') {
      const form = new URLSearchParams(body.toString())
      if (form.get('client_id') !== 'client' || form.get('client_secret') !== 'secret')
        return send(401, { error: 'invalid_client' })
      if (form.get('grant_type') === 'authorization_code') {
        const code = state.codes.get(form.get('code') ?? '')
        state.codes.delete(form.get('code') ?? '')
        const challenge = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url')
        if (!code || code.challenge !== challenge || code.redirectUri !== form.get('redirect_uri'))
          return send(400, { error: 'invalid_grant' })
        const { account, scope } = code
        const refresh = `1//${randomBytes(8).toString('hex')}`
        state.refreshTokens.set(refresh, account)
        state.scopes.set(account, scope)
        const tokens = { access_token: newAccess(account, scope), refresh_token: refresh }
        return send(200, { ...tokens, expires_in: 3599, scope, token_type: 'Bearer' })
      }
      const account = state.refreshTokens.get(form.get('refresh_token') ?? '')
      if (form.get('grant_type') !== 'refresh_token' || account === undefined)
        return send(400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' })
      const scope = state.scopes.get(account) ?? ''
      return send(200, { access_token: newAccess(account, scope), expires_in: 3599, scope, token_type: 'Bearer' })
    }
    if (url.pathname === '/revoke') {
      const token = new URLSearchParams(body.toString()).get('token') ?? ''
      state.revoked.push(token)
      const account = state.refreshTokens.get(token) ?? state.accessTokens.get(token)?.account
      if (account === undefined) return send(400, { error: 'invalid_token' })
      endConsent(account)
      return send(200, {})
    }

    const access = state.accessTokens.get((request.headers.authorization ?? '').replace('Bearer ', ''))
    if (!access) return fail(401, 'authError')
    if (!access.scope.split(' ').includes(driveScope)) return fail(403, 'insufficientPermissions')
    const fault = state.faults.shift()
    if (fault && fault !== 'lost')
      return fault.status === 0 ? request.socket.destroy() : fail(fault.status, fault.reason ?? 'backendError')

    const create = (file: Omit<DriveFile, 'id'>) => {
      if (!imports[file.mimeType]?.test(file.contentType)) return fail(400, 'badRequest')
      const id = randomBytes(16).toString('base64url')
      state.files.push({ ...file, id })
      if (fault === 'lost') return request.socket.destroy()
      const { name, mimeType } = file
      const webViewLink = `https://docs.google.com/${editors[mimeType]}/d/${id}/edit?usp=drivesdk`
      const all: Record<string, string> = { kind: 'drive#file', id, name, mimeType, webViewLink }
      const fields = (url.searchParams.get('fields') ?? 'kind,id,name,mimeType').split(',')
      return send(200, Object.fromEntries(fields.map((field) => [field, all[field]])))
    }

    if (request.method === 'PUT') {
      const session = state.sessions.get(url.searchParams.get('upload_id') ?? '')
      if (!session) return fail(404, 'notFound')
      if (body.length !== session.length) return fail(400, 'badRequest')
      const { length: _length, ...file } = session
      return create({ ...file, content: body.toString() })
    }
    if (request.method !== 'POST' || url.pathname !== '/upload/drive/v3/files') return fail(404, 'notFound')
    const type = request.headers['content-type'] ?? ''
    if (url.searchParams.get('uploadType') === 'resumable') {
      state.uploads.push('resumable')
      const id = randomBytes(8).toString('hex')
      state.sessions.set(id, {
        ...JSON.parse(body.toString()),
        contentType: String(request.headers['x-upload-content-type']),
        length: Number(request.headers['x-upload-content-length']),
        by: access.account,
      })
      url.searchParams.set('upload_id', id)
      return send(200, {}, { location: `${base}${url.pathname}${url.search}` })
    }
    state.uploads.push('multipart')
    const boundary = /^multipart\/related; boundary=(\S+)$/.exec(type)?.[1]
    if (!boundary || url.searchParams.get('uploadType') !== 'multipart') return fail(400, 'badRequest')
    if (body.length > maxMultipartBytes + 10_000) return fail(413, 'uploadTooLarge')
    const parts = readParts(body.toString(), boundary)
    if (parts.length !== 2 || !/^application\/json\b/.test(parts[0]!.type)) return fail(400, 'badRequest')
    const { name, mimeType } = JSON.parse(parts[0]!.content)
    return create({ name, mimeType, contentType: parts[1]!.type, content: parts[1]!.content, by: access.account })
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: {
      ...{ GOOGLE_CLIENT_ID: 'client', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_DRIVE: 'on' },
      ...{ GOOGLE_OAUTH_BASE: base, GOOGLE_DRIVE_URL: base },
    },
    state,
    endConsent,
    /** Access tokens end; the next request is refused until a new one was asked for. */
    expireAccess: () => state.accessTokens.clear(),
    /** What a person's consent on Google's page leads to. `granted` without the scope: its box was unchecked. */
    consent(address: string, { account = 'ada', granted = driveScope }: { account?: string; granted?: string } = {}) {
      const url = new URL(address)
      if (url.origin !== base || url.pathname !== '/o/oauth2/v2/auth' || url.searchParams.get('client_id') !== 'client')
        throw new Error(`Not the consent page: ${address}`)
      if (url.searchParams.get('code_challenge_method') !== 'S256' || url.searchParams.get('access_type') !== 'offline')
        throw new Error('The consent lacks PKCE or offline access')
      if (url.searchParams.get('scope') !== driveScope) throw new Error(`Asks for ${url.searchParams.get('scope')}`)
      const code = `4/${randomBytes(8).toString('hex')}`
      state.codes.set(code, {
        challenge: url.searchParams.get('code_challenge')!,
        redirectUri: url.searchParams.get('redirect_uri')!,
        ...{ account, scope: granted },
      })
      return { code, state: url.searchParams.get('state')! }
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Parts of `multipart/related`, RFC 2387. */
function readParts(body: string, boundary: string): { type: string; content: string }[] {
  const [, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`)
  return parts
    .filter((part) => !part.startsWith('--'))
    .map((part) => {
      const [head = '', ...rest] = part.split('\r\n\r\n')
      return { type: /content-type: *(.+)/i.exec(head)?.[1]?.trim() ?? '', content: rest.join('\r\n\r\n') }
    })
}
