import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../src/config.ts'
import { authContract } from '../../src/features/auth/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { createClient } from '../../src/kit/client.ts'
import { migrate, openDatabase } from '../../src/platform/database/database.ts'
import { restoreBackup } from '../../src/platform/database/restore.ts'
import { chooseStorage } from '../../src/platform/storage/create-storage.ts'
import { schemaWords } from '../support/describe-schema.ts'
import { countEveryTable } from '../support/fill-every-table.ts'
import { getArchive, readReleases, shortened } from '../support/releases.ts'
import { wrongInReportLists } from '../support/report-lists.ts'
import { createDatabase, post, startTestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Every released version's data is upgraded by this one: rows, files and responses. */

const migrationsFolder = path.resolve(import.meta.dirname, '..', '..', 'migrations')
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  while (closing.length > 0) await closing.pop()!()
})

async function emptyInstallation() {
  const databaseUrl = await createDatabase(inject('databaseUrl'), { empty: true })
  const database = openDatabase(databaseUrl, { max: 2 })
  closing.push(() => database.close())
  const dataDir = await mkdtemp(path.join(tmpdir(), 'earshot-release-'))
  closing.push(() => rm(dataDir, { recursive: true, force: true }))
  return { databaseUrl, database, dataDir }
}

/** Tables whose rows a later version moved, and where. */
const moved: Record<string, string> = {}

describe.each(readReleases())('the data of $version', (release) => {
  test('migrations create the same schema as when it was released', async () => {
    const { database } = await emptyInstallation()
    await migrate(database.db, migrationsFolder, release.migration)
    const client = await database.pool.connect()
    try {
      expect(await schemaWords(client)).toEqual(release.schema)
    } finally {
      client.release()
    }
  })

  test('the upgraded backup has every row and response, and new work runs', async () => {
    const { databaseUrl, database, dataDir } = await emptyInstallation()
    const { storage } = chooseStorage(readConfig({ DATA_DIR: dataDir }), 'Earshot')
    const restoring = { databaseUrl, storage, secretFile: null, migrationsFolder }
    const tally = await restoreBackup(restoring, getArchive(release.version))
    const client = await database.pool.connect()
    const counts = await countEveryTable(client)
    expect(await wrongInReportLists(client)).toEqual([])
    client.release()
    for (const [name, rows] of Object.entries(tally.rows)) {
      const [schema, table] = name.split('.') as [string, string]
      if (schema !== 'public' || moved[table]) continue
      expect([table, rows > 0]).toEqual([table, true])
      expect([table, counts[table]]).toEqual([table, rows])
    }
    // Recorded listeners are due by now, and a run would change what is compared below.
    await database.pool.query(`update listeners set next_run_at = now() + interval '1 day'`)

    const server = await startTestServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir })
    closing.push(server.close)
    const { token } = await createClient({ baseUrl: server.url })(authContract.login, release.owner)
    const bearer = { Authorization: `Bearer ${token}` }
    for (const { path: at, body, answer } of release.answers)
      expect(shortened((await post(server.url + at, body, bearer)).body), at).toMatchObject(shortened(answer) as object)
    expect((await fetch(server.url + release.picture)).status).toBe(200)

    const call = server.as(token)
    const { user } = await call(authContract.userdata, {})
    const { report } = await call(reportsContract.new, {
      workspace_id: user.workspaces[0]!._id,
      type: 'topic',
      query: 'matcha',
      country: 'US',
      language: 'en',
      sources: ['sample'],
    })
    const status = async () => (await call(reportsContract.checkstatus, { _id: report!._id })).status
    await until('a new report', async () => (await status()) === 'done', 40_000)
  })
})

test('at least one release is recorded', () => {
  expect(readReleases().length).toBeGreaterThan(0)
})
