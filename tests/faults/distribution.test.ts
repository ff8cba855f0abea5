import { spawn } from 'node:child_process'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { workspacesContract } from '../../src/features/workspaces/contract.ts'
import { readDistribution } from '../../src/platform/database/distribution/distribution-state.ts'
import { distributedTables } from '../../src/platform/database/distribution/table-classes.ts'
import { type CitusCluster, createCitusDatabase, startCitus } from '../support/citus.ts'
import { until } from '../support/wait-until.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/**
 * An installation with data on a Citus coordinator, distributed while it runs by a command that is killed at ten points. Skipped
 * where no cluster can be started.
 */

const root = path.resolve(import.meta.dirname, '..', '..')
const kills = 10

let cluster: CitusCluster | string
let url: string
let spare: Awaited<ReturnType<typeof createCitusDatabase>>['spare']
let data: Awaited<ReturnType<typeof makeDataDir>>
let running: RunningEarshot
let client: pg.Client
let call: Awaited<ReturnType<RunningEarshot['signIn']>>['call']
let token: string
let workspaceId: string

beforeAll(async () => {
  cluster = await startCitus()
  if (typeof cluster === 'string') return
  ;({ url, spare } = await createCitusDatabase(cluster.url, { distributed: false, workers: 2 }))
  data = await makeDataDir({ empty: true })
  running = await startEarshot(data.dataDir, { DATABASE_URL: url, ROLES: 'api,worker' })
  ;({ call, token, workspaceId } = await running.signIn())
  client = new pg.Client({ connectionString: url })
  await client.connect()
})
afterAll(async () => {
  await running?.kill('SIGTERM')
  await client?.end()
  await data?.remove()
  if (cluster && typeof cluster !== 'string') await cluster.stop()
})

async function makeReport(workspace: string, query: string): Promise<string> {
  const { report } = await call(reportsContract.new, {
    workspace_id: workspace,
    type: 'topic',
    query,
    country: 'US',
    language: 'en',
    sources: ['sample'],
  })
  await until(`the report on ${query}`, async () => {
    const { status } = await call(reportsContract.checkstatus, { _id: report!._id })
    expect(status).not.toBe('failed')
    return status === 'done'
  })
  return report!._id
}

/** Count and hash of every row of each table. */
async function fingerprint() {
  const found: Record<string, string> = {}
  for (const { name } of distributedTables) {
    const { rows } = await client.query(
      `select count(*) || ' ' || md5(coalesce(string_agg(md5(t::text), '' order by md5(t::text)), '')) as print from ${name} t`,
    )
    found[name] = rows[0].print
  }
  return found
}

/** Runs a command to its end, or kills it after so many lines. */
async function run(script: string, args: string[], killAfter = Number.POSITIVE_INFINITY) {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: data.dataDir, DATABASE_URL: url },
  })
  let output = ''
  let isKilled = false
  const take = (chunk: unknown) => {
    output += String(chunk)
    if (!isKilled && output.split('\n').length > killAfter) {
      isKilled = true
      child.kill('SIGKILL')
    }
  }
  child.stdout.on('data', take)
  child.stderr.on('data', take)
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, output, isKilled }
}

const readRows = (id: string) => call(reportsContract.rows, { _id: id, section: 'keywords', limit: 50, sort: 'text' })

