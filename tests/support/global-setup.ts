import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate, openDatabase } from '#platform/database/database.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'
import { listCitusServers } from './citus.ts'
import {
  dropDatabases,
  findDatabasesOfRun,
  newRunPrefix,
  toTemplateName,
  withClient,
  withDatabase,
} from './test-databases.ts'

const migrations = path.resolve(import.meta.dirname, '..', '..', 'migrations')

/**
 * One real PostgreSQL for all test files. Each file's databases are copies of a template with all tables and the queue's.
 * By default it's the embedded one, TEST_POSTGRES names another server, and with DISTRIBUTED_TESTS that is the coordinator of
 * a Citus cluster, where each database is distributed when it is made.
 */
export default async function setup(project: TestProject) {
  const prefix = newRunPrefix()
  project.provide('databasePrefix', prefix)
  const url = process.env.TEST_POSTGRES ?? (process.env.DISTRIBUTED_TESTS ? process.env.CITUS_URL : undefined)
  if (process.env.DISTRIBUTED_TESTS && !url)
    throw new Error(
      'DISTRIBUTED_TESTS needs TEST_POSTGRES: a superuser’s connection to the coordinator of a Citus cluster.',
    )
  if (url) return setupOn(url, prefix, project)
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-test-'))
  await chmod(dataDir, 0o755)
  const server = await startEmbeddedPostgres(dataDir, createLog('warn'))
  // The data is deleted after the run, so fsync isn't needed.
  await withClient(server.url, async (admin) => {
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
      await admin.query(`alter system set ${setting} = off`)
    await admin.query('select pg_reload_conf()')
  })
  await createTemplate(server.url, prefix)
  project.provide('databaseUrl', server.url)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A server that isn't ours: its settings stay, and the databases are removed at the end. */
async function setupOn(url: string, prefix: string, project: TestProject) {
  const isDistributed = process.env.DISTRIBUTED_TESTS !== undefined
  const servers = isDistributed ? await listCitusServers(url) : [url]
  if (!isDistributed) await createTemplate(url, prefix)
  project.provide('databaseUrl', url)
  return async () => {
    const names = await findDatabasesOfRun(url, prefix)
    for (const server of servers) await dropDatabases(server, names)
  }
}

async function createTemplate(adminUrl: string, prefix: string) {
  const name = toTemplateName(prefix)
  await withClient(adminUrl, (admin) => admin.query(`create database ${name}`))
  const url = withDatabase(adminUrl, name)
  const database = openDatabase(url, { max: 1 })
  await migrate(database.db, migrations)
  await database.close()
  const queue = createQueue({ url, log: createLog('warn'), metrics: createMetrics(), exclusive: false })
  await queue.start([])
  await queue.stop(1000)
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseUrl: string
    /** What the names of all databases of this run begin with. */
    databasePrefix: string
  }
}
