import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { createClient } from '../../src/kit/client.ts'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts'
import { createLog } from '../../src/platform/log.ts'
import { until } from '../support/wait-until.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/** Two processes on one database, each with its cache of who a token speaks for. */

let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let signals: Awaited<ReturnType<typeof startRelay>>
let first: RunningEarshot
let second: RunningEarshot
const directories: Awaited<ReturnType<typeof makeDataDir>>[] = []

async function makeDirectory(options?: { empty: boolean }) {
  const data = await makeDataDir(options)
  directories.push(data)
  return data.dataDir
}

/** Stands between a process and the database's port, and can be cut. */
async function startRelay(port: number) {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined))
    client.pipe(upstream).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as { port: number }).port,
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}

beforeAll(async () => {
  database = await startEmbeddedPostgres(await makeDirectory(), createLog('error'))
  const direct = new URL(database.url)
  signals = await startRelay(Number(direct.port))
  direct.port = String(signals.port)
  const start = async (env: Record<string, string>) =>
    startEarshot(await makeDirectory({ empty: true }), {
      ROLES: 'api',
      DATABASE_URL: database.url,
      SECRET_KEY: 'the same secret for every process of it',
      ...env,
    })
  first = await start({})
  second = await start({ DATABASE_DIRECT_URL: direct.href })
})
afterAll(async () => {
  signals?.cut()
  await Promise.all([first?.kill('SIGTERM'), second?.kill('SIGTERM')])
  await database?.stop()
  await Promise.all(directories.map((data) => data.remove()))
})

const callOf = ({ url }: RunningEarshot, token: string) =>
  createClient({ baseUrl: url, headers: () => ({ Authorization: `Bearer ${token}` }) })

/** A session that the second process has just answered. */
async function signIn() {
  const { token } = await first.signIn()
  const there = callOf(second, token)
  for (let call = 0; call < 3; call++) await there(authContract.userdata, {})
  return { here: callOf(first, token), there }
}

test('a session ended in one process is refused by the other within a signal’s delay', async () => {
  const { here, there } = await signIn()
  await here(authContract.logout, {})
  const endedAt = performance.now()
  await until('the other process to refuse it', () =>
    there(authContract.userdata, {}).then(
      () => false,
      (error: { code: string }) => error.code === 'unauthenticated',
    ),
  )
  expect(performance.now() - endedAt).toBeLessThan(3000)
})

test('a process that hears no signals refuses an ended session on the next call', async () => {
  const { here, there } = await signIn()
  signals.cut()
  await until('the process to notice', async () => second.output().includes('The LISTEN connection'))
  await there(authContract.userdata, {})
  await here(authContract.logout, {})
  await expect(there(authContract.userdata, {})).rejects.toMatchObject({ code: 'unauthenticated' })
})
