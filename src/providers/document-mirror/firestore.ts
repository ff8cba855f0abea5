import { readFileSync } from 'node:fs'
import type { OutboundFetch } from '#platform/outbound/outbound-fetch.ts'
import type { DocumentMirror, MirroredDocument, MirrorName } from './port.ts'

/**
 * Cloud Firestore over its REST API, version 1, as a service account. Sources:
 * https://firebase.google.com/docs/firestore/reference/rest/v1/projects.databases.documents/commit and
 * https://developers.google.com/identity/protocols/oauth2/service-account#httprest
 */

const scope = 'https://www.googleapis.com/auth/datastore'
const tokenSeconds = 3600
/** Renews a token this long before it expires, so that it doesn't expire during a request. */
const spareSeconds = 60
const timeoutMs = 15_000
const maxAnswerBytes = 1_000_000

export type FirestoreCredentials = { client_email: string; private_key: string; token_uri: string }

/** From the key file's JSON, or from the path of that file. @throws Error in a sentence that says what is missing */
export function readFirestoreCredentials(given: string): FirestoreCredentials {
  let found: Partial<FirestoreCredentials>
  try {
    found = JSON.parse(given.trimStart().startsWith('{') ? given : readFileSync(given, 'utf8'))
  } catch (cause) {
    throw new Error('FIRESTORE_CREDENTIALS must be the JSON of a service account’s key, or the path of its file.', {
      cause,
    })
  }
  const { client_email, private_key, token_uri = 'https://oauth2.googleapis.com/token' } = found
  if (!client_email || !private_key)
    throw new Error('FIRESTORE_CREDENTIALS lacks client_email or private_key: use the key file of a service account.')
  return { client_email, private_key, token_uri }
}

export function createFirestoreMirror({
  projectId,
  credentials,
  url = 'https://firestore.googleapis.com',
  fetch,
  now = Date.now,
}: {
  projectId: string
  credentials: FirestoreCredentials
  url?: string
  fetch: OutboundFetch
  now?: () => number
}): DocumentMirror {
  const root = `projects/${projectId}/databases/(default)/documents`
  let token: { text: string; until: number } | null = null

  async function accessToken(signal: AbortSignal) {
    if (token && token.until > now()) return token.text
    const seconds = Math.floor(now() / 1000)
    const { importPKCS8, SignJWT } = await import('jose')
    const assertion = await new SignJWT({ scope })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(credentials.client_email)
      .setAudience(credentials.token_uri)
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + tokenSeconds)
      .sign(await importPKCS8(credentials.private_key, 'RS256'))
    const answer = await fetch(credentials.token_uri, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion }).toString(),
      signal,
      timeoutMs,
      maxBytes: maxAnswerBytes,
    })
    if (!answer.ok) throw new Error(`Google gave no token for the service account: ${answer.status}.`)
    const { access_token, expires_in } = (await answer.json()) as { access_token: string; expires_in?: number }
    token = { text: access_token, until: now() + ((expires_in ?? tokenSeconds) - spareSeconds) * 1000 }
    return token.text
  }

  async function callApi(path: string, init: { method: string; body?: string }, signal: AbortSignal) {
    for (let tries = 0; ; tries++) {
      const answer = await fetch(`${url}/v1/${path}`, {
        ...init,
        headers: {
          Authorization: `Bearer ${await accessToken(signal)}`,
          ...(init.body !== undefined && { 'Content-Type': 'application/json' }),
        },
        signal,
        timeoutMs,
        maxBytes: maxAnswerBytes,
      })
      // Taken back before its time: once more with another.
      if (answer.status !== 401 || tries > 0) return answer
      token = null
    }
  }

  return {
    async look(name, signal) {
      const answer = await callApi(`${root}/${toName(name)}?mask.fieldPaths=version`, { method: 'GET' }, signal)
      if (answer.status === 404) return null
      if (!answer.ok) throw new Error(`Firestore answered ${answer.status} to a read.`)
      return { state: ((await answer.json()) as { updateTime: string }).updateTime }
    },

    async write(name, document, seen, signal) {
      const full = `${root}/${toName(name)}`
      const currentDocument = seen ? { updateTime: seen.state } : { exists: false }
      const write = document
        ? { update: { name: full, fields: getFields(document) }, currentDocument }
        : { delete: full, currentDocument }
      const answer = await callApi(
        `${root}:commit`,
        { method: 'POST', body: JSON.stringify({ writes: [write] }) },
        signal,
      )
      if (answer.ok) return true
      const { error } = ((await answer.json().catch(() => null)) ?? {}) as { error?: { status?: string } }
      if (['FAILED_PRECONDITION', 'ALREADY_EXISTS', 'ABORTED', 'NOT_FOUND'].includes(error?.status ?? '')) return false
      throw new Error(`Firestore answered ${answer.status} ${error?.status ?? ''} to a write.`)
    },
  }
}

/** `users/{user}/documents/{path}`, or below `users/{user}/workspaces/{workspace}`. Slashes part names there: ours become colons. */
const toName = ({ userId, workspaceId, path }: MirrorName) =>
  `users/${userId}/${workspaceId ? `workspaces/${workspaceId}/` : ''}documents/${path.replaceAll('/', ':')}`

type Value = Record<string, unknown>

const getFields = ({ path, workspace_id, version, updated_at, content }: MirroredDocument): Record<string, Value> => ({
  path: { stringValue: path },
  workspace_id: workspace_id === null ? { nullValue: null } : { stringValue: workspace_id },
  version: { integerValue: String(version) },
  updated_at: { timestampValue: updated_at },
  content: typedValue(content),
})

/**
 * Converts JSON to Firestore's typed values. Firestore has no array directly in an array: the inner one is wrapped
 * in a map, as `values`.
 */
export function typedValue(json: unknown, inList = false): Value {
  if (json === null || json === undefined) return { nullValue: null }
  if (typeof json === 'string') return { stringValue: json }
  if (typeof json === 'boolean') return { booleanValue: json }
  if (typeof json === 'number')
    return Number.isSafeInteger(json) ? { integerValue: String(json) } : { doubleValue: json }
  if (Array.isArray(json)) {
    const list = { arrayValue: { values: json.map((item) => typedValue(item, true)) } }
    return inList ? { mapValue: { fields: { values: list } } } : list
  }
  return {
    mapValue: { fields: Object.fromEntries(Object.entries(json).map(([name, value]) => [name, typedValue(value)])) },
  }
}
