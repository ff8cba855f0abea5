/**
 * Reports on plain PostgreSQL and on a Citus cluster, measured in turns in the same run: 200 workspaces with 20,000 reports and 2,000,000
 * rows are distributed to one worker, then a second and a third are added and get their share while clients write. The plain
 * database is on the coordinator's server, so both have the same settings.
 *
 *   CITUS_URL=postgres://… node bench/citus-scale.ts [reports=20000] [rows=2000000] [callsAKind=60]
 *
 * CITUS_URL is a superuser's connection to a coordinator with three workers. For processor time they have to run on this machine.
 */
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { reportsContract } from '../src/features/reports/contract.ts'
import { migrate, openDatabase } from '../src/platform/database/database.ts'
import { checkDistributed } from '../src/platform/database/distribution/check-distributed.ts'
import { distributeTables } from '../src/platform/database/distribution/distribute-tables.ts'
import { readDistribution } from '../src/platform/database/distribution/distribution-state.ts'
import { rebalanceShards } from '../src/platform/database/distribution/rebalance-shards.ts'
import { distributedTables } from '../src/platform/database/distribution/table-classes.ts'
import { makeDataDir, startEarshot } from '../tests/faults/earshot-process.ts'
import { createCitusDatabase, listCitusServers } from '../tests/support/citus.ts'
import {
  dropDatabases,
  newDatabaseName,
  newRunPrefix,
  withClient,
  withDatabase,
} from '../tests/support/test-databases.ts'
import { until } from '../tests/support/wait-until.ts'
import { printTable } from './print-table.ts'
import { cpuMsWithChildren } from './process-cpu.ts'

const clusterUrl = process.argv[2]
if (!clusterUrl)
  throw new Error('Name the coordinator: node bench/citus-scale.ts postgres://postgres@127.0.0.1:5550/earshot')
const reportsWanted = Number(process.argv[3] ?? 20_000)
const rowsWanted = Number(process.argv[4] ?? 2_000_000)
const callsAKind = Number(process.argv[5] ?? 60)
const workspaces = 200
/** One report in ten has so many rows; the others share what is left. */
const rowsOfBig = 500
const newReports = Math.max(3, Math.round(callsAKind / 4))

type Side = {
  name: 'plain' | 'Citus'
  url: string
  client: pg.Client
  call: Awaited<ReturnType<Awaited<ReturnType<typeof startEarshot>>['signIn']>>['call']
  places: { workspaceId: string; id: string; rows: number; rowId: string }[]
  stop(): Promise<void>
}

const prefix = newRunPrefix()
const seconds = (since: number) => ((performance.now() - since) / 1000).toFixed(1)

const servers = await listCitusServers(clusterUrl)
const processes = await findProcesses(servers)
const sides: Side[] = []
try {
  const plainUrl = await createPlain()
  const { url: citusUrl, spare } = await createCitusDatabase(clusterUrl, { distributed: false, workers: 1, prefix })
  if (spare.length < 2) throw new Error('The cluster needs three workers.')
  const plain = await open('plain', plainUrl)
  const citus = await open('Citus', citusUrl)
  const distributing = performance.now()
  await withClient(citusUrl, (client) =>
    distributeTables(client, {
      onStep: ({ step, table, bytes }) =>
        step === 'distribute' &&
        console.log(`  ${table}: ${(bytes / 1e6).toFixed(0)} MB at ${seconds(distributing)} s`),
    }),
  )
  console.log(`distributed to one worker in ${seconds(distributing)} s\n`)
  for (const { client } of [plain, citus]) await client.query('vacuum analyze')
  await measure(1, plain, citus)
  for (const [at, worker] of spare.slice(0, 2).entries()) {
    await addUnderLoad(citus, worker)
    await measure(at + 2, plain, citus)
  }
  await measureCrossing(citus)
  console.log(
    `\nload of the machine, last minute: ${loadavg()[0]!.toFixed(1)} on ${cpus().length} processors; all servers and Earshot run on it`,
  )
} finally {
  for (const side of sides) await side.stop()
  const names = await withClient(clusterUrl, async (client) => {
    const { rows } = await client.query('select datname from pg_database where starts_with(datname, $1)', [prefix])
    return rows.map(({ datname }) => datname as string)
  })
  for (const server of servers) await dropDatabases(server, names)
}

