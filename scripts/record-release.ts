import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { readConfig } from '#config'
import { aiContentContract } from '#features/ai-content/contract.ts'
import { cmsContract } from '#features/cms/contract.ts'
import { imagesContract } from '#features/images/contract.ts'
import { listsContract } from '#features/keywords/contract.ts'
import { listenersContract } from '#features/listeners/contract.ts'
import { reportsContract } from '#features/reports/contract.ts'
import { sharingContract } from '#features/sharing/contract.ts'
import type { Call } from '#kit/client.ts'
import type { Endpoint, InputOf } from '#kit/endpoint.ts'
import { writeBackup } from '#platform/database/backup.ts'
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts'
import { readVersion } from '#platform/installation.ts'
import { createLog } from '#platform/log.ts'
import { chooseStorage } from '#platform/storage/create-storage.ts'
import { makeDataDir, owner, startEarshot } from '../tests/faults/earshot-process.ts'
import { schemaWords } from '../tests/support/describe-schema.ts'
import { createFiller } from '../tests/support/fill-every-table.ts'
import { png } from '../tests/support/hostile-images.ts'
import { getArchive, type Release, recordedSecret, releasesFolder, shortened } from '../tests/support/releases.ts'
import { openEvents } from '../tests/support/sse-client.ts'
import { until } from '../tests/support/wait-until.ts'

/**
 * `node scripts/record-release.ts`: saves the database of the version in package.json, with rows in every table, to
 * tests/releases. Run it when that version is released. tests/http/upgrade-from-release.test.ts upgrades it in every later version.
 */

const version = readVersion()
const again = process.argv.includes('--again')
if (existsSync(getArchive(version)) && !again) {
  console.error(
    `${getArchive(version)} already exists, and a released version can’t change. Raise the version in package.json, or add --again if it isn’t released yet.`,
  )
  process.exit(1)
}

const data = await makeDataDir({ empty: true })
const database = await startEmbeddedPostgres(data.dataDir, createLog('warn'))
try {
  const env = {
    DATA_DIR: data.dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: recordedSecret,
    PUBLIC_URL: 'http://earshot.test',
    ROLES: 'api,worker',
  }
  const running = await startEarshot(data.dataDir, env)
  const { call, token, workspaceId } = await running.signIn()
  const release = await work(call, { url: running.url, token, workspaceId })
  await running.kill('SIGTERM')

  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query('begin')
  // Fills the other tables for another user: two-factor authentication would lock the owner out.
  await createFiller(client, { besides: ['users', 'workspaces'] }).fill()
  await client.query('commit')
  const schema = await schemaWords(client)
  const migration = (await client.query('select name from kysely_migration order by name desc limit 1')).rows[0].name
  await client.end()

  await mkdir(releasesFolder, { recursive: true })
  const { storage } = chooseStorage(readConfig(env), `Earshot/${version}`)
  const tally = await writeBackup(
    { databaseUrl: database.url, storage, secretFile: null, version },
    getArchive(version),
  )
  const recorded: Release = { version, migration, schema, owner, ...release }
  await writeFile(path.join(releasesFolder, `${version}.json`), `${JSON.stringify(recorded, null, 1)}\n`)
  const rows = Object.values(tally.rows).reduce((sum, count) => sum + count, 0)
  console.log(`Recorded ${version}: ${rows} rows of ${Object.keys(tally.rows).length} tables, at ${migration}.`)
} finally {
  await database.stop()
  await data.remove()
}

/** Creates one of each kind of item and records how this version returns it. */
async function work(call: Call, { url, token, workspaceId }: { url: string; token: string; workspaceId: string }) {
  const ours = { workspace_id: workspaceId }
  const us = { country: 'US', language: 'en' }
  const { report } = await call(reportsContract.new, {
    ...ours,
    ...us,
    type: 'topic',
    query: 'cold brew coffee',
    sources: ['sample', 'patterns'],
  })
  const _id = report!._id
  const isDone = async () => (await call(reportsContract.checkstatus, { _id })).status === 'done'
  await until('the report', isDone, 60_000)
  await call(sharingContract.share, { _id, password: 'a share password' })
  const { item } = await call(aiContentContract.new, {
    ...ours,
    template: 'blog_post',
    title: 'Cold brew, „slowly“',
    report_id: _id,
    model: 'builtin',
    words: 300,
  })
  await (await openEvents(url, aiContentContract.stream, { _id: item._id }, token)).next('done')
  const isScored = async () => (await call(aiContentContract.single, { _id: item._id })).item.score !== null
  await until('the score', isScored, 60_000)
  const { image } = await call(imagesContract.upload, { ...ours, file: new File([await png()], 'kettle.png') })
  const { list } = await call(listsContract.add, {
    ...ours,
    name: 'To write about',
    items: [{ text: 'cold brew ratio' }, { text: 'typed\tby hand' }],
  })
  const { post } = await call(cmsContract.add, {
    slug: 'first-post',
    title: 'First post',
    body_md: 'Said **once**.',
    status: 'published',
    lang: 'en',
    excerpt: '',
    tags: ['News'],
  })
  const { listener } = await call(listenersContract.add, {
    ...ours,
    ...us,
    keyword: 'cold brew coffee',
    frequency: 'weekly',
    sources: ['sample'],
    notify: { email: [], rss: true },
  })
  await call(listenersContract.run, { _id: listener._id })
  const hasRun = async () => {
    const now = await call(listenersContract.single, { _id: listener._id })
    return now.runs.length > 0 && !now.listener.running
  }
  await until('the listener', hasRun, 60_000)

  const answers: Release['answers'] = []
  const record = async <E extends Endpoint>(endpoint: E, body: InputOf<E> & object) => {
    answers.push({
      path: endpoint.path,
      body,
      answer: shortened(await call(endpoint as never, body as never)) as object,
    })
  }
  for (const section of ['keywords', 'questions'] as const)
    await record(reportsContract.rows, { _id, section, limit: 12 })
  await record(reportsContract.find, { ...ours, page: 1, limit: 10 })
  await record(aiContentContract.single, { _id: item._id })
  await record(listenersContract.single, { _id: listener._id })
  await record(listsContract.get, { _id: list._id })
  await record(cmsContract.get, { _id: post._id })
  return { answers, picture: new URL(image.url).pathname }
}
