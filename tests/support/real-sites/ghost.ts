import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '../../faults/earshot-process.ts'
import { end, hasMariaDb, startMariaDb, waitUntil } from './mariadb.ts'
import type { RealSite } from './wordpress.ts'

/**
 * A real Ghost: the package `ghost` of npm, unpacked and installed in GHOST_DIR, run by GHOST_NODE with a MariaDB of the system; or the
 * one at GHOST_URL with GHOST_ADMIN_API_KEY.
 */

export const hasGhost = () =>
  process.env.GHOST_URL !== undefined ||
  (hasMariaDb() && process.env.GHOST_DIR !== undefined && existsSync(path.join(process.env.GHOST_DIR, 'index.js')))

export async function startRealGhost(): Promise<RealSite> {
  const { GHOST_URL: given, GHOST_ADMIN_API_KEY, GHOST_DIR, GHOST_NODE = process.execPath } = process.env
  if (given) return { url: given, credentials: { admin_api_key: GHOST_ADMIN_API_KEY! }, stop: async () => undefined }
  const source = GHOST_DIR!
  const folder = await mkdtemp(path.join(tmpdir(), 'ghost-'))
  const database = await startMariaDb(folder, await freePort())
  await database.query(
    "create database ghost; create user ghost@'127.0.0.1' identified by 'ghost'; grant all on ghost.* to ghost@'127.0.0.1'",
  )
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const content = path.join(folder, 'content')
  await mkdir(content)
  await cp(path.join(source, 'content'), content, { recursive: true })
  const settings = {
    url,
    server__host: '127.0.0.1',
    server__port: String(port),
    database__client: 'mysql',
    database__connection__host: '127.0.0.1',
    database__connection__port: String(database.port),
    database__connection__user: 'ghost',
    database__connection__password: 'ghost',
    database__connection__database: 'ghost',
    logging__level: 'warn',
    logging__transports: '["stdout"]',
    paths__contentPath: content,
    privacy__useUpdateCheck: 'false',
    privacy__useGravatar: 'false',
  }
  // Ghost looks for its own files in the working directory.
  const server = spawn(GHOST_NODE, [path.join(source, 'index.js')], {
    cwd: source,
    env: { PATH: process.env.PATH, HOME: folder, NODE_ENV: 'production', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (data) => {
      output = `${output}${data}`.slice(-4000)
    })
  try {
    await waitUntil(
      async () => {
        if (server.exitCode !== null) throw new Error(output)
        const response = await fetch(`${url}/ghost/api/admin/site/`)
        if (!response.ok) throw new Error(`${response.status} ${output}`)
      },
      'Ghost',
      400_000,
    )
  } catch (error) {
    throw new Error(`Ghost could not be started: ${output}`, { cause: error })
  }
  // Ghost sets up an integration for Zapier, with an Admin API key like any other.
  const key = await database.query(
    "select k.id, k.secret from ghost.api_keys k join ghost.integrations i on i.id = k.integration_id where i.slug = 'zapier' and k.type = 'admin'",
  )
  return {
    url,
    credentials: { admin_api_key: key.trim().replace(/\s+/, ':') },
    async stop() {
      await end(server)
      await database.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The token of Ghost's Admin API, as its documentation signs it. */
export function ghostToken(adminApiKey: string): string {
  const [id, secret] = adminApiKey.split(':') as [string, string]
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const iat = Math.floor(Date.now() / 1000)
  const body = `${encode({ alg: 'HS256', typ: 'JWT', kid: id })}.${encode({ iat, exp: iat + 300, aud: '/admin/' })}`
  return `${body}.${createHmac('sha256', Buffer.from(secret, 'hex')).update(body).digest('base64url')}`
}