async function createPlain() {
  const name = newDatabaseName(prefix)
  await withClient(clusterUrl!, (client) => client.query(`create database ${name}`))
  const url = withDatabase(clusterUrl!, name)
  const database = openDatabase(url, { max: 1, withoutLimits: true })
  await migrate(database.db, path.resolve(import.meta.dirname, '..', 'migrations'))
  await database.close()
  return url
}

/** Starts Earshot on a database and fills that. */
async function open(name: Side['name'], url: string): Promise<Side> {
  const data = await makeDataDir({ empty: true })
  const running = await startEarshot(data.dataDir, { DATABASE_URL: url, ROLES: 'api,worker' })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { call } = await running.signIn()
  const filling = performance.now()
  const places = await fill(client)
  console.log(`${name}: filled in ${seconds(filling)} s`)
  const side: Side = {
    name,
    url,
    client,
    call,
    places,
    async stop() {
      await running.kill('SIGTERM')
      await client.end()
      await data.remove()
    },
  }
  sides.push(side)
  return side
}

/** The same id for the same words, mixed over the range of ids. */
function mixedId(words: string) {
  return `overlay(overlay(md5(${words}) placing '7' from 13) placing '8' from 17)::uuid`
}

async function fill(client: pg.Client): Promise<Side['places']> {
  const rest = Math.round((rowsWanted - (reportsWanted / 10) * rowsOfBig) / (reportsWanted * 0.9))
  await client.query('begin')
  // The ids are the same in both databases, and mixed.
  await client.query(
    `create temp table seed_workspaces on commit drop as select n, ${mixedId(`'workspace ' || n`)} as id from generate_series(1, ${workspaces}) n`,
  )
  await client.query(
    `insert into workspaces (id, owner_id, name, color)
     select id, (select id from users limit 1), 'Workspace ' || n, '#c2410c' from seed_workspaces`,
  )
  await client.query(
    `insert into members (workspace_id, user_id, role) select id, (select id from users limit 1), 'owner' from seed_workspaces`,
  )
  await client.query(
    `insert into reports (workspace_id, id, created_by, payer_id, type, query, country, language, depth, fresh, is_list, status, stage, progress, row_count,
       units, cost_usd, overview, created_at, started_at, finished_at)
     select w.id, ${mixedId(`'report ' || g.n`)}, w.owner_id, w.owner_id, 'topic', 'topic ' || g.n, 'US', 'en', 1, false, false, 'done', 'done', 1,
       case when g.n % 10 = 0 then ${rowsOfBig} else ${rest} end, 1, 0,
       '{"counts": {}, "intents": {}, "modifiers": [], "top_keywords": [], "top_questions": [], "difficulty": null, "missing": {}, "words": null}',
       now() - g.n * interval '1 minute', now(), now()
     from generate_series(1, ${reportsWanted}) g (n) join seed_workspaces s on s.n = 1 + g.n / 10 % ${workspaces} join workspaces w on w.id = s.id`,
  )
  await client.query(
    `insert into report_rows (workspace_id, report_id, id, key, text, type, sources, depth, heard, popularity, difficulty, intent, intent_confidence, cluster_id, position, first_seen)
     select r.workspace_id, r.id, ${mixedId(`r.id::text || n`)}, r.query || ' how to ' || n, r.query || ' how to ' || n, case when n % 3 = 0 then 'question' else 'related' end,
       array[case when n % 2 = 0 then 'google_suggest' else 'bing_suggest' end], 0, jsonb_build_object('google_suggest', jsonb_build_array(n % 10, 1)), (n % 97) / 97.0, n % 100,
       case when n % 4 = 0 then 'commercial' else 'informational' end, 0.8, ${mixedId(`'cluster ' || n / 12`)}, n, r.created_at
     from reports r cross join lateral generate_series(1, r.row_count) n`,
  )
  await client.query(
    `insert into report_terms (workspace_id, report_id, term, kind, weight, pages)
     select workspace_id, id, query || ' ' || n, 'phrase', 1.0 / n, 10 from reports cross join lateral generate_series(1, 20) n`,
  )
  await client.query('commit')
  const { rows } = await client.query(
    `select workspace_id as "workspaceId", id, row_count as rows, ${mixedId(`id::text || 1`)} as "rowId" from reports
     where row_count > 0 order by md5(id::text || 'order') limit 400`,
  )
  return rows
}

