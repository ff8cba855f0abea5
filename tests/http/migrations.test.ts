import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, inject, test } from 'vitest'
import { listMigrations, migrate, openDatabase } from '../../src/platform/database/database.ts'
import { createQueue, job } from '../../src/platform/jobs/queue.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { countEveryTable, createFiller } from '../support/fill-every-table.ts'
import { createDatabase } from '../support/server.ts'

const folder = path.resolve(import.meta.dirname, '..', '..', 'migrations')
const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  while (closing.length > 0) await closing.pop()!()
})

/** Tables whose rows moved elsewhere. */
const moved: Record<string, Record<string, string>> = {
  '0016_payments': { plan_grants: 'is called entitlements' },
  '0023_listener_batches': {
    listener_items: 'many phrases in a row: counted in tests/http/listeners.test.ts',
    listener_changes: 'the same',
  },
}

const emptyDatabase = () => createDatabase(inject('databaseUrl'), { empty: true })

function open(url: string) {
  const database = openDatabase(url, { max: 2 })
  closing.push(() => database.close())
  return database
}

test('every migration keeps the rows of all earlier versions', async () => {
  const database = open(await emptyDatabase())
  const names = (await listMigrations(database.db, folder)).map(({ name }) => name)
  expect(names.length).toBe(readdirSync(folder).length)
  const client = await database.pool.connect()
  try {
    const filler = createFiller(client)
    let before: Record<string, number> = {}
    for (const name of names) {
      await migrate(database.db, folder, name)
      const after = await countEveryTable(client)
      for (const [table, rows] of Object.entries(before))
        if (!moved[name]?.[table]) expect([name, table, after[table]]).toEqual([name, table, rows])
      // Adds rows as this version may have left them, for the migrations that follow.
      await client.query('begin')
      await filler.fill()
      await client.query('commit')
      before = await countEveryTable(client)
      for (const [table, rows] of Object.entries(before)) expect([name, table, rows > 0]).toEqual([name, table, true])
    }
  } finally {
    client.release()
  }
})

test('of several processes that start on an empty database, one migrates and all of them run', async () => {
  const url = await emptyDatabase()
  const starting = [1, 2, 3].map(() => open(url))
  const applied = await Promise.all(starting.map(({ db }) => migrate(db, folder)))
  expect(applied.sort()).toEqual([0, 0, readdirSync(folder).length])
  const queues = starting.map(() => {
    const queue = createQueue({ url, log: createLog('silent'), metrics: createMetrics(), exclusive: false })
    closing.push(() => queue.stop(1000))
    return queue
  })
  const jobs = ['one', 'two', 'three'].map((name) => job({ name, work: async () => undefined }))
  await Promise.all(queues.map((queue) => queue.start(jobs)))
  for (const queue of queues) await queue.send(starting[0]!.db, 'one', {})
})

test('a role without the right to add extensions can migrate, and lists work without the search index', async () => {
  const url = await emptyDatabase()
  const admin = open(url)
  const role = `limited_${randomUUID().slice(0, 8)}`
  await admin.pool.query(`create role ${role} login password 'limited'; grant create on schema public to ${role}`)
  closing.push(() => admin.pool.query(`drop owned by ${role} cascade; drop role ${role}`))
  const limited = Object.assign(new URL(url), { username: role, password: 'limited' })
  const database = open(limited.href)
  expect(await migrate(database.db, folder)).toBe(readdirSync(folder).length)
  const { rows } = await admin.pool.query(
    `select to_regclass('report_listings_order') as "order", to_regclass('report_listings_words') as words`,
  )
  expect(rows).toEqual([{ order: 'report_listings_order', words: null }])
})

test('an older version doesn’t start on a database changed by a newer one', async () => {
  const url = await emptyDatabase()
  const database = open(url)
  await migrate(database.db, folder)
  await database.pool.query(`insert into kysely_migration (name, timestamp) values ('9999_of_tomorrow', 'tomorrow')`)
  await expect(migrate(database.db, folder)).rejects.toThrow(
    /^This database was created by a newer version of Earshot. It has the migration 9999_of_tomorrow, which this version doesn’t know\./,
  )
})
