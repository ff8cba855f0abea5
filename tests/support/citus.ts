import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { migrate, openDatabase } from '../../src/platform/database/database.ts'
import { distributeTables } from '../../src/platform/database/distribution/distribute-tables.ts'
import { createQueue } from '../../src/platform/jobs/queue.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import {
  dropDatabases,
  findUnusedDatabases,
  newDatabaseName,
  newRunPrefix,
  withClient,
  withDatabase,
} from './test-databases.ts'

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

type Worker = { host: string; port: number }

function findWorkers(clusterUrl: string): Promise<Worker[]> {
  return withClient(clusterUrl, async (client) => {
    const { rows } = await client.query<Worker>(
      `select nodename as host, nodeport as port from pg_dist_node
       where groupid <> 0 and shouldhaveshards order by nodeid`,
    )
    return rows
  })
}

export const toWorkerUrl = (clusterUrl: string, { host, port }: Worker) =>
  Object.assign(new URL(clusterUrl), { hostname: host, port: String(port) }).href

/** The coordinator first. */
export const listCitusServers = async (clusterUrl: string) => [
  clusterUrl,
  ...(await findWorkers(clusterUrl)).map((worker) => toWorkerUrl(clusterUrl, worker)),
]

/**
 * A database of its own on every server of the cluster, with Earshot’s tables. Databases of earlier tests are removed.
 * @param workers how many of them hold rows; the others are returned as `spare`
 * @param prefix of the run, for its name
 */
export async function createCitusDatabase(
  clusterUrl: string,
  { distributed = true, shards = 4, workers = Number.POSITIVE_INFINITY, prefix = newRunPrefix() } = {},
): Promise<{ url: string; spare: Worker[] }> {
  const all = await findWorkers(clusterUrl)
  const name = newDatabaseName(prefix)
  // Of the coordinator: workers have connections of Citus only, also to a database in use.
  const unused = await findUnusedDatabases(clusterUrl)
  for (const server of await listCitusServers(clusterUrl)) await prepareServer(server, name, unused)
  const url = withDatabase(clusterUrl, name)
  // Adding a server writes its roles again, which fails for two databases at the same time. Locks are of one database.
  await withClient(clusterUrl, async (locking) => {
    await locking.query(`select pg_advisory_lock(hashtext('adding servers'))`)
    await withClient(url, async (client) => {
      const { hostname, port } = new URL(clusterUrl)
      await client.query('select citus_set_coordinator_host($1, $2)', [hostname, Number(port)])
      for (const worker of all.slice(0, workers))
        await client.query('select citus_add_node($1, $2)', [worker.host, worker.port])
    })
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

async function prepareServer(server: string, name: string, unused: string[]) {
  await dropDatabases(server, unused)
  await withClient(server, async (client) => {
    await client.query(`create database ${name}`)
    // Where PostgreSQL asks for it, so that shards can be moved online.
    const { rowCount } = await client.query(`select from pg_settings where name = 'output_plugin_libraries'`)
    if (!rowCount) return
    await client.query(`alter system set output_plugin_libraries = 'pgoutput', 'test_decoding', 'citus'`)
    await client.query('select pg_reload_conf()')
  })
  await withClient(withDatabase(server, name), (client) => client.query('create extension citus'))
}