type Kind = { name: string; make(side: Side, at: number): Promise<unknown> }

function listKinds(): Kind[] {
  const place = ({ places }: Side, at: number) => places[at % places.length]!
  const find = (name: string, more: object): Kind => ({
    name: `find, ${name}`,
    make: (side, at) => side.call(reportsContract.find, { workspace_id: place(side, at).workspaceId, ...more }),
  })
  const rows = (name: string, more: object): Kind => ({
    name: `rows, ${name}`,
    make: (side, at) => side.call(reportsContract.rows, { _id: place(side, at).id, ...more }),
  })
  return [
    find('first page', {}),
    find('with words', { q: 'topic 12' }),
    find('a deep page', { page: 3 }),
    rows('first page', { section: 'keywords' }),
    rows('sorted', { section: 'keywords', sort: '-difficulty' }),
    rows('filtered', { section: 'keywords', filters: { intent: 'commercial' } }),
    rows('with words', { section: 'keywords', q: 'how to 1' }),
    rows('terms', { section: 'terms' }),
    {
      name: 'hide a row',
      make: (side, at) => {
        const { id, rowId } = place(side, at >> 1)
        return side.call(reportsContract.hideRows, { _id: id, row_ids: [rowId], hidden: at % 2 === 0 })
      },
    },
  ]
}

async function begin(side: Side, at: number) {
  const { report } = await side.call(reportsContract.new, {
    workspace_id: side.places[at % side.places.length]!.workspaceId,
    type: 'topic',
    query: `cold brew coffee ${at}`,
    country: 'US',
    language: 'en',
    sources: ['sample'],
  })
  return report!._id
}

function untilDone(side: Side, id: string) {
  return until('a report', async () => {
    const { status } = await side.call(reportsContract.checkstatus, { _id: id })
    if (status === 'failed') throw new Error('A report failed')
    return status === 'done'
  })
}

