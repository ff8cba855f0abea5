import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'

/**
 * Cloud Firestore's REST API for reading, writing and deleting documents with preconditions, and the exchange of a
 * service account's assertion for a token. Written from Google's reference of `projects.databases.documents` (get,
 * commit) and its "Using OAuth 2.0 for server to server applications".
 */
export type Firestore = Awaited<ReturnType<typeof startFirestore>>

type Stored = { fields: Record<string, Record<string, unknown>>; updateTime: string }
type Write = {
  update?: { name: string; fields: Stored['fields'] }
  delete?: string
  currentDocument?: { exists?: boolean; updateTime?: string }
}

const documentName = /^projects\/[^/]+\/databases\/\(default\)\/documents(?:\/[^/]+\/[^/]+)+$/

export async function startFirestore({ projectId = 'earshot-test' } = {}) {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const stored = new Map<string, Stored>()
  const tokens = new Set<string>()
  const asked: string[] = []
  let failing = 0
  let clock = 0
  /** Runs once between a read and the next write. */
  let meanwhile: (() => void) | null = null
  const stamp = () => new Date(Date.UTC(2026, 0, 1) + ++clock * 1000).toISOString().replace('Z', '000Z')

  const server = createServer(async (request, response) => {
    const body = await read(request)
    const answer = (status: number, value: unknown) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))
    const refuse = (code: number, status: string) => answer(code, { error: { code, status, message: status } })
    const url = new URL(request.url!, 'http://double')
    asked.push(`${request.method} ${url.pathname}`)
    if (url.pathname === '/token') {
      const form = new URLSearchParams(body)
      if (form.get('grant_type') !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
        return answer(400, { error: 'unsupported_grant_type' })
      try {
        const { payload } = await jwtVerify(form.get('assertion')!, publicKey, {
          issuer: credentials.client_email,
          audience: credentials.token_uri,
        })
        if (payload.scope !== 'https://www.googleapis.com/auth/datastore' || payload.exp! - payload.iat! > 3600)
          throw new Error('scope or age')
      } catch {
        return answer(400, { error: 'invalid_grant' })
      }
      const token = `ya29.${tokens.size + 1}`
      tokens.add(token)
      return answer(200, { access_token: token, expires_in: 3599, token_type: 'Bearer' })
    }
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) return refuse(401, 'UNAUTHENTICATED')
    if (failing > 0) {
      failing--
      return refuse(503, 'UNAVAILABLE')
    }
    const root = `/v1/projects/${projectId}/databases/(default)/documents`
    const path = decodeURIComponent(url.pathname)
    if (request.method === 'POST' && path === `${root}:commit`) {
      meanwhile?.()
      meanwhile = null
      return commit(JSON.parse(body) as { writes: Write[] })
    }
    const found = stored.get(path.replace('/v1/', ''))
    if (request.method !== 'GET' || !path.startsWith(`${root}/`)) return refuse(404, 'NOT_FOUND')
    if (!found) return refuse(404, 'NOT_FOUND')
    const mask = url.searchParams.getAll('mask.fieldPaths')
    const fields = Object.fromEntries(
      Object.entries(found.fields).filter(([name]) => mask.length === 0 || mask.includes(name)),
    )
    return answer(200, {
      name: path.replace('/v1/', ''),
      fields,
      createTime: found.updateTime,
      updateTime: found.updateTime,
    })

    function commit({ writes }: { writes: Write[] }) {
      for (const { update, delete: removed, currentDocument } of writes) {
        const name = update?.name ?? removed!
        if (!documentName.test(name)) return refuse(400, 'INVALID_ARGUMENT')
        const now = stored.get(name)
        if (currentDocument?.exists === false && now) return refuse(409, 'ALREADY_EXISTS')
        if (currentDocument?.updateTime !== undefined && currentDocument.updateTime !== now?.updateTime)
          return refuse(now ? 400 : 404, now ? 'FAILED_PRECONDITION' : 'NOT_FOUND')
        if (update && hasListInList(update.fields)) return refuse(400, 'INVALID_ARGUMENT')
      }
      const updateTime = stamp()
      for (const { update, delete: removed } of writes) {
        if (update) stored.set(update.name, { fields: update.fields, updateTime })
        else stored.delete(removed!)
      }
      return answer(200, { writeResults: writes.map(() => ({ updateTime })), commitTime: updateTime })
    }
  })
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const credentials = {
    type: 'service_account',
    client_email: 'mirror@earshot-test.iam.gserviceaccount.com',
    private_key: await exportPKCS8(privateKey),
    token_uri: `${url}/token`,
  }
  return {
    url,
    projectId,
    credentials,
    asked,
    /** Fields by the document's path after `documents/`. */
    at: (name: string) => stored.get(`projects/${projectId}/databases/(default)/documents/${name}`)?.fields ?? null,
    size: () => stored.size,
    failNext(times: number) {
      failing = times
    },
    /** Invalidates the tokens issued so far. */
    revoke: () => tokens.clear(),
    beforeNextWrite(work: () => void) {
      meanwhile = work
    },
    /** Writes like another client. */
    touch(name: string) {
      const full = `projects/${projectId}/databases/(default)/documents/${name}`
      stored.set(full, { fields: {}, updateTime: stamp() })
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function read(request: IncomingMessage) {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

function hasListInList(value: unknown, inList = false): boolean {
  if (typeof value !== 'object' || value === null) return false
  if ('arrayValue' in value) {
    if (inList) return true
    return ((value as { arrayValue: { values?: unknown[] } }).arrayValue.values ?? []).some((item) =>
      hasListInList(item, true),
    )
  }
  return Object.values(value).some((inner) => hasListInList(inner))
}
