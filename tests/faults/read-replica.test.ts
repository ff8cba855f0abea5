import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chown, mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsContract } from '../../src/features/cms/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { createClient } from '../../src/kit/client.ts'
import { checkReplica } from '../../src/platform/database/check-replica.ts'
import { startEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts'
import { findEmbeddedPaths } from '../../src/platform/database/embedded-postgres-paths.ts'
import { createLog } from '../../src/platform/log.ts'
import { until } from '../support/wait-until.ts'
import { freePort, makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/**
 * A real streaming replica of the embedded PostgreSQL, by its own binaries: a copy of the primary's files taken between
 * pg_backup_start and pg_backup_stop. Two processes answer calls, so that one's writes are read in the other.
 */

const maxLagSeconds = 5
const injectedLagSeconds = 10

let database: Awaited<ReturnType<typeof startEmbeddedPostgres>>
let replica: Standby
let a: RunningEarshot
let b: RunningEarshot
let call: Awaited<ReturnType<RunningEarshot['signIn']>>['call']
let callB: typeof call
let token: string
let workspaceId: string
/** Two finished reports of one query, and the link of the first. */
let report: string
let other: string
let link: string
const directories: Awaited<ReturnType<typeof makeDataDir>>[] = []
const processes: RunningEarshot[] = []

type Standby = { url: string; start(): Promise<void>; kill(signal: NodeJS.Signals): void; remove(): Promise<void> }

async function dataDir() {
  const data = await makeDataDir({ empty: true })
  directories.push(data)
  return data.dataDir
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

async function copyToStandby(primaryDir: string, primaryUrl: string): Promise<Standby> {
  const { directory, binaries, identity } = await findEmbeddedPaths(primaryDir)
  const copy = `${directory}-standby`
  await mkdir(copy, { mode: 0o700 })
  if ('uid' in identity) await chown(copy, identity.uid!, identity.gid!)
  const client = new pg.Client({ connectionString: primaryUrl })
  await client.connect()
  await client.query(`select pg_backup_start('standby', true)`)
  await promisify(execFile)('cp', ['-a', `${directory}/.`, copy])
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  await client.end()
  await Promise.all(['postmaster.pid', 'postmaster.opts'].map((file) => rm(path.join(copy, file), { force: true })))
  const { hostname, port: primaryPort, username, password } = new URL(primaryUrl)
  const files = {
    backup_label: rows[0]!.labelfile,
    'standby.signal': '',
    'postgresql.auto.conf': `primary_conninfo = 'host=${hostname} port=${primaryPort} user=${username} password=${password}'\n`,
  }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(path.join(copy, name), text, { mode: 0o600 })
    if ('uid' in identity) await chown(path.join(copy, name), identity.uid!, identity.gid!)
  }
  const port = await freePort()
  const url = Object.assign(new URL(primaryUrl), { port: String(port) }).href
  const flags = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=120']
  let server: ChildProcess
  const kill = (signal: NodeJS.Signals) => void server.kill(signal)
  return {
    url,
    kill,
    async start() {
      // Processes of a killed server take a moment to notice, and the next one waits for them.
      await rm(path.join(copy, 'postmaster.pid'), { force: true })
      server = spawn(binaries.postgres, ['-D', copy, '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])], {
        ...identity,
        cwd: copy,
        stdio: 'ignore',
      })
      await until('the replica to stream', async () => {
        if (server.exitCode !== null) throw new Error(`The replica ended with ${server.exitCode}`)
        const rows = await query(primaryUrl, `select from pg_stat_replication where state = 'streaming'`)
        return rows.length > 0
      })
      await until('the replica to answer', () => query(url, 'select 1 as one').catch(() => null))
    },
    async remove() {
      kill('SIGKILL')
      await until(
        'its lock to be given back',
        async () => !existsSync(copy) || server.exitCode !== null || server.signalCode,
      )
      await rm(copy, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

async function start(roles: string) {
  const running = await startEarshot(await dataDir(), {
    ROLES: roles,
    DATABASE_URL: database.url,
    DATABASE_REPLICA_URL: replica.url,
    DATABASE_REPLICA_MAX_LAG_SECONDS: String(maxLagSeconds),
    SECRET_KEY: 'the same secret for every process of it',
  })
  processes.push(running)
  return running
}

async function makeReports(queries: string[]): Promise<string[]> {
  const made = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'topic',
    queries,
    country: 'US',
    language: 'en',
    sources: ['sample'],
  })
  const ids = (made.reports ?? [made.report!]).map(({ _id }) => _id)
  await until('the reports', async () => {
    const { items } = await call(reportsContract.checkstatus, { ids })
    return items!.every(({ status }) => status === 'done')
  })
  return ids
}

/** How many reads a process answered, by kind, database and reason. */
async function countReads(of: RunningEarshot, labels: { kind?: string; answered_by?: string; reason?: string }) {
  const text = await (await fetch(`${of.url}/metrics`)).text()
  return [...text.matchAll(/^earshot_replica_reads_total\{(.+)\} (\d+)$/gm)]
    .filter(([, given]) => Object.entries(labels).every(([name, value]) => given!.includes(`${name}="${value}"`)))
    .reduce((sum, [, , count]) => sum + Number(count), 0)
}

async function readLag(of: RunningEarshot) {
  const text = await (await fetch(`${of.url}/metrics`)).text()
  return Number(/^earshot_replica_lag_seconds (\S+)$/m.exec(text)?.[1])
}

async function readPages(on: typeof call, sort?: string) {
  const rows: unknown[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await on(reportsContract.rows, { _id: report, section: 'keywords', limit: 100, sort, cursor })
    rows.push(...page.items)
    if (!page.next_cursor) return rows
    cursor = page.next_cursor
  }
}

/** Texts of a report's visible rows by every way to read them. */
async function readEverywhere(on: typeof call, url: string) {
  const headers = { Authorization: `Bearer ${token}` }
  const [page, sorted, found, file, comparison, shared, keywords] = await Promise.all([
    readPages(on),
    readPages(on, 'text'),
    on(reportsContract.get, { id: report, sections: 'keywords' }),
    fetch(`${url}/reports/export/${report}?format=json`, { headers }).then((response) => response.json()),
    on(reportsContract.compare, { a: report, b: other }),
    createClient({ baseUrl: url })(sharingContract.open, { token: link }),
    on(reportsContract.findings, { _id: report }),
  ])
  const toTexts = (rows: unknown) => (rows as { text: string }[]).map(({ text }) => text).sort()
  expect(comparison.a._id).toBe(report)
  expect(keywords.items).toBeInstanceOf(Array)
  const lists = [
    page,
    sorted,
    found.report.sections.keywords,
    (file as { rows: unknown }).rows,
    shared.report!.sections.keywords,
  ].map(toTexts)
  for (const list of lists) expect(list).toEqual(lists[0])
  return lists[0]!
}

const readers = () => [() => readEverywhere(call, a.url), () => readEverywhere(callB, b.url)]

const waitForReplica = () =>
  until('the replica to answer again', async () => {
    const before = await Promise.all([a, b].map((of) => countReads(of, { answered_by: 'replica' })))
    for (const read of readers()) await read()
    const after = await Promise.all([a, b].map((of) => countReads(of, { answered_by: 'replica' })))
    return after.every((count, at) => count > before[at]!)
  })

beforeAll(async () => {
  const primaryDir = await dataDir()
  database = await startEmbeddedPostgres(primaryDir, createLog('error'))
  replica = await copyToStandby(primaryDir, database.url)
  await replica.start()
  a = await start('api,worker')
  b = await start('api')
  ;({ call, token, workspaceId } = await a.signIn())
  callB = createClient({ baseUrl: b.url, headers: () => ({ Authorization: `Bearer ${token}` }) })
  ;[report, other] = [...(await makeReports(['cold brew coffee'])), ...(await makeReports(['cold brew coffee']))] as [
    string,
    string,
  ]
  link = (await call(sharingContract.share, { _id: report })).share.token
}, 240_000)
afterAll(async () => {
  await Promise.all(processes.map((running) => running.kill('SIGTERM')))
  await replica?.remove()
  await database?.stop()
  await Promise.all(directories.map((data) => data.remove()))
})

test('the replica answers rows, exports, comparisons, shared reports and posts, with the same as the primary', async () => {
  await waitForReplica()
  expect((await readEverywhere(call, a.url)).length).toBeGreaterThan(10)
  await call(cmsContract.add, { slug: 'first', title: 'First', body_md: 'A text.', status: 'published' })
  for (const [running, reader] of [
    [a, call],
    [b, callB],
  ] as const) {
    const before = await countReads(running, { kind: 'blog' })
    expect((await reader(cmsContract.publicGet, { slug: 'first' })).post.title).toBe('First')
    expect(await countReads(running, { kind: 'blog' })).toBeGreaterThan(before)
  }
  await until('a page of a blog from the replica', async () => {
    // Lists that nobody read before aren't cached.
    await callB(cmsContract.publicList, { page: Math.ceil(Math.random() * 1000), limit: 10 })
    return (await countReads(b, { kind: 'blog', answered_by: 'replica' })) > 0
  })
})

test('with a lag of ten seconds, nobody reads anything older than their own writes or than the limit', async () => {
  await waitForReplica()
  await query(replica.url, 'select pg_wal_replay_pause()')
  try {
    const before = await readEverywhere(call, a.url)
    const { items } = await call(reportsContract.rows, { _id: report, section: 'keywords', limit: 2 })
    const ids = (items as { _id: string; type: string }[]).map(({ _id }) => _id)
    await call(reportsContract.hideRows, { _id: report, row_ids: ids, hidden: true })
    const expected = before.length - 2
    for (const read of readers()) expect(await read()).toHaveLength(expected)

    await call(cmsContract.update, {
      _id: (await call(cmsContract.get, { slug: 'first' })).post._id,
      title: 'Second',
      slug: 'second',
    })
    for (const reader of [call, callB])
      expect((await reader(cmsContract.publicGet, { slug: 'second' })).post.title).toBe('Second')
    const [fresh] = await makeReports(['standing desk'])
    for (const reader of [call, callB])
      expect((await reader(reportsContract.rows, { _id: fresh!, section: 'keywords' })).total).toBeGreaterThan(0)

    // Past the report's version, which changes by Earshot only: what no version tells is read within the limit all the same.
    await query(database.url, `update report_rows set text = 'changed past Earshot' where id = '${ids[0]}'`)
    await until('the injected lag', async () => {
      for (const read of readers()) expect(await read()).toHaveLength(expected)
      return (await readLag(a)) >= injectedLagSeconds && (await readLag(b)) >= injectedLagSeconds
    })
    for (const of of [a, b]) expect(await countReads(of, { reason: 'lagging' })).toBeGreaterThan(0)
    for (const of of [a, b]) expect(await countReads(of, { kind: 'report', reason: 'behind' })).toBeGreaterThan(0)
    const unread = { _id: other, section: 'keywords', limit: 1 } as const
    const byReplica = await countReads(b, { answered_by: 'replica' })
    await query(database.url, `update report_rows set text = 'changed for everybody' where report_id = '${other}'`)
    expect((await callB(reportsContract.rows, unread)).items[0]).toMatchObject({ text: 'changed for everybody' })
    expect(await countReads(b, { answered_by: 'replica' })).toBe(byReplica)
    await expect(
      checkReplica(
        { query: ((text: string) => query(database.url, text).then((rows) => ({ rows }))) as never },
        {
          url: replica.url,
          maxLagSeconds: 1,
        },
      ),
    ).resolves.toMatchObject({ state: 'warn', message: expect.stringContaining('more than 1 s behind') })
  } finally {
    await query(replica.url, 'select pg_wal_replay_resume()')
  }
  await waitForReplica()
})

const isReady = async (of: RunningEarshot) => (await fetch(`${of.url}/readyz`)).status === 200

test('when the replica is killed, every call succeeds, and it is used again after its return', async () => {
  await waitForReplica()
  const expected = await readEverywhere(call, a.url)
  let isKilled = false
  let rounds = 0
  const load = Array.from({ length: 6 }, async (_, at) => {
    // Rounds that began before the kill, meet it, and come after it.
    for (let after = 0; after < 5; ) {
      expect(await readers()[at % 2]!()).toEqual(expected)
      rounds += 1
      if (isKilled) after += 1
    }
  })
  await until('the first answers', async () => rounds > 6)
  replica.kill('SIGKILL')
  isKilled = true
  await Promise.all(load)
  await until('both to know', async () => {
    for (const read of readers()) expect(await read()).toEqual(expected)
    const counts = await Promise.all([a, b].map((of) => countReads(of, { reason: 'down' })))
    return counts.every((count) => count > 0)
  })
  expect(await Promise.all([a, b].map(isReady))).toEqual([true, true])
  await replica.start()
  await waitForReplica()
})

test('when the replica hangs, every call succeeds', async () => {
  await waitForReplica()
  const expected = await readEverywhere(call, a.url)
  const pids = await query<{ pid: number }>(
    replica.url,
    'select pid from pg_stat_activity where pid <> pg_backend_pid()',
  )
  const stop = (signal: NodeJS.Signals) => {
    replica.kill(signal)
    for (const { pid } of pids) {
      try {
        process.kill(pid, signal)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }
  stop('SIGSTOP')
  try {
    for (const read of readers()) expect(await read()).toEqual(expected)
    expect(await Promise.all([a, b].map(isReady))).toEqual([true, true])
  } finally {
    stop('SIGCONT')
  }
  await waitForReplica()
})

test('a replica that was promoted isn’t read any more', async () => {
  const primary = { query: ((text: string) => query(database.url, text).then((rows) => ({ rows }))) as never }
  await expect(checkReplica(primary, { url: replica.url, maxLagSeconds })).resolves.toMatchObject({
    state: 'ok',
    message: expect.stringContaining('A standby of this database'),
  })
  await waitForReplica()
  await query(replica.url, 'select pg_promote()')
  await expect(checkReplica(primary, { url: replica.url, maxLagSeconds })).rejects.toThrow(/isn’t a standby/)
  await until('both to notice', async () => {
    for (const read of readers()) await read()
    const counts = await Promise.all([a, b].map((of) => countReads(of, { reason: 'not_a_standby' })))
    return counts.every((count) => count > 0)
  })
})
