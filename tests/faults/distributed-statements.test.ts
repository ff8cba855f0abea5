import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DatabaseHandle, openDatabase, type Tables } from '../../src/platform/database/database.ts'
import { distributedTables } from '../../src/platform/database/distribution/table-classes.ts'
import { type CitusCluster, createCitusDatabase, startCitus } from '../support/citus.ts'
import { createReportForStores, listStoreCalls, storesOfDistributedTables } from '../support/store-calls.ts'

/**
 * Each statement of a store on distributed tables asks one server, and what asks several is listed with its reason. Skipped where no
 * Citus cluster can be started.
 */

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
const withoutStatements = ['presentRow', 'getLoneText', 'toTopicUrls']

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

/** What asks every server. How long it takes on three of them is in docs/guides/past-one-machine.md, by bench/citus-scale.ts. */
const crossing: Record<string, { file: string; reason: string; sql(table: string): string }> = {
  backup: {
    file: 'src/platform/database/backup.ts',
    reason: 'A backup has the rows of all workspaces.',
    sql: (table) => `copy (select * from ${table}) to stdout`,
  },
  sizes: {
    file: 'src/platform/database/distribution/distribution-state.ts',
    reason: 'doctor, distribute and rebalance say how large the tables are.',
    sql: (table) => `select citus_total_relation_size('${table}')`,
  },
  health: {
    file: 'src/platform/database/distribution/check-distributed.ts',
    reason: 'doctor asks whether every server answers.',
    sql: () => 'select citus_check_cluster_node_health()',
  },
}

/** Other files that have the names of distributed tables, or statements to which names of tables are given. */
const naming: Record<string, string> = {
  'src/features/ai-content/rules/generation/generation-context.ts': 'A comment.',
  'src/features/portability/contract.ts': 'The name of a count.',
  'src/features/portability/rules/archive-manifest.ts': 'Names of files in an archive.',
  'src/features/portability/rules/archive-readme.ts': 'Names of files in an archive.',
  'src/features/portability/rules/archived-tables.ts': 'Which columns an archive has.',
  'src/features/portability/rules/transfer-labels.ts': 'Labels.',
  'src/features/portability/rules/validate-archive/report-row-rules.ts': 'What rows of an archive may be.',
  'src/features/portability/service.ts': 'The name of a count.',
  'src/features/portability/store/store.ts': 'The name of a count.',
  'src/features/portability/store/archive-store.ts':
    'Each statement names the workspace, or reads or fills tables by name and workspace: tests/http/portability.test.ts runs on Citus.',
  'src/features/reports/store/tables.ts': 'Types.',
  'src/features/sites/store/own-store.ts': 'findGroupPages and topicWords are called below.',
  'src/platform/archive-tables.ts': 'Statements of backup and restore.',
  'src/platform/database/distribution/table-classes.ts': 'The list of them.',
  'src/platform/database/restore.ts': 'It fills a new database, which isn’t distributed yet.',
}

test('no other file has statements on distributed tables', () => {
  const root = path.resolve(import.meta.dirname, '..', '..')
  const names = new RegExp(`\\b(?:${distributedTables.map(({ name }) => name).join('|')})\\b`)
  const found = globSync('src/**/*.{ts,tsx}', { cwd: root })
    // Screens have no statements.
    .filter((file) => !file.includes('.test.') && !file.includes('/web/'))
    .filter((file) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      return names.test(text) || /\btoLocale\(|\bquoted\((?:table|scope)/.test(text)
    })
  const stores = Object.keys(storesOfDistributedTables).map((file) => `src/features/${file}`)
  const listed = new Set([...stores, ...Object.keys(naming), ...Object.values(crossing).map(({ file }) => file)])
  expect(found.filter((file) => !listed.has(file))).toEqual([])
  expect(Object.keys(naming).filter((file) => !found.includes(file))).toEqual([])
})

test('what is listed as asking every server does so', async (context) => {
  if (typeof cluster === 'string') return context.skip(cluster)
  const client = await database!.pool.connect()
  try {
    await client.query(`set citus.log_remote_commands = on`)
    const ports = new Set<string>()
    client.on('notice', ({ detail = '' }) => {
      for (const [, port] of detail.matchAll(/on server \S+:(\d+)/g)) ports.add(port!)
    })
    const { rows } = await client.query('select count(*)::integer as workers from pg_dist_node where groupid <> 0')
    for (const [name, { sql: toSql }] of Object.entries(crossing)) {
      ports.clear()
      await client.query(`begin`)
      await client.query(toSql('report_rows').replace(/^copy \((.*)\) to stdout$/, '$1'))
      await client.query('commit')
      expect([name, ports.size >= rows[0].workers]).toEqual([name, true])
    }
  } finally {
    client.release(true)
  }
})

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

test('what a migration may change is changed on every server, in one transaction', async (context) => {
  if (typeof cluster === 'string') return context.skip(cluster)
  const client = await database!.pool.connect()
  try {
    await client.query('begin')
    for (const statement of [
      'alter table report_terms add column note text',
      'alter table report_terms add column seen integer not null default 0',
      'create index report_terms_seen on report_terms (workspace_id, seen)',
      'alter table report_terms add constraint report_terms_seen_check check (seen >= 0) not valid',
      'alter table report_terms alter column seen type bigint',
      'alter table report_terms drop column note',
    ])
      await client.query(statement)
    await client.query('commit')
    const { rows } = await client.query<{ columns: string }>(
      `select distinct result as columns from run_command_on_shards('report_terms',
         $$select string_agg(attname || ' ' || atttypid::regtype, ', ' order by attnum) from pg_attribute
           where attrelid = '%s'::regclass and attnum > 0 and not attisdropped$$)`,
    )
    expect(rows.map(({ columns }) => columns)).toEqual([expect.stringMatching(/, seen bigint$/)])
  } finally {
    client.release(true)
  }
})
