import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseHandle, openDatabase, type Tables } from '../../src/platform/database/database.ts'
import { distributedTables } from '../../src/platform/database/distribution/table-classes.ts'
import { type CitusCluster, createCitusDatabase, startCitus } from '../support/citus.ts'
import { createReportForStores, listStoreCalls, storesOfDistributedTables } from '../support/store-calls.ts'

/** Each statement of a store on distributed tables asks one server. Skipped where no Citus cluster can be started. */

let cluster: CitusCluster | string
let database: DatabaseHandle | undefined

beforeAll(async () => {
  cluster = await startCitus()
  if (typeof cluster !== 'string') database = openDatabase((await createCitusDatabase(cluster.url)).url, { max: 4 })
})
afterAll(async () => {
  await database?.close()
  if (typeof cluster !== 'string') await cluster?.stop()
})

/** No store function has these: they only turn what others read into what callers get. */
const withoutStatements = ['presentRow']

test('every function of the stores is called', () => {
  const called = new Set(listStoreCalls({ report: emptyRef, list: emptyRef }).map(({ name }) => name))
  const missing = Object.entries(storesOfDistributedTables).flatMap(([file, exported]) =>
    Object.entries(exported)
      .filter(([name, value]) => typeof value === 'function' && !called.has(name) && !withoutStatements.includes(name))
      .map(([name]) => `${name} of ${file}`),
  )
  expect(missing).toEqual([])
})
const emptyRef = { workspaceId: '', id: '' }

test('every statement of the stores works on Citus and asks one server', async (context) => {
  if (typeof cluster === 'string') {
    console.warn(`tests/faults/distributed-statements.test.ts is skipped. ${cluster}`)
    return context.skip(cluster)
  }
  const { pool } = database!
  const statements: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  })
  const isDistributed = new RegExp(`\\b(?:${distributedTables.map(({ name }) => name).join('|')})\\b`)
  const onSeveral: string[] = []
  let checked = 0
  for (const { name, run } of listStoreCalls(await createReportForStores(db))) {
    statements.length = 0
    await db
      .transaction()
      .execute(run)
      .catch((error: Error) => expect.soft(`${name}: ${error.message}`).toBe(''))
    for (const { sql, parameters } of statements.filter((each) => isDistributed.test(each.sql))) {
      const { rows } = await pool.query(`explain ${withValues(sql, parameters)}`)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
      // The rows of such an insert come from the coordinator, and go to the server of their workspace.
      const isInsert = /INSERT\/SELECT method: pull to coordinator/.test(plan)
      if ((tasks.length === 0 && !isInsert) || tasks.some((count) => count !== 1)) onSeveral.push(`${name}: ${plan}`)
      checked++
    }
  }
  expect(onSeveral).toEqual([])
  expect(checked).toBeGreaterThan(90)
})

/** Citus plans some inserts with values only. */
const withValues = (sql: string, parameters: readonly unknown[]) =>
  sql.replace(/\$(\d+)/g, (_, no: string) => toLiteral(parameters[Number(no) - 1]))

function toLiteral(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`
  if (value instanceof Date) return pg.escapeLiteral(value.toISOString())
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map((each) => JSON.stringify(String(each))).join(',')}}`)
  return pg.escapeLiteral(typeof value === 'object' ? JSON.stringify(value) : String(value))
}
