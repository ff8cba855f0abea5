import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '#kit/errors.ts'
import type { OutboundFetch, OutboundInit } from '#platform/outbound/outbound-fetch.ts'
import { createGoogleOAuth } from '../google-oauth/google-oauth.ts'
import {
  busy,
  invalidResponse,
  notAllowed,
  reconnect,
  TokenRefused,
  toDriveError,
  uncertain,
  unreachable,
} from './drive-errors.ts'
import type { GoogleDrive, GoogleFile, GoogleFileKind, NewGoogleFile } from './port.ts'

export type GoogleDriveOptions = {
  fetch: OutboundFetch
  clientId: string | undefined
  clientSecret: string | undefined
  /** `scheme://host` in the place of Google’s for consent and tokens, and for Drive. */
  oauthBase: string | undefined
  apiBase: string | undefined
  sleep?: (ms: number, signal?: AbortSignal) => Promise<unknown>
}

/** Only files that Earshot creates: no other file of the account can be seen or changed. */
export const scope = 'https://www.googleapis.com/auth/drive.file'
const maxTries = 4
/** Google’s limit of an upload in one request. */
const maxMultipartBytes = 5_000_000

const types: Record<GoogleFileKind, { google: string; content: string; path: string }> = {
  document: {
    google: 'application/vnd.google-apps.document',
    content: 'text/html; charset=UTF-8',
    path: 'document',
  },
  spreadsheet: {
    google: 'application/vnd.google-apps.spreadsheet',
    content: 'text/csv; charset=UTF-8',
    path: 'spreadsheets',
  },
}

const fileAnswer = z.object({ id: z.string().regex(/^[\w-]{1,200}$/), webViewLink: z.string().optional() })

/** Google’s Drive API, version 3. https://developers.google.com/workspace/drive/api/guides/manage-uploads */
export function createGoogleDrive(options: GoogleDriveOptions): GoogleDrive {
  const { fetch, clientId, clientSecret, oauthBase } = options
  const sleep = options.sleep ?? ((ms, signal) => wait(ms, undefined, { signal }))
  const errors = { reconnect, unreachable, invalidResponse }
  const oauth = createGoogleOAuth({ fetch, clientId, clientSecret, oauthBase, scope, errors })
  const apiBase = options.apiBase ?? 'https://www.googleapis.com'
  const uploadUrl = `${apiBase}/upload/drive/v3/files`

  /** The answer of one request that may create a file. @throws TokenRefused, AppError */
  async function upload(url: string, init: OutboundInit, isCreating: boolean): Promise<Response> {
    let response: Response
    try {
      response = await oauth.send(url, init)
    } catch (error) {
      throw isCreating && error instanceof AppError ? uncertain(error) : error
    }
    if (response.ok) return response
    const error = toDriveError(response.status, await response.json().catch(() => null))
    throw !isCreating && error instanceof AppError && error.options.reason === 'google_uncertain'
      ? unreachable(error)
      : error
  }

  async function sendFile(token: string, file: NewGoogleFile, signal?: AbortSignal): Promise<GoogleFile> {
    const authorization = `Bearer ${token}`
    const metadata = JSON.stringify({ name: file.name, mimeType: types[file.kind].google })
    const withSignal = signal ? { signal } : {}
    const query = (uploadType: string) => `${uploadUrl}?uploadType=${uploadType}&fields=id,webViewLink`
    if (file.content.length <= maxMultipartBytes) {
      const { body, contentType } = toMultipart(metadata, file)
      const headers = { authorization, 'content-type': contentType }
      const init = { method: 'POST', headers, body, ...withSignal }
      return readFile(await upload(query('multipart'), init, true), file.kind)
    }
    const headers = {
      authorization,
      'content-type': 'application/json; charset=UTF-8',
      'x-upload-content-type': types[file.kind].content,
      'x-upload-content-length': String(file.content.length),
    }
    const begun = await upload(query('resumable'), { method: 'POST', headers, body: metadata, ...withSignal }, false)
    await begun.body?.cancel()
    const session = begun.headers.get('location') ?? ''
    // The token and the content go to Google’s host alone, whatever the answer names.
    if (URL.parse(session)?.origin !== new URL(apiBase).origin) throw invalidResponse()
    const init = { method: 'PUT', headers: { authorization }, body: file.content, ...withSignal }
    return readFile(await upload(session, init, true), file.kind)
  }

  return {
    canAskConsent: oauth.canAskConsent,
    getConsentUrl: oauth.getConsentUrl,

    async exchangeCode(given) {
      const { refreshToken, isGranted } = await oauth.exchangeCode(given)
      if (!isGranted) throw notAllowed()
      return refreshToken
    },

    async createFile(refreshToken, file, signal) {
      let isRefreshed = false
      for (let attempt = 1; ; attempt++) {
        try {
          const token = await oauth.getToken(refreshToken, () => oauth.getRefreshFields(refreshToken))
          return await sendFile(token, file, signal)
        } catch (error) {
          if (signal?.aborted) throw error
          if (error instanceof TokenRefused) {
            oauth.forget(refreshToken)
            if (isRefreshed) throw reconnect()
            isRefreshed = true
            continue
          }
          if (!isBusy(error) || attempt >= maxTries) throw error
          await sleep(1000 * 2 ** (attempt - 1), signal)
        }
      }
    },

    revoke: oauth.revoke,
  }
}

const isBusy = (error: unknown) => error instanceof AppError && error.options.reason === busy().options.reason

/** `multipart/related`: what the file is, then its content. */
function toMultipart(metadata: string, { kind, content }: NewGoogleFile) {
  const boundary = `earshot-${randomUUID()}`
  const part = (type: string) => `--${boundary}\r\nContent-Type: ${type}\r\n\r\n`
  const body = Buffer.concat([
    Buffer.from(`${part('application/json; charset=UTF-8')}${metadata}\r\n${part(types[kind].content)}`),
    content,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { body, contentType: `multipart/related; boundary=${boundary}` }
}

/** The file is there, so an answer that can't be read isn't a failure that can be repeated. */
async function readFile(response: Response, kind: GoogleFileKind): Promise<GoogleFile> {
  const parsed = fileAnswer.safeParse(await response.json().catch(() => null))
  if (!parsed.success) throw uncertain()
  const { id, webViewLink } = parsed.data
  const link = webViewLink ? URL.parse(webViewLink) : null
  const isGoogle = link?.protocol === 'https:' && link.hostname.endsWith('.google.com')
  return { id, url: isGoogle ? link.href : `https://docs.google.com/${types[kind].path}/d/${id}/edit` }
}
