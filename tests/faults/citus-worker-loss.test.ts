import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { AppError } from '../../src/kit/errors.ts'
import { checkDistributed } from '../../src/platform/database/distribution/check-distributed.ts'
import { type CitusCluster, createCitusDatabase, startCitus, toWorkerUrl } from '../support/citus.ts'
import { until } from '../support/wait-until.ts'
import { findWorkerProcess, type WorkerProcess } from './citus-worker.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/**
 * A Citus worker is killed under load: calls that need the rows of its workspaces are refused, everything else is answered, and all
 * is as before when it's back. Skipped where no cluster can be started or its workers run elsewhere.
 */

/** Of a workspace's calls while the worker is gone. */
const outageMs = 8000
/** More than a queue has workers: those that wait for the lost worker must not keep others from starting. */
const waitingReports = 10
/** Far above a refused connection, and below the limit of a call. */
const maxRefusalMs = 9000

type Place = { workspaceId: string; port: number; report: string; rowId: string; isHidden: boolean; isCertain: boolean }
type Attempt = {
  place: Place
  call: 'find' | 'rows' | 'hide'
  sent: number
  ms: number
  error: AppError | null
}

let cluster: CitusCluster | string
let data: Awaited<ReturnType<typeof makeDataDir>>
let running: RunningEarshot
let client: pg.Client
let call: Awaited<ReturnType<RunningEarshot['signIn']>>['call']
let worker: WorkerProcess
let lostPort: number
let isKilled = false

beforeAll(async () => {
  cluster = await startCitus()
  if (typeof cluster === 'string') return
  const { url } = await createCitusDatabase(cluster.url, { workers: 2, shards: 8 })
  client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    `select nodename as host, nodeport as port from pg_dist_node where groupid <> 0 order by nodeid limit 1`,
  )
  const found = await findWorkerProcess(toWorkerUrl(url, rows[0]))
  if (typeof found === 'string') {
    await cluster.stop()
    cluster = found
    return
  }
  worker = found
  lostPort = rows[0].port
  data = await makeDataDir({ empty: true })
  running = await startEarshot(data.dataDir, { DATABASE_URL: url, ROLES: 'api,worker' })
  ;({ call } = await running.signIn())
})
afterAll(async () => {
  if (isKilled) await worker.start()
  await running?.kill('SIGTERM')
  await client?.end()
  await data?.remove()
  if (cluster && typeof cluster !== 'string') await cluster.stop()
})

const begin = async (workspaceId: string, query: string) =>
  (
    await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      query,
      country: 'US',
      language: 'en',
      sources: ['sample'],
    })
  ).report!._id

async function isDone(id: string) {
  const { status } = await call(reportsContract.checkstatus, { _id: id })
  expect(status).not.toBe('failed')
  return status === 'done'
}

const readRows = (id: string) => call(reportsContract.rows, { _id: id, section: 'keywords', limit: 20, sort: 'text' })

/** Workspaces with a report each, two or more on either worker. */
async function createPlaces(): Promise<Place[]> {
  const places: Place[] = []
  for (let no = 1; no <= 30; no++) {
    const { workspace } = await call(workspacesContract.add, { name: `Workspace ${no}`, color: '#0f766e' })
    const { rows } = await client.query<{ port: number }>(
      `select nodeport as port from pg_dist_shard_placement
       where shardid = get_shard_id_for_distribution_column('report_rows', $1::uuid)`,
      [workspace._id],
    )
    const { port } = rows[0]!
    if (places.filter((place) => place.port === port).length === 3) continue
    const report = await begin(workspace._id, 'cold brew coffee')
    await until('a report', () => isDone(report))
    const rowId = ((await readRows(report)).items as { _id: string }[])[0]!._id
    places.push({ workspaceId: workspace._id, port, report, rowId, isHidden: false, isCertain: true })
    if (places.length === 6) break
  }
  return places
}

