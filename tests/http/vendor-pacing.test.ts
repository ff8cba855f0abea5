import { connect, createServer, type Socket } from 'node:net'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { createVendorPacing } from '../../src/features/reports/pipeline/vendor-pacing.ts'
import { findPause, storePause, takeStart } from '../../src/features/reports/store/vendor-pacing-store.ts'
import { migrate, openDatabase } from '../../src/platform/database/database.ts'
import { SourceError, type SourceId } from '../../src/providers/search-data/port.ts'
import { createVendorClient } from '../../src/providers/search-data/vendor-client/vendor-client.ts'
import type { VendorLimits } from '../../src/providers/search-data/vendor-client/vendor-request.ts'
import { type SearchVendors, startSearchVendors } from '../doubles/search-vendors.ts'
import { createDatabase } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** The pace and the pauses of vendors that several processes share in one database. */

type DatabaseHandle = ReturnType<typeof openDatabase>

let vendors: SearchVendors
let url: string
const databases: DatabaseHandle[] = []
const warnings: string[] = []

function open(at = url) {
  const database = openDatabase(at, { max: 4 })
  databases.push(database)
  return database
}

beforeAll(async () => {
  vendors = await startSearchVendors()
  url = await createDatabase(inject('databaseUrl'))
  await migrate(open().db, path.resolve('migrations'))
})
afterAll(async () => {
  await Promise.all(databases.map((database) => database.close()))
  await vendors?.close()
})
afterEach(() => {
  vendors.log.clear()
  warnings.length = 0
})

/** The client of one process. Each test has a source of its own, so that it begins without a pace. */
function startProcess(source: SourceId, limits: Partial<VendorLimits>, { database = open(), timeoutMs = 60_000 } = {}) {
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) }
  const pacing = createVendorPacing(database.db, log, { timeoutMs, aloneMs: 1000 })
  const client = createVendorClient({
    ...{ source, fetch, pacing },
    limits: { timeoutMs: 60_000, ...limits },
    label: 'Google autocomplete',
    setting: 'GOOGLE_SUGGEST_URL',
    credentials: null,
    vendorUrl: vendors.url,
  })
  let asked = 0
  return {
    pacing,
    ask: (signal = AbortSignal.timeout(120_000)) =>
      client.ask({
        path: '/complete/search',
        query: { client: 'firefox', q: `tea ${++asked}` },
        signal,
        read: () => 'answer',
      }),
  }
}

const getKind = (asking: Promise<unknown>) =>
  asking.then(
    () => 'answer',
    (error: unknown) => (error instanceof SourceError ? error.kind : Promise.reject(error)),
  )

/** When requests arrived, in milliseconds since `startedAt`. */
const getTimes = (startedAt = 0) => vendors.log.requests.map(({ at }) => at - startedAt).sort((a, b) => a - b)
/** A request may be late, but none is sent before its turn. Timers may be a millisecond early. */
const findEarly = (times: number[], spacingMs: number) => times.filter((ms, turn) => ms < turn * spacingMs - 1)

const untilPaused = (source: SourceId) =>
  until('the pause to be stored', async () => {
    const pause = await findPause(databases[0]!.db, `${source} ${new URL(vendors.url).host}`)
    return pause && (pause.restMs > 0 || pause.openMs > 0)
  })

/** Stands between a process and the database, and can be cut and repaired. */
async function startRelay() {
  const sockets = new Set<Socket>()
  const { hostname, port } = new URL(url)
  const server = createServer((client) => {
    const upstream = connect(Number(port || 5432), hostname)
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined))
    client.pipe(upstream).pipe(client)
  })
  const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  await listen(0)
  const relayed = new URL(url)
  relayed.hostname = '127.0.0.1'
  relayed.port = String((server.address() as { port: number }).port)
  return {
    url: relayed.href,
    repair: () => listen(Number(relayed.port)),
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    },
  }
}

