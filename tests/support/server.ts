import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { inject } from 'vitest'
import { createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { type Call, createClient } from '../../src/kit/client.ts'
import { migrate, openDatabase } from '../../src/platform/database/database.ts'
import { createSignals } from '../../src/platform/database/notify-signals.ts'
import { withTransportHeaders } from '../../src/platform/http/security-headers.ts'
import { createQueue } from '../../src/platform/jobs/queue.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { createSecrets } from '../../src/platform/secrets.ts'
import { createCitusDatabase } from './citus.ts'
import { newDatabaseName, toTemplateName, withClient, withDatabase } from './test-databases.ts'

/** A whole Earshot with its own database, listening on a real port. */
export type TestServer = Awaited<ReturnType<typeof startTestServer>>

const root = path.resolve(import.meta.dirname, '..', '..')

export async function startTestServer(env: Record<string, string> = {}) {
  const databaseUrl = env.DATABASE_URL ?? (await createDatabase(inject('databaseUrl')))
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-data-'))
  await chmod(dataDir, 0o755)
  // Without a Chromium for PDFs, whether this machine has one or not: there are no pages to print.
  const CHROMIUM_PATH = '/nonexistent'
  const config = readConfig({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: '0', CHROMIUM_PATH, ...env })
  const log = createLog(process.env.TEST_LOG_LEVEL ?? 'silent')
  const database = openDatabase(databaseUrl, { max: 10 })
  await migrate(database.db, path.join(root, 'migrations'))
  const metrics = createMetrics()
  const signals = createSignals({ url: databaseUrl, log })
  await signals.start()
  const queue = createQueue({ url: databaseUrl, log, metrics, exclusive: false })
  const publicUrl = config.PUBLIC_URL ?? 'http://earshot.test'
  const app = createApp({
    config,
    database,
    queue,
    signals,
    secrets: createSecrets('a secret for tests that is long enough'),
    metrics,
    log,
    publicUrl,
    version: '0.0.0-test',
    checkOutputs: true,
  })
  await queue.start(app.jobs)
  await queue.work()
  const server = createServer(withTransportHeaders(publicUrl, getRequestListener(app.http.fetch)))
  // The same as in main.ts. With Node's five seconds, a busy client may use a connection that is just being closed.
  server.keepAliveTimeout = 65_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`

  return {
    url,
    databaseUrl,
    app,
    database,
    dataDir,
    queue,
    /** A client without a session. */
    anonymous: createClient({ baseUrl: url }),
    as: (token: string): Call => createClient({ baseUrl: url, headers: () => ({ Authorization: `Bearer ${token}` }) }),
    /** A new account with its workspace. */
    async signUp(plan?: string) {
      const email = `${randomUUID()}@example.com`
      const password = 'correct horse battery'
      const { token, user } = await createClient({ baseUrl: url })(authContract.signup, {
        email,
        password,
        first_name: 'Ada',
      })
      if (plan) await database.pool.query('update user_plans set plan = $1 where user_id = $2', [plan, user.id])
      const call = createClient({ baseUrl: url, headers: () => ({ Authorization: `Bearer ${token}` }) })
      return { token, user, email, password, call, workspaceId: user.workspaces[0]!._id }
    },
    async close() {
      await app.streams.drain()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await queue.stop(3000)
      await signals.stop()
      await app.close()
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * A new database with every table, or without any if `empty`, on the server of the run (see global-setup.ts). With
 * DISTRIBUTED_TESTS, the tables are distributed.
 */
export async function createDatabase(adminUrl: string, { empty = false } = {}): Promise<string> {
  const prefix = inject('databasePrefix')
  if (process.env.DISTRIBUTED_TESTS && !empty) return (await createCitusDatabase(adminUrl, { prefix })).url
  const name = newDatabaseName(prefix)
  const template = empty ? 'template0' : toTemplateName(prefix)
  // Copies the template's files. PostgreSQL's usual way also writes each block to the log, in five times the time.
  await withClient(adminUrl, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy`),
  )
  return withDatabase(adminUrl, name)
}

/** Posts without the client, to get statuses and raw bodies. */
export async function post(url: string, body: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    redirect: 'manual',
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json().catch(() => null)) as {
      success: boolean
      error?: { code: string; message: string; field?: string }
    } & Record<string, unknown>,
  }
}
