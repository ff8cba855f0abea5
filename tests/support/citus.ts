import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { migrate, openDatabase } from '../../src/platform/database/database.ts'
import { distributeTables } from '../../src/platform/database/distribution/distribute-tables.ts'
import { createQueue } from '../../src/platform/jobs/queue.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'

/**
 * A Citus cluster for tests: the one whose coordinator CITUS_URL names, or local processes that `../shared/citus/cluster.sh` starts
 * beside the checkout.
 */

const root = path.resolve(import.meta.dirname, '..', '..')
const script = path.resolve(root, '..', 'shared', 'citus', 'cluster.sh')

export type CitusCluster = { url: string; stop(): Promise<void> }

/** With three workers, or as many as CITUS_URL has. A reason, as text, where there is none. */
export async function startCitus(): Promise<CitusCluster | string> {
  if (process.env.CITUS_URL) return { url: process.env.CITUS_URL, stop: async () => undefined }
  if (!existsSync(script)) return 'CITUS_URL isn’t set, and ../shared/citus/cluster.sh isn’t there.'
  const folder = await mkdtemp(path.join(tmpdir(), 'earshot-citus-'))
  await chmod(folder, 0o755)
  const run = (...args: string[]) => promisify(execFile)('bash', [script, ...args], { cwd: folder })
  const stop = async () => {
    await run('stop', folder).catch(() => undefined)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    const firstPort = 20_000 + Math.floor(Math.random() * 10_000)
    const { stdout } = await run('start', folder, '3', String(firstPort))
    return { url: stdout.trim().split('\n').at(-1)!, stop }
  } catch (error) {
    await stop()
    return `The Citus cluster can’t be started: ${(error as Error).message.trim().split('\n').at(-1)}`
  }
}

const withDatabase = (url: string, name: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

type Worker = { host: string; port: number }

/**
 * A database of its own on every server of the cluster, with Earshot’s tables. Databases of earlier tests are removed.
 * @param workers how many of them hold rows; the others are returned as `spare`
 */
export async function createCitusDatabase(
  clusterUrl: string,
  { distributed = true, shards = 4, workers = Number.POSITIVE_INFINITY } = {},
): Promise<{ url: string; spare: Worker[] }> {
  const all = await withClient(clusterUrl, async (client) => {
    const { rows } = await client.query<Worker>(
      `select nodename as host, nodeport as port from pg_dist_node
       where groupid <> 0 and shouldhaveshards order by nodeid`,
    )
    return rows
  })
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const toUrl = ({ host, port }: Worker) =>
    Object.assign(new URL(clusterUrl), { hostname: host, port: String(port) }).href
  const unused = await findUnused(clusterUrl)
  for (const server of [clusterUrl, ...all.map(toUrl)]) await prepareServer(server, name, unused)
  const url = withDatabase(clusterUrl, name)
  await withClient(url, async (client) => {
    const { hostname, port } = new URL(clusterUrl)
    await client.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port)])
    for (const worker of all.slice(0, workers))
      await client.query('select citus_add_node($1, $2)', [worker.host, worker.port])
  })
  const database = openDatabase(url, { max: 1, withoutLimits: true })
  await migrate(database.db, path.join(root, 'migrations'))
  await database.close()
  const queue = createQueue({ url, log: createLog('warn'), metrics: createMetrics(), exclusive: false })
  await queue.start([])
  await queue.stop(1000)
  if (distributed) await withClient(url, (client) => distributeTables(client, { shards }))
  return { url, spare: all.slice(workers) }
}

/** Of the coordinator: workers have connections of Citus only, also to a database in use. */
const findUnused = (clusterUrl: string) =>
  withClient(clusterUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select datname as name from pg_database d where datname like 'test\\_%' and not exists (
         select from pg_stat_activity a where a.datid = d.oid and a.application_name like 'earshot%')`,
    )
    return rows.map(({ name }) => name)
  })

async function prepareServer(server: string, name: string, unused: string[]) {
  await withClient(server, async (client) => {
    for (const old of unused) await client.query(`drop database if exists ${old} with (force)`).catch(() => undefined)
    await client.query(`create database ${name}`)
    // Where PostgreSQL asks for it, so that shards can be moved online.
    const { rowCount } = await client.query(`select from pg_settings where name = 'output_plugin_libraries'`)
    if (!rowCount) return
    await client.query(`alter system set output_plugin_libraries = 'pgoutput', 'test_decoding', 'citus'`)
    await client.query('select pg_reload_conf()')
  })
  await withClient(withDatabase(server, name), (client) => client.query('create extension citus'))
}