test('distributing survives kill -9 at ten points, keeps every row, and the calls work on workers', async (context) => {
  if (typeof cluster === 'string') {
    console.warn(`tests/faults/distribution.test.ts is skipped. ${cluster}`)
    return context.skip(cluster)
  }
  const { workspace } = await call(workspacesContract.add, { name: 'Another', color: '#0f766e' })
  const reports = [
    await makeReport(workspaceId, 'cold brew coffee'),
    await makeReport(workspaceId, 'standing desk'),
    await makeReport(workspace._id, 'electric bike'),
  ]
  const [report, second, other] = reports as [string, string, string]
  const before = await fingerprint()
  expect(Number(before.report_rows!.split(' ')[0])).toBeGreaterThan(300)
  const page = await readRows(report)

  const check = await run('src/distribute.ts', ['--check'])
  expect(check).toMatchObject({ code: 0, output: expect.stringMatching(/Ready\. 24 steps/) })
  expect((await readDistribution(client)).tables.some(({ isDistributed }) => isDistributed)).toBe(false)

  let isOver = false
  const failures: unknown[] = []
  let reads = 0
  const reading = (async () => {
    while (!isOver) {
      await Promise.all([readRows(report), call(reportsContract.find, { workspace_id: workspaceId })]).then(
        () => reads++,
        (error: unknown) => failures.push(error),
      )
    }
  })()
  for (let no = 0; no < kills; no++) {
    const killed = await run('src/distribute.ts', ['--shards=4'], (no % 3) + 1)
    expect(killed.isKilled, killed.output).toBe(true)
    expect(await fingerprint()).toEqual(before)
    expect(await readRows(report)).toEqual(page)
  }
  const finished = await run('src/distribute.ts', ['--shards=4'])
  expect(finished, finished.output).toMatchObject({ code: 0 })
  expect(finished.output).toContain('8 tables are distributed over 2 workers')
  isOver = true
  await reading
  expect(failures).toEqual([])
  expect(reads).toBeGreaterThan(0)
  expect(await fingerprint()).toEqual(before)
  expect((await run('src/distribute.ts', [])).output).toMatch(/^8 tables are distributed/)

  const { workers, tables } = await readDistribution(client)
  expect(
    tables.every(({ isDistributed, isReleased, hasLeftovers }) => isDistributed && isReleased && !hasLeftovers),
  ).toBe(true)
  expect(workers.every(({ shards }) => shards > 0)).toBe(true)

  expect(await readRows(report)).toEqual(page)
  expect((await call(reportsContract.find, { workspace_id: workspaceId })).items).toHaveLength(2)
  const file = await fetch(`${running.url}/reports/export/${report}?format=json`, {
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(((await file.json()) as { rows: unknown[] }).rows.length).toBeGreaterThan(50)
  expect((await call(reportsContract.get, { id: report, sections: 'keywords,clusters' })).report._id).toBe(report)
  await call(reportsContract.hideRows, { _id: report, row_ids: [(page.items[0] as { _id: string })._id], hidden: true })
  expect((await readRows(report)).total).toBe(page.total! - 1)
  const fresh = await makeReport(workspaceId, 'standing desk')
  expect((await readRows(fresh)).items.length).toBeGreaterThan(0)

  const countRows = async (where: string, values: unknown[]) => {
    let sum = 0
    for (const { name } of distributedTables)
      sum += Number((await client.query(`select count(*) as n from ${name} where ${where}`, values)).rows[0].n)
    return sum
  }
  expect(await countRows('report_id = $1', [second])).toBeGreaterThan(0)
  await client.query('delete from reports where workspace_id = $1 and id = $2', [workspaceId, second])
  expect(await countRows('report_id = $1', [second])).toBe(0)
  expect(await countRows('workspace_id = $1', [workspace._id])).toBeGreaterThan(0)
  await call(workspacesContract.remove, { _id: workspace._id })
  await until('the workspace to be deleted', async () => (await countRows('workspace_id = $1', [workspace._id])) === 0)
  await expect(call(reportsContract.rows, { _id: other, section: 'keywords' })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a worker that is added gets its share while clients write, and no write fails', async (context) => {
  if (typeof cluster === 'string') return context.skip(cluster)
  const [added] = spare
  if (!added) return context.skip('The cluster has two workers only.')
  const report = await makeReport(workspaceId, 'cold brew coffee')
  const { items, total } = await readRows(report)
  const [rowId] = (items as { _id: string }[]).map(({ _id }) => _id)
  const before = await fingerprint()
  let isOver = false
  let written = 0
  const failures: unknown[] = []
  const writing = (async () => {
    for (let hidden = true; !isOver || !hidden; hidden = !hidden)
      await call(reportsContract.hideRows, { _id: report, row_ids: [rowId!], hidden }).then(
        () => written++,
        (error: unknown) => failures.push(error),
      )
  })()
  await client.query('select citus_add_node($1, $2)', [added.host, added.port])
  const check = await run('src/rebalance.ts', ['--check'])
  expect(check, check.output).toMatchObject({ code: 0 })
  expect(check.output).toContain(`to ${added.host}:${added.port}`)
  const done = await run('src/rebalance.ts', [])
  expect(done, done.output).toMatchObject({ code: 0 })
  isOver = true
  await writing
  expect(failures).toEqual([])
  expect(written).toBeGreaterThan(0)
  const { workers } = await readDistribution(client)
  expect(workers).toHaveLength(3)
  expect(workers.every(({ shards }) => shards > 0)).toBe(true)
  const after = await fingerprint()
  // The attempt of columns changes with each write of hidden rows.
  for (const { name } of distributedTables)
    if (name !== 'report_columns') expect([name, after[name]]).toEqual([name, before[name]])
  expect((await readRows(report)).total).toBe(total)
})