async function timed(work: () => Promise<unknown>) {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Each call on one side and then on the other, so that what else runs on the machine slows both. */
async function measure(workers: number, plain: Side, citus: Side) {
  const table: (string | number)[][] = []
  const add = (name: string, took: Record<Side['name'], number[]>) => {
    const [a, b] = [took.plain, took.Citus]
    const ratio = Number(quantile(b, 0.5)) / Number(quantile(a, 0.5))
    table.push([name, quantile(a, 0.5), quantile(a, 0.95), quantile(b, 0.5), quantile(b, 0.95), ratio.toFixed(2)])
  }
  const before = processes.map((pid) => (pid === null ? Number.NaN : cpuMsWithChildren(pid)))
  let calls = 0
  for (const { name, make } of listKinds()) {
    const took: Record<Side['name'], number[]> = { plain: [], Citus: [] }
    for (let at = 0; at < callsAKind + 10; at++)
      for (const side of at % 2 ? [plain, citus] : [citus, plain]) {
        const ms = await timed(() => make(side, at))
        // The first prepare statements and open connections.
        if (at >= 10) took[side.name].push(ms)
        calls++
      }
    add(name, took)
  }
  const used = processes.map((pid, at) => (pid === null ? Number.NaN : cpuMsWithChildren(pid) - before[at]!))
  const starting: Record<Side['name'], number[]> = { plain: [], Citus: [] }
  const making: Record<Side['name'], number[]> = { plain: [], Citus: [] }
  for (let at = 0; at < newReports; at++)
    for (const side of at % 2 ? [plain, citus] : [citus, plain]) {
      const started = performance.now()
      const id = await begin(side, workers * 1000 + at)
      starting[side.name].push(performance.now() - started)
      await untilDone(side, id)
      making[side.name].push(performance.now() - started)
    }
  add('new', starting)
  add('new, until it is done', making)
  console.log(
    `\n${workers} ${workers === 1 ? 'worker' : 'workers'}, ${callsAKind} calls a kind, ${newReports} new reports`,
  )
  printTable(['', 'plain p50 ms', 'p95', 'Citus p50 ms', 'p95', 'p50 ÷ plain'], table)
  await printSpread(citus, used, calls)
}

async function printSpread({ client }: Side, used: number[], calls: number) {
  const { rows } = await client.query<{ host: string; port: number; rows: string }>(
    `select nodename as host, nodeport as port, sum(result::bigint) as rows
     from run_command_on_shards('report_rows', 'select count(*) from %s') c join pg_dist_shard_placement p using (shardid) group by 1, 2 order by 2`,
  )
  const { workers } = await readDistribution(client)
  const sizes = await client.query<{ port: number; bytes: string }>(
    'select nodeport as port, sum(shard_size) as bytes from citus_shards group by 1',
  )
  console.log('')
  printTable(
    ['server', 'shards', 'rows of reports', 'MB', 'PostgreSQL CPU ms per call'],
    [
      ['coordinator, both databases', '-', '-', '-', ((used[0] ?? Number.NaN) / calls).toFixed(2)],
      ...workers.map(({ host, port, shards }, at) => [
        `worker ${at + 1}`,
        shards,
        Number(rows.find((each) => each.host === host && each.port === port)?.rows ?? 0).toLocaleString('en'),
        (Number(sizes.rows.find((each) => each.port === port)?.bytes ?? 0) / 1e6).toFixed(0),
        ((used[at + 1] ?? Number.NaN) / (calls / 2)).toFixed(2),
      ]),
    ],
  )
}

/** Clients hide rows, read and begin reports all the time while shards move. */
async function addUnderLoad(citus: Side, worker: { host: string; port: number }) {
  let isOver = false
  const failures: unknown[] = []
  const took = { write: [] as number[], read: [] as number[] }
  const begun: string[] = []
  const attempt = async (kind: 'write' | 'read', work: () => Promise<unknown>) => {
    try {
      took[kind].push(await timed(work))
    } catch (error) {
      failures.push(error)
    }
  }
  const loops = Array.from({ length: 4 }, async (_, loop) => {
    for (let at = loop; !isOver; at += 4) {
      const { id, rowId } = citus.places[at % citus.places.length]!
      for (const hidden of [true, false])
        await attempt('write', () => citus.call(reportsContract.hideRows, { _id: id, row_ids: [rowId], hidden }))
      await attempt('read', () => citus.call(reportsContract.rows, { _id: id, section: 'keywords' }))
      if (loop === 0) await attempt('write', async () => void begun.push(await begin(citus, 100_000 + at)))
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  })
  const adding = performance.now()
  await citus.client.query('select citus_add_node($1, $2)', [worker.host, worker.port])
  await withClient(citus.url, (client) => rebalanceShards(client, { blockWrites: false }))
  const moved = seconds(adding)
  isOver = true
  await Promise.all(loops)
  for (const id of begun) await untilDone(citus, id).catch((error: unknown) => failures.push(error))
  console.log(
    `\na worker added and filled in ${moved} s: ${took.write.length} writes (p50 ${quantile(took.write, 0.5)} ms, slowest ${quantile(took.write, 1)} ms), ${took.read.length} reads (slowest ${quantile(took.read, 1)} ms), ${begun.length} reports; failed: ${failures.length}`,
  )
  for (const error of failures.slice(0, 5)) console.log(`  ${String(error)}`)
}

/** What asks every worker, on all three of them. */
async function measureCrossing({ client }: Side) {
  const table: (string | number)[][] = []
  const add = async (name: string, work: () => Promise<unknown>) => table.push([name, (await timed(work)).toFixed(0)])
  await add('doctor: which tables are distributed, and whether all workers answer', () => checkDistributed(client))
  await add('distribute, rebalance: what there is to do', () => readDistribution(client))
  for (const { name } of distributedTables) {
    let bytes = 0
    const ms = await timed(async () => {
      for await (const chunk of client.query(copyTo(`copy (select * from ${name}) to stdout`)))
        bytes += (chunk as Buffer).length
    })
    if (bytes > 1e6) table.push([`backup: ${name}, ${(bytes / 1e6).toFixed(0)} MB`, ms.toFixed(0)])
  }
  console.log('')
  printTable(['asks every worker', 'ms'], table)
}

async function findProcesses(urls: string[]): Promise<(number | null)[]> {
  const found: (number | null)[] = []
  for (const url of urls) {
    const folder = await withClient(
      url,
      async (client) => (await client.query('show data_directory')).rows[0].data_directory,
    )
    try {
      found.push(Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]))
    } catch {
      found.push(null)
    }
  }
  return found
}

function quantile(values: readonly number[], share: number) {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN).toFixed(1)
}
