import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import { until } from '../support/wait-until.ts'
import { freePort, makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/** A real PgBouncer in transaction mode with fewer connections than calls: docs/guides/past-one-machine.md. */

const hasPooler = (() => {
  try {
    return execFileSync('pgbouncer', ['--version']).length > 0
  } catch {
    return false
  }
})()
/** So few that statements of one client use several connections. */
const poolSize = 3

let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let pooler: ChildProcess
let folder: string
let pooledUrl: string
const directories: Awaited<ReturnType<typeof makeDataDir>>[] = []
const processes: RunningEarshot[] = []

async function dataDir() {
  const data = await makeDataDir({ empty: true })
  directories.push(data)
  return data.dataDir
}

async function start(roles: string) {
  const running = await startEarshot(await dataDir(), {
    ROLES: roles,
    DATABASE_URL: pooledUrl,
    DATABASE_DIRECT_URL: database.url,
    SECRET_KEY: 'the same secret for every process of it',
  })
  processes.push(running)
  return running
}

beforeAll(async () => {
  if (!hasPooler) return
  database = await startEmbeddedPostgres(await dataDir(), createLog('error'))
  const { hostname, port, username, password, pathname } = new URL(database.url)
  folder = await mkdtemp(path.join(tmpdir(), 'earshot-pooler-'))
  await chmod(folder, 0o755)
  const own = await freePort()
  await writeFile(
    path.join(folder, 'pgbouncer.ini'),
    `[databases]
earshot = host=${hostname} port=${port} dbname=${pathname.slice(1)} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
${process.getuid?.() === 0 ? 'user = postgres' : ''}
`,
  )
  pooler = spawn('pgbouncer', ['-q', path.join(folder, 'pgbouncer.ini')], { stdio: ['ignore', 'ignore', 'inherit'] })
  pooledUrl = `postgres://anybody:anything@127.0.0.1:${own}/earshot`
  await until('the pooler to answer', async () => {
    const client = new pg.Client({ connectionString: pooledUrl })
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  })
})
afterAll(async () => {
  await Promise.all(processes.map((running) => running.kill('SIGTERM')))
  pooler?.kill('SIGTERM')
  await database?.stop()
  await Promise.all(directories.map((data) => data.remove()))
  if (folder) await rm(folder, { recursive: true, force: true })
})

test.skipIf(!hasPooler)('migrations, sessions, jobs and progress work through a transaction pooler', async () => {
  const api = await start('api')
  await start('worker')
  const { call, token, workspaceId } = await api.signIn()
  const { reports } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'topic',
    queries: ['cold brew coffee', 'standing desk'],
    country: 'US',
    language: 'en',
    sources: ['sample'],
  })
  const [first, second] = reports!
  // The worker's progress reaches this process by NOTIFY, which bypasses the pooler.
  const events = await fetch(`${api.url}/reports/events/${first!._id}`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(await events.text()).toMatch(/event: done\n/)
  await until(
    'the other report',
    async () => (await call(reportsContract.checkstatus, { _id: second!._id })).status === 'done',
  )
  const answers = await Promise.all(
    Array.from({ length: 90 }, (_, at) =>
      at % 3 === 0
        ? call(reportsContract.find, { workspace_id: workspaceId })
        : at % 3 === 1
          ? call(reportsContract.rows, { _id: first!._id, q: 'coffee' })
          : call(reportsContract.checkstatus, { _id: second!._id }),
    ),
  )
  expect(answers).toHaveLength(90)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const { rows } = await client.query(
    `select count(*) as held from pg_stat_activity where application_name = 'earshot' and backend_type = 'client backend'`,
  )
  await client.end()
  expect(Number(rows[0].held)).toBeGreaterThan(0)
  expect(Number(rows[0].held)).toBeLessThanOrEqual(poolSize)
})
