import { execFile } from 'node:child_process'
import { readFile, stat, truncate } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aiContentContract } from '../../src/features/ai-content/contract.ts'
import { imagesContract } from '../../src/features/images/contract.ts'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { listenersContract } from '../../src/features/listeners/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { type SearchVendors, startSearchVendors } from '../doubles/search-vendors.ts'
import { png } from '../support/hostile-images.ts'
import { until } from '../support/wait-until.ts'
import { getDatabaseUrl, makeDataDir, type RunningEarshot, startEarshot } from './earshot-process.ts'

/** Backup during writes, restore into another installation, and what the doctor reports. */

const root = path.resolve(import.meta.dirname, '..', '..')
let here: Awaited<ReturnType<typeof makeDataDir>>
let there: Awaited<ReturnType<typeof makeDataDir>>
let vendors: SearchVendors
const running: RunningEarshot[] = []

beforeAll(async () => {
  here = await makeDataDir()
  there = await makeDataDir({ empty: true })
  vendors = await startSearchVendors()
})
afterAll(async () => {
  for (const each of running) await each.kill('SIGTERM')
  await vendors.close()
  await here.remove()
  await there.remove()
})

async function command(name: string, args: string[], dataDir: string, env: Record<string, string> = {}) {
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env
  const options = { cwd: root, env: { PATH, HOME, NODE_COMPILE_CACHE, DATA_DIR: dataDir, ...env } as NodeJS.ProcessEnv }
  return promisify(execFile)(process.execPath, [`src/${name}.ts`, ...args], options).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stdout: string; stderr: string }) => ({
      code: error.code,
      output: error.stdout + error.stderr,
    }),
  )
}

async function countRows(dataDir: string, tables: string[]) {
  const client = new pg.Client({ connectionString: await getDatabaseUrl(dataDir) })
  await client.connect()
  try {
    const counts: Record<string, number> = {}
    for (const table of tables)
      counts[table] = Number((await client.query(`select count(*) from ${table}`)).rows[0].count)
    return counts
  } finally {
    await client.end()
  }
}

const us = { country: 'US', language: 'en' }
const tables = ['users', 'workspaces', 'reports', 'report_rows', 'documents', 'images', 'listeners', 'audit_log']

test('a backup taken during writes is consistent and restores the same installation elsewhere', async () => {
  const first = await startEarshot(here.dataDir, vendors.settings)
  running.push(first)
  const { call, workspaceId } = await first.signIn()
  const ours = { workspace_id: workspaceId }
  const { report } = await call(reportsContract.new, {
    ...ours,
    type: 'topic',
    query: 'cold brew coffee',
    ...us,
    sources: ['sample'],
  })
  const finished = async () => (await call(reportsContract.checkstatus, { _id: report!._id })).status === 'done' || null
  await until('the report to finish', finished)
  const { item } = await call(aiContentContract.new, {
    ...ours,
    template: 'blog_post',
    title: 'Brewed „cold“ \t and\nslow',
  })
  const { image } = await call(imagesContract.upload, { ...ours, file: new File([await png()], 'kettle.png') })
  await call(listenersContract.add, { ...ours, keyword: 'coffee', ...us, frequency: 'weekly', sources: ['sample'] })

  // Each call writes two rows in one transaction, so a consistent backup never has one without the other.
  let writing = true
  let written = 0
  const writers = [1, 2, 3].map(async (writer) => {
    while (writing) {
      await call(listsContract.add, { ...ours, name: `List ${writer}-${written}`, items: [{ text: 'tea' }] })
      written += 1
      await sleep(20)
    }
  })
  await until('somebody to write', async () => (written > 10 ? true : null))
  const archive = path.join(here.dataDir, 'everything.tar.gz')
  const before = written
  const made = await command('backup', [archive], here.dataDir, vendors.settings)
  writing = false
  await Promise.all(writers)
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/ rows of \d+ tables, [1-9]\d* files/) })
  const firstArchive = await readFile(archive)
  const refused = await command('backup', [archive], here.dataDir, vendors.settings)
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(`${archive} already exists`) })
  expect(refused.output.trim().split('\n')).toHaveLength(1)
  expect((await readFile(archive)).equals(firstArchive)).toBe(true)
  expect(written).toBeGreaterThan(before)
  expect((await stat(archive)).mode & 0o077).toBe(0)

  // Nothing was written to these in the meantime.
  const expected = await countRows(here.dataDir, tables)
  const restored = await command('restore', [archive], there.dataDir)
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('Restored') })

  const second = await startEarshot(there.dataDir, { ...vendors.settings, OWNER_EMAIL: '', OWNER_PASSWORD: '' })
  running.push(second)
  expect(await countRows(there.dataDir, tables)).toEqual(expected)
  const lists = await countRows(there.dataDir, ['keyword_lists', 'keyword_list_items'])
  expect(lists.keyword_lists).toBe(lists.keyword_list_items)
  expect(lists.keyword_lists).toBeGreaterThanOrEqual(before)

  const again = await second.signIn()
  expect(again.workspaceId).toBe(workspaceId)
  const rows = (at: typeof call) => at(reportsContract.rows, { _id: report!._id, section: 'questions', limit: 100 })
  expect(await rows(again.call)).toEqual(await rows(call))
  const list = async (at: typeof call) => (await at(reportsContract.find, { workspace_id: workspaceId })).total
  expect(await list(again.call)).toBe(await list(call))
  expect((await again.call(aiContentContract.single, { _id: item._id })).item.title).toBe(item.title)
  const fetchImage = async (url: string) =>
    Buffer.from(await (await fetch(url + new URL(image.url).pathname)).arrayBuffer())
  expect((await fetchImage(second.url)).equals(await fetchImage(first.url))).toBe(true)
  // The restored key decrypts stored secrets, and new work is accepted.
  expect(await readFile(path.join(there.dataDir, 'secret.key'))).toEqual(
    await readFile(path.join(here.dataDir, 'secret.key')),
  )
  const more = await again.call(reportsContract.new, {
    ...ours,
    type: 'topic',
    query: 'matcha',
    ...us,
    sources: ['sample'],
  })
  await until('a new report there', async () =>
    (await again.call(reportsContract.checkstatus, { _id: more.report!._id })).status === 'done' ? true : null,
  )

  const doctor = await command('doctor', [], there.dataDir, vendors.settings)
  expect(doctor, doctor.output).toMatchObject({ code: 0, output: expect.stringContaining('No problems found.') })
  const occupied = await command('restore', [archive], there.dataDir)
  expect(occupied).toMatchObject({ code: 1, output: expect.stringContaining('already running') })
})

test('a truncated or foreign archive and an installation in use are rejected with a message, and nothing is written', async () => {
  const archive = path.join(here.dataDir, 'everything.tar.gz')
  const empty = await makeDataDir({ empty: true })
  try {
    await truncate(archive, Math.floor((await stat(archive)).size * 0.7))
    expect(await command('restore', [archive], empty.dataDir)).toMatchObject({
      code: 1,
      output: expect.stringMatching(/cut off|can’t be read/),
    })
    const wrong = await command('restore', [path.join(root, 'package.json')], empty.dataDir)
    expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining('can’t be read') })
    const started = await startEarshot(empty.dataDir)
    running.push(started)
    expect(await countRows(empty.dataDir, ['reports', 'documents'])).toEqual({ reports: 0, documents: 0 })
    await started.kill('SIGTERM')
    expect(await command('restore', [archive], empty.dataDir)).toMatchObject({
      code: 1,
      output: expect.stringContaining('already has accounts'),
    })
  } finally {
    await empty.remove()
  }
})
