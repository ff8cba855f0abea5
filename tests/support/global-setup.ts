import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate, openDatabase } from '#platform/database/database.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import { createQueue } from '#platform/jobs/queue.ts'
import { createLog } from '#platform/log.ts'
import { createMetrics } from '#platform/metrics.ts'

const migrations = path.resolve(import.meta.dirname, '..', '..', 'migrations')

/**
 * One real PostgreSQL for all test files. Each file's databases are copies of a template with all tables and the
 * queue's.
 */
export default async function setup(project: TestProject) {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-test-'))
  await chmod(dataDir, 0o755)
  const server = await startEmbeddedPostgres(dataDir, createLog('warn'))
  await prepare(server.url)
  project.provide('databaseUrl', server.url)
  return async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function prepare(adminUrl: string) {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  // The data is deleted after the run, so fsync isn't needed.
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes'])
    await admin.query(`alter system set ${setting} = off`)
  await admin.query('select pg_reload_conf()')
  await admin.query('create database prepared')
  await admin.end()
  const url = Object.assign(new URL(adminUrl), { pathname: '/prepared' }).href
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
  }
}