test('four processes keep a vendor’s pace together', async () => {
  const spacingMs = 150
  const processes = Array.from({ length: 4 }, () => startProcess('google_suggest', { spacingMs }))
  const startedAt = Date.now()
  await Promise.all(Array.from({ length: 16 }, (_, index) => processes[index % 4]!.ask()))
  expect(warnings).toEqual([])
  const times = getTimes(startedAt)
  expect(times).toHaveLength(16)
  expect(findEarly(times, spacingMs), times.join(' ')).toEqual([])
})

test('a start that waits for another one’s finds no pause there', async () => {
  const { db } = open()
  const outcome = await db.transaction().execute(async (tx) => {
    await sql`select now()`.execute(tx)
    await takeStart(db, 'nobody', 100)
    return takeStart(tx, 'nobody', 100)
  })
  expect(outcome.openMs).toBeLessThan(0)
  expect(outcome.restMs).toBeLessThan(0)
  await storePause(db, 'nobody', { restMs: 60_000 })
  const paused = await takeStart(db, 'nobody', 100)
  expect(paused.restMs).toBeGreaterThan(0)
  expect(paused.openMs).toBeLessThan(0)
})

test('a wait that the vendor asked one process for is kept by another, whose request had a start', async () => {
  const [first, second] = [0, 1].map(() => startProcess('bing_suggest', { spacingMs: 3000 }))
  vendors.setFault('google_suggest', { kind: 'status', status: 429, retryAfter: 4, times: 1 })
  const asking = [first!.ask()]
  await until('the first request', async () => vendors.log.count() === 1)
  asking.push(second!.ask())
  expect(await Promise.all(asking)).toEqual(['answer', 'answer'])
  expect(warnings).toEqual([])
  const [start, next, last] = getTimes()
  expect(next! - start!).toBeGreaterThanOrEqual(3999)
  expect(last! - start!).toBeGreaterThanOrEqual(6999)
  expect(vendors.log.count()).toBe(3)
})

test('a circuit breaker that opened in one process stops the others, those started later too', async () => {
  const limits = { breakAfter: 2, retries: 0, breakForMs: [60_000] }
  const [first, second] = [0, 1].map(() => startProcess('duckduckgo_suggest', limits))
  expect(await second!.ask()).toBe('answer')
  vendors.setFault('google_suggest', { kind: 'status', status: 500, times: 2 })
  for (let index = 0; index < 2; index++) expect(await getKind(first!.ask())).toBe('server_error')
  await untilPaused('duckduckgo_suggest')
  const later = startProcess('duckduckgo_suggest', limits)
  for (const process of [first!, second!, later]) expect(await getKind(process.ask())).toBe('circuit_open')
  expect(vendors.log.count()).toBe(3)
})

test('without the database each process keeps its own pace, and shares again when it’s back', async () => {
  const limits = { spacingMs: 200 }
  const relay = await startRelay()
  const cut = startProcess('youtube_suggest', limits, { database: open(relay.url) })
  const other = startProcess('youtube_suggest', limits)
  expect(await cut.ask()).toBe('answer')
  relay.cut()
  vendors.log.clear()
  const startedAt = Date.now()
  expect(await Promise.all([cut.ask(), cut.ask(), cut.ask()])).toEqual(['answer', 'answer', 'answer'])
  expect(warnings[0]).toBe('This process paces its sources alone for a moment')
  expect(findEarly(getTimes(startedAt), limits.spacingMs)).toEqual([])
  expect(await other.ask()).toBe('answer')

  await relay.repair()
  other.pacing.pause(`youtube_suggest ${new URL(vendors.url).host}`, { openMs: 60_000 })
  await until('the pause to be heard', async () => (await getKind(cut.ask())) === 'circuit_open')
  relay.cut()
})

test('a database that hangs doesn’t hold up requests', async () => {
  const process = startProcess('wikipedia', { spacingMs: 50 }, { timeoutMs: 300 })
  const locked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const lock = databases[0]!.db.transaction().execute(async (tx) => {
    await sql`lock table vendor_pacing`.execute(tx)
    locked.resolve()
    await release.promise
  })
  await locked.promise
  expect(await Promise.all([process.ask(), process.ask()])).toEqual(['answer', 'answer'])
  expect(warnings).toHaveLength(1)
  release.resolve()
  await lock
})