/** Each workspace is read and written all the time, until stopped. */
function startLoad(places: Place[]) {
  const attempts: Attempt[] = []
  let isOver = false
  async function attempt(place: Place, name: Attempt['call'], work: () => Promise<unknown>) {
    const sent = performance.now()
    const error = await work().then(
      () => null,
      (thrown: unknown) => thrown as AppError,
    )
    attempts.push({ place, call: name, sent, ms: performance.now() - sent, error })
    return error
  }
  const loops = places.map(async (place) => {
    while (!isOver) {
      const hidden = !place.isHidden
      const refused = await attempt(place, 'hide', () =>
        call(reportsContract.hideRows, { _id: place.report, row_ids: [place.rowId], hidden }),
      )
      // A refused write may have been stored: its answer was lost.
      if (refused) place.isCertain = false
      else Object.assign(place, { isHidden: hidden, isCertain: true })
      const failed = await attempt(place, 'rows', () => readRows(place.report))
      await attempt(place, 'find', () => call(reportsContract.find, { workspace_id: place.workspaceId }))
      await sleep(refused || failed ? 100 : 10)
    }
  })
  return {
    attempts,
    async stop() {
      isOver = true
      await Promise.all(loops)
    },
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

test('a killed worker costs only the calls that need the rows of its workspaces, until it is back', async (context) => {
  if (typeof cluster === 'string') {
    console.warn(`tests/faults/citus-worker-loss.test.ts is skipped. ${cluster}`)
    return context.skip(cluster)
  }
  const places = await createPlaces()
  const isAffected = ({ port }: Place) => port === lostPort
  const affected = places.filter(isAffected)
  const others = places.filter((place) => !isAffected(place))
  expect([affected.length, others.length]).toEqual([3, 3])

  const load = startLoad(places)
  await until('the load', async () => load.attempts.length > 200)
  expect(load.attempts.filter(({ error }) => error)).toEqual([])
  const killed = performance.now()
  isKilled = true
  worker.kill('SIGKILL')

  const waiting: string[] = []
  for (let no = 0; no < waitingReports; no++)
    waiting.push(await begin(affected[no % affected.length]!.workspaceId, 'standing desk'))
  const meanwhile = await Promise.all(others.map(({ workspaceId }) => begin(workspaceId, 'standing desk')))
  await until(
    'reports of the other workspaces',
    async () => (await Promise.all(meanwhile.map(isDone))).every(Boolean),
    30_000,
  )
  const doneMeanwhile = performance.now() - killed
  await sleep(Math.max(0, outageMs - doneMeanwhile))
  expect((await fetch(`${running.url}/readyz`)).status).toBe(200)
  await expect(checkDistributed(client)).rejects.toThrow(`:${lostPort}. The reports of its workspaces can’t be opened`)

  const starting = performance.now()
  await worker.start()
  isKilled = false
  const started = performance.now()
  await until('every workspace to be read and written again', async () => {
    const since = load.attempts.filter(({ sent, error }) => sent > started && !error)
    return affected.every((place) =>
      ['hide', 'rows', 'find'].every((name) => since.some((each) => each.place === place && each.call === name)),
    )
  })
  const recovered = performance.now()
  await until('more of them', async () => load.attempts.filter(({ sent }) => sent > recovered).length > 100)
  await load.stop()

  const failed = load.attempts.filter(({ error }) => error)
  expect(failed.filter(({ place }) => !isAffected(place))).toEqual([])
  expect(failed.filter(({ call: name }) => name === 'find')).toEqual([])
  expect(failed.filter(({ sent }) => sent > recovered)).toEqual([])
  expect(failed.length).toBeGreaterThan(10)
  for (const { error, ms } of failed) {
    expect(error).toBeInstanceOf(AppError)
    expect(error!.toBody()).toMatchObject({
      code: 'unavailable',
      message: 'The reports of this workspace can’t be read or saved right now. Try again in a minute.',
      reason: 'database_partly_lost',
    })
    expect(ms).toBeLessThan(maxRefusalMs)
  }
  const during = load.attempts.filter(({ sent }) => sent > killed && sent < starting)
  const served = during.filter(({ place, error }) => !isAffected(place) && !error)
  for (const name of ['find', 'rows', 'hide'])
    expect(served.filter((each) => each.call === name).length).toBeGreaterThan(10)

  for (const place of places) {
    const { rows } = await client.query<{ hidden: number }>(
      'select count(*)::integer as hidden from report_rows where workspace_id = $1 and report_id = $2 and hidden',
      [place.workspaceId, place.report],
    )
    const { rows: stored } = await client.query<{ hidden: number }>(
      'select hidden_rows as hidden from reports where workspace_id = $1 and id = $2',
      [place.workspaceId, place.report],
    )
    expect(stored[0]!.hidden).toBe(rows[0]!.hidden)
    if (place.isCertain) expect(rows[0]!.hidden).toBe(place.isHidden ? 1 : 0)
  }
  await until('the reports that waited', async () => (await Promise.all(waiting.map(isDone))).every(Boolean))
  for (const id of waiting) expect((await readRows(id)).items.length).toBeGreaterThan(0)
  const doneAfter = performance.now() - started
  const left = await client.query(
    `select count(*)::integer as n from pgboss.job where state = 'failed' or (state = 'retry' and retry_count > 0)`,
  )
  expect(left.rows[0].n).toBe(0)

  const slowest = (attempts: Attempt[]) => seconds(Math.max(...attempts.map(({ ms }) => ms)))
  console.info(
    `A worker of two was gone for ${seconds(started - killed)}: ${failed.length} of ${load.attempts.filter((each) => each.sent > killed && each.sent < recovered && isAffected(each.place)).length} calls of its workspaces were refused, the slowest after ${slowest(failed)}; ${served.length} of the others’ answered, the slowest after ${slowest(served)}, 0 failed; three new reports of the others done ${seconds(doneMeanwhile)} after the kill. All calls succeeded ${seconds(recovered - started)} after the worker’s start, and the ${waitingReports} reports that waited were done after ${seconds(doneAfter)}.`,
  )
})
