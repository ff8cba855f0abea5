import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { authContract } from '../../src/features/auth/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { until } from '../support/wait-until.ts'
import { getDatabaseUrl, makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'
import { retryWhileUnavailable } from './retry-while-unavailable.ts'

/** One Earshot process whose database fails in various ways. The process has to survive all of them. */

const root = path.resolve(import.meta.dirname, '..', '..')
let vendors: Awaited<ReturnType<typeof startSearchVendors>>
let data: Awaited<ReturnType<typeof makeDataDir>>
let running: RunningEarshot
beforeAll(async () => {
  vendors = await startSearchVendors({ latencyMs: 500 })
  data = await makeDataDir()
  running = await startEarshot(data.dataDir, vendors.settings)
})
let stopEnding: (() => Promise<void>) | null = null
afterEach(async () => {
  await stopEnding?.()
  stopEnding = null
})
afterAll(async () => {
  await running?.kill('SIGTERM')
  await vendors.close()
  await data.remove()
})

const serverPid = async () =>
  Number((await readFile(path.join(data.dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function withDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: await getDatabaseUrl(data.dataDir) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Terminates all other connections again and again until stopped. `slower` lengthens the pauses: on a busy machine a call takes
 * longer than the shortest one, and would never end between two of them.
 */
async function endConnections(everyMs: number) {
  const client = new pg.Client({ connectionString: await getDatabaseUrl(data.dataDir) })
  await client.connect()
  const ended = { connections: 0, rounds: 0 }
  const round = async () => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
    ended.connections += rowCount ?? 0
    ended.rounds++
  }
  client.on('error', () => undefined)
  let pauseMs = everyMs
  let timer: ReturnType<typeof setTimeout>
  let last = Promise.resolve()
  const go = () => {
    last = round().catch(() => undefined)
    timer = setTimeout(go, pauseMs)
  }
  go()
  return {
    ended,
    slower() {
      pauseMs = Math.min(20_000, pauseMs * 1.4)
    },
    async stop() {
      clearTimeout(timer)
      await last
      await client.end().catch(() => undefined)
    },
  }
}

/** Far above every limit a call has, so that a lost answer is reported as one. */
const maxAnswerMs = 30_000

type Answer = { ms: number; status: number; retryAfter: string | null; body: { error?: { code: string } } }

async function request(address: string, token?: string, input?: object): Promise<Answer> {
  const sent = performance.now()
  const response = await fetch(running.url + address, {
    method: input ? 'POST' : 'GET',
    headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
    body: input ? JSON.stringify(input) : null,
    signal: AbortSignal.timeout(maxAnswerMs),
  }).catch(async (cause: unknown) => {
    const live = await fetch(`${running.url}/healthz`, { signal: AbortSignal.timeout(5000) }).then(
      ({ status }) => status,
      String,
    )
    throw new Error(`No answer to ${address}; /healthz: ${live}; log: ${running.output().slice(-2000)}`, { cause })
  })
  const body = (await response.json()) as Answer['body']
  return {
    ms: performance.now() - sent,
    status: response.status,
    retryAfter: response.headers.get('Retry-After'),
    body,
  }
}

const isReady = () => request('/readyz').then(({ status }) => status === 200)

/** An error with a reason and a retry hint. */
function expectUnavailable({ status, retryAfter, body }: Answer) {
  expect([status, body.error?.code]).toEqual([503, 'unavailable'])
  expect(Number(retryAfter)).toBeGreaterThan(0)
}

test('terminated connections and kill -9 of PostgreSQL during 20 reports lose nothing and repeat no request', async () => {
  const { call, token, workspaceId } = await running.signIn()
  const usedBefore = (await call(authContract.userdata, {})).user.usage.reports
  const start = (no: number, key: string) =>
    call(
      reportsContract.new,
      {
        workspace_id: workspaceId,
        type: 'topic',
        query: `loss${no}`,
        country: 'US',
        language: 'en',
        sources: ['google_suggest', 'bing_suggest', 'searxng'],
        fresh: true,
      },
      { idempotencyKey: key },
    )
  const ids: string[] = []
  for (let no = 0; no < 10; no++) ids.push((await start(no, randomUUID())).report!._id)

  const answers: Answer[] = []
  const ending = await endConnections(200)
  stopEnding = ending.stop
  const until20s = performance.now() + 20_000
  for (let no = 10; no < 20; no++) {
    const key = randomUUID()
    ids.push((await retryWhileUnavailable(`report ${no}`, () => start(no, key), ending.slower)).report!._id)
  }
  while (performance.now() < until20s) {
    expect(isRunning(running.pid)).toBe(true)
    answers.push(await request('/readyz'), await request('/reports/checkstatus', token, { _id: ids[0] }))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await ending.stop()
  expect(ending.ended.rounds).toBeGreaterThan(10)
  expect(ending.ended.connections).toBeGreaterThan(50)
  for (const answer of answers) if (answer.status !== 200) expectUnavailable(answer)
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(10_000)

  const states = await retryWhileUnavailable('the reports', () =>
    Promise.all(ids.map((_id) => call(reportsContract.checkstatus, { _id }))),
  )
  // Otherwise the kill would interrupt no report.
  expect(states.filter(({ status }) => status !== 'done').length).toBeGreaterThan(3)
  const killed = await serverPid()
  process.kill(killed, 'SIGKILL')
  vendors.setLatency(20)

  await until(
    'every report to be done',
    async () => {
      const now = await retryWhileUnavailable('the reports', () =>
        Promise.all(ids.map((_id) => call(reportsContract.checkstatus, { _id }))),
      )
      expect(now.filter(({ status }) => status === 'failed')).toEqual([])
      return now.every(({ status }) => status === 'done')
    },
    120_000,
  )
  expect(isRunning(running.pid)).toBe(true)
  expect(await serverPid()).not.toBe(killed)
  for (const _id of ids) {
    const { sources } = await call(reportsContract.checkstatus, { _id })
    expect(sources!.map(({ id, state, error }) => [id, state, error])).toEqual(
      ['google_suggest', 'bing_suggest', 'searxng'].map((id) => [id, 'done', null]),
    )
  }
  expect((await call(authContract.userdata, {})).user.usage.reports).toBe(usedBefore + 20)
  expect(new Set(ids).size).toBe(20)

  const asked = vendors.log.requests.filter(({ vendor }) => vendor !== 'pages')
  const counts = Map.groupBy(asked, ({ vendor, term, path, query }) =>
    JSON.stringify([vendor, term, path, vendor === 'searxng' ? query : null]),
  )
  expect([...counts].filter(([, each]) => each.length > 1).map(([question, each]) => [question, each.length])).toEqual(
    [],
  )
  expect(counts.size).toBeGreaterThan(1000)
}, 600_000)

test('a locked table delays only calls that need it, and not for long', async () => {
  const { token, workspaceId } = await running.signIn()
  await withDatabase(async (client) => {
    await client.query('begin')
    await client.query('lock table reports in access exclusive mode')
    // As many as there are connections, so that none is left for others.
    const calls = Array.from({ length: 30 }, () => request('/reports/find', token, { workspace_id: workspaceId }))
    const ready = await request('/readyz')
    expect(ready.status).toBe(200)
    expect(ready.ms).toBeLessThan(2000)
    for (const answer of await Promise.all(calls)) expectUnavailable(answer)
    await client.query('rollback')
  })
  await until('the calls to be answered again', async () => {
    const { status } = await request('/reports/find', token, { workspace_id: workspaceId })
    return status === 200
  })
})

// Resuming one process can end others before their turn, so a missing one must not leave the rest stopped.
const resume = (pid: number) => {
  try {
    process.kill(pid, 'SIGCONT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

test('a hanging database isn’t ready within two seconds, and ready again when it resumes', async () => {
  const pids = await withDatabase(async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity where pid is not null')
    return rows.map(({ pid }) => pid)
  })
  const server = await serverPid()
  const all = [server, ...pids].filter(isRunning)
  for (const pid of all) process.kill(pid, 'SIGSTOP')
  try {
    const answer = await until('the first no', async () => {
      const found = await request('/readyz')
      return found.status === 200 ? null : found
    })
    expectUnavailable(answer)
    expect(answer.ms).toBeLessThan(2500)
  } finally {
    for (const pid of all) resume(pid)
  }
  await until('it to be ready again', isReady)
})

test('a read-only database isn’t ready', async () => {
  const reconnect = `select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend'`
  await withDatabase(async (client) => {
    await client.query('alter database earshot set default_transaction_read_only = on')
    await client.query(reconnect)
  })
  const refused = await until('the first no', async () => {
    const found = await request('/readyz')
    return found.status === 200 ? null : found
  })
  expectUnavailable(refused)
  await withDatabase(async (client) => {
    await client.query('set default_transaction_read_only = off')
    await client.query('alter database earshot reset default_transaction_read_only')
    await client.query(reconnect)
  })
  await until('it to be ready again', isReady)
})

test('a second Earshot never starts on the same data, not even while the database is gone', async () => {
  const second = () =>
    new Promise<{ code: number | null; output: string }>((resolve) => {
      const child = spawn(process.execPath, ['src/main.ts'], {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
          DATA_DIR: data.dataDir,
          PORT: '0',
        },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      let output = ''
      child.stderr.on('data', (chunk) => {
        output += String(chunk)
      })
      child.on('exit', (code) => resolve({ code, output: output.trim() }))
    })
  const ending = await endConnections(50)
  stopEnding = ending.stop
  const whileEnded = await second()
  await ending.stop()
  process.kill(await serverPid(), 'SIGKILL')
  const whileGone = await second()
  for (const { code, output } of [whileEnded, whileGone]) {
    expect(code).toBe(1)
    expect(output.split('\n')).toHaveLength(1)
    expect(output).toContain(`already running on ${data.dataDir}`)
  }
  await until('it to be ready again', isReady)
  expect(isRunning(running.pid)).toBe(true)
})

test('an Earshot whose database was taken over stops with a message and leaves the database to the other', async () => {
  const own = await makeDataDir()
  const first = await startEarshot(own.dataDir)
  const client = new pg.Client({ connectionString: await getDatabaseUrl(own.dataDir) })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rows } = await client.query<{ key: string }>(
      `select (classid::bigint << 32 | objid::bigint)::text as key from pg_locks
       where locktype = 'advisory' and pid = (select pid from pg_stat_activity where application_name = 'earshot-owner')`,
    )
    // The next process waiting for the lock gets it before the previous owner returns.
    const taken = client.query('select pg_advisory_lock($1)', [rows[0]!.key])
    await withUrl(await getDatabaseUrl(own.dataDir), (other) =>
      other.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'earshot-owner'`),
    )
    await taken
    await until('it to stop', async () => !isRunning(first.pid), 40_000)
    expect(first.output()).toContain(`Another Earshot is already running on ${own.dataDir}`)
    expect((await client.query('select 1 as alive')).rows).toEqual([{ alive: 1 }])
  } finally {
    await client.end().catch(() => undefined)
    const pid = Number((await readFile(path.join(own.dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n')[0])
    process.kill(pid, 'SIGQUIT')
    spawnSync('sleep', ['0.5'])
    await own.remove()
  }
})

async function withUrl(connectionString: string, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await work(client)
  await client.end()
}
