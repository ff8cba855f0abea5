/**
 * Reports a minute with 1, 2 and 4 worker processes on one PostgreSQL, against vendors that answer immediately: what a report costs in
 * processor time of worker and database, how many connections each takes, and whether anything was done or paid twice.
 * API, workers, PostgreSQL and vendors are separate processes.
 *
 *   node bench/worker-scaling.ts [reportsARound=40] [workers=1,2,4]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { cpus, loadavg } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { reportsContract } from '../src/features/reports/contract.ts'
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'
import { makeDataDir, type RunningEarshot, startEarshot } from '../tests/faults/earshot-process.ts'
import { printTable } from './print-table.ts'
import { cpuMsWithChildren, getCpuMs, getServerPid } from './process-cpu.ts'
import { makeTopics } from './scale-words.ts'

const reportsARound = Number(process.argv[2] ?? 40)
const rounds = (process.argv[3] ?? '1,2,4').split(',').map(Number)
/** A source of each kind: suggestions, articles, questions people asked. */
const sources = ['google_suggest', 'bing_suggest', 'duckduckgo_suggest', 'wikipedia', 'stackexchange'] as const

const data = await makeDataDir({ empty: true })
const database = await startEmbeddedPostgres(data.dataDir, createLog('error'))
const serverPid = getServerPid(data.dataDir)
const vendors = await startVendors()
const client = new pg.Client({ connectionString: database.url })
await client.connect()
const shared = {
  ...vendors.settings,
  DATABASE_URL: database.url,
  SECRET_KEY: 'the same secret for every process of it',
  // Five processes of 20 + 8 would be more than the 120 connections there are.
  DATABASE_CONNECTIONS: '15',
}
const running: { earshot: RunningEarshot; remove(): Promise<void> }[] = []
const topics = makeTopics().toReversed()

try {
  const api = await started('api')
  const { call, workspaceId } = await api.signIn()
  const table: (string | number)[][] = []
  let made = 0
  for (const count of rounds) {
    const workers = await Promise.all(Array.from({ length: count }, () => started('worker')))
    // Code is compiled and connections are made by then.
    await finish(count * 4, 'warm')
    const before = { workers: getCpu(workers), database: cpuMsWithChildren(serverPid), asks: await vendorAsks() }
    const { seconds, connections, ids } = await finish(reportsARound, 'measured')
    const worker = (getCpu(workers) - before.workers) / reportsARound
    const own = (cpuMsWithChildren(serverPid) - before.database) / reportsARound
    const { rows } = await client.query(
      `select avg(row_count)::int as rows, count(*) filter (where attempt <> 5) as twice, count(*) filter (where status <> 'done') as failed from reports where id = any ($1)`,
      [ids],
    )
    const asked = (await vendorAsks()) - before.asks
    const { rows: stored } = await client.query(
      'select count(*) as asks from report_asks where report_id = any ($1) and source = any ($2)',
      [ids, sources.slice(0, 3)],
    )
    table.push([
      count,
      Math.round((reportsARound / seconds) * 60),
      rows[0].rows,
      Math.round(worker),
      Math.round(own),
      Math.round(60_000 / worker),
      Math.round(60_000 / own),
      connections,
      rows[0].failed,
      rows[0].twice,
      asked - Number(stored[0].asks),
    ])
    console.log(
      `${count} ${count === 1 ? 'worker' : 'workers'}: ${Math.round((reportsARound / seconds) * 60)} reports a minute`,
    )
    await Promise.all(workers.map((worker) => worker.kill('SIGTERM')))
  }
  printTable(
    [
      'workers',
      'reports a minute',
      'rows each',
      'worker CPU ms a report',
      'PostgreSQL CPU ms',
      'a minute and processor: worker',
      'PostgreSQL',
      'connections',
      'not done',
      'stages run twice',
      'asked twice',
    ],
    table,
  )
  const { rows } = await client.query(
    `select (select coalesce(sum(used), 0) from usage where tool = 'reports') as used, (select count(*) from reports) as reports,
       (select count(*) from pgboss.job where name like 'report-%' and (retry_count > 0 or state not in ('completed'))) as again`,
  )
  console.log(
    `${rows[0].reports} reports took ${rows[0].used} units; ${rows[0].again} jobs were tried again or are open`,
  )
  console.log(`load of the machine, last minute: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} processors`)

  async function finish(count: number, round: string) {
    const queries = topics.slice(made, made + count)
    made += count
    const { rows } = await client.query('select now() as now')
    const begun = performance.now()
    const { reports, report } = await call(reportsContract.new, {
      workspace_id: workspaceId,
      type: 'topic',
      queries,
      country: 'US',
      language: 'en',
      sources: [...sources],
    })
    const ids = (reports ?? [report!]).map(({ _id }) => _id)
    let connections = ''
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 250))
      const { rows: open } = await client.query(
        `select count(*) as open from reports where id = any ($1) and status in ('queued', 'running', 'partial')`,
        [ids],
      )
      const { rows: held } = await client.query(
        `select application_name as name, count(*) as held from pg_stat_activity where application_name like 'earshot%' and application_name <> 'earshot-owner' group by 1 order by 1`,
      )
      connections = getMax(connections, held.map(({ held }) => held).join(' + '))
      if (Number(open[0].open) === 0) break
      if (performance.now() - begun > 300_000) throw new Error(`${open[0].open} ${round} reports are still open`)
    }
    const { rows: ended } = await client.query(
      'select extract(epoch from max(finished_at) - $2) as seconds from reports where id = any ($1)',
      [ids, rows[0].now],
    )
    return { seconds: Number(ended[0].seconds), connections, ids }
  }
} finally {
  await Promise.all(running.map(({ earshot }) => earshot.kill('SIGTERM')))
  await client.end()
  await database.stop()
  vendors.child.kill()
  await Promise.all([data.remove(), ...running.map(({ remove }) => remove())])
}

async function started(roles: string) {
  const own = await makeDataDir({ empty: true })
  const earshot = await startEarshot(own.dataDir, { ...shared, ROLES: roles })
  running.push({ earshot, remove: own.remove })
  return earshot
}

function getCpu(processes: RunningEarshot[]) {
  return processes.reduce((sum, { pid }) => sum + getCpuMs(pid), 0)
}

function getMax(a: string, b: string) {
  const sum = (text: string) => text.split(' + ').reduce((total, part) => total + Number(part), 0)
  return sum(b) > sum(a) ? b : a
}

/** Starts the double as a separate process; it prints the settings that point to it. */
async function startVendors() {
  const child: ChildProcess = spawn(
    process.execPath,
    [path.resolve(import.meta.dirname, '..', 'tests', 'doubles', 'search-vendors.ts'), '--port', '0'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const settings: Record<string, string> = {}
  let output = ''
  for await (const chunk of child.stdout!) {
    output += String(chunk)
    if (/^OUTBOUND_ALLOW=.+\n/m.test(output)) break
  }
  for (const line of output.trim().split('\n'))
    settings[line.slice(0, line.indexOf('='))] = line.slice(line.indexOf('=') + 1)
  return { child, settings }
}

/** Questions the suggestion sources were asked so far. */
async function vendorAsks() {
  const { counts } = (await (
    await fetch(`${vendors.settings.GOOGLE_SUGGEST_URL}/double/counts`, { method: 'POST' })
  ).json()) as { counts: Record<string, number> }
  return sources.slice(0, 3).reduce((sum, source) => sum + (counts[source] ?? 0), 0)
}
