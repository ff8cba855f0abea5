import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Row, reportsContract } from '../../src/features/reports/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Reports with too many rows to filter directly use an index by column, with the same result. */

let server: TestServer
let call: Call
let id: string
let rows: Row[]

const openers = ['how to', 'what is', 'best', 'cheap']
const queries = Array.from(
  { length: 2100 },
  (_, at) => `${openers[at % 4]} ${at % 9 === 0 ? 'Öl kettle' : 'kettle'} ${at} ${at % 2 ? 'review' : 'for tea'}`,
)

beforeAll(async () => {
  server = await startTestServer()
  const account = await server.signUp('self_hosted')
  call = account.call
  const { report } = await call(reportsContract.new, {
    workspace_id: account.workspaceId,
    type: 'clusters',
    queries,
    country: 'US',
    language: 'en',
  })
  id = report!._id
  await until(
    'the report to finish',
    async () => (await call(reportsContract.checkstatus, { _id: id })).status === 'done',
  )
  rows = (await call(reportsContract.get, { id, sections: 'keywords' })).report.sections.keywords!
})
afterAll(() => server.close())

/** A column for each name the API has, and the texts. */
const columnCount = 23
const columns = async () =>
  (await server.database.pool.query('select name, attempt from report_columns where report_id = $1', [id])).rows
/** Simulates another run than the one whose columns are stored and cached. */
const anotherRun = () => server.database.pool.query('update reports set attempt = attempt + 1 where id = $1', [id])
const texts = (items: Record<string, unknown>[]) => items.map((item) => (item as Row).text)

type Ask = {
  section?: 'keywords' | 'questions'
  q?: string
  filters?: Record<string, unknown>
  sort?: string
  page?: number
}
const cluster = () => rows.find((row) => row.cluster_id)!.cluster_id!
const asks: [string, () => Ask, (row: Row) => boolean][] = [
  ['plain', () => ({}), () => true],
  ['a deep page', () => ({ page: 40 }), () => true],
  ['past the end', () => ({ page: 400 }), () => true],
  ['a section', () => ({ section: 'questions', page: 3 }), (row) => row.type === 'question'],
  ['words', () => ({ q: 'How To' }), (row) => row.text.includes('how to')],
  ['words with marks', () => ({ q: 'Öl kettle 9', page: 2 }), (row) => row.text.includes('Öl kettle 9')],
  ['nothing has it', () => ({ q: '%' }), () => false],
  ['a cluster', () => ({ filters: { cluster_id: cluster() } }), (row) => row.cluster_id === cluster()],
  [
    'no value',
    () => ({ filters: { volume: null, cluster_id: [null, cluster()] } }),
    (row) => row.cluster_id === null || row.cluster_id === cluster(),
  ],
  [
    'type, source and intent',
    () => ({ filters: { type: 'question', sources: ['imported', 'reddit'], intent: ['informational'] } }),
    (row) => row.type === 'question' && row.intent?.main === 'informational',
  ],
  ['a number', () => ({ filters: { depth: 1 } }), () => true],
]

async function everyAskIsRight() {
  for (const [name, ask, passes] of asks) {
    const input = ask()
    const page = input.page ?? 1
    const passing = rows.filter(passes)
    const answer = await call(reportsContract.rows, { _id: id, section: 'keywords', limit: 25, ...input } as never)
    expect(answer.total, name).toBe(passing.length)
    expect(texts(answer.items), name).toEqual(texts(passing.slice((page - 1) * 25, page * 25)))
  }
  const byText = rows
    .map(({ text }) => text)
    .sort((a, b) => (Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0 ? -1 : 1))
  for (const [sort, expected] of [
    ['text', byText],
    ['-text', byText.toReversed()],
    ['-volume', texts(rows)],
  ] as const) {
    const answer = await call(reportsContract.rows, { _id: id, section: 'keywords', sort, page: 11 })
    expect(texts(answer.items), sort).toEqual(expected.slice(250, 275))
  }
}

test('pagination, totals, filters, search and sorting give the same rows as plain filtering', async () => {
  expect(await columns()).toHaveLength(columnCount)
  await everyAskIsRight()
})

test('topics are paginated in their order', async () => {
  const { clusters } = (await call(reportsContract.get, { id, sections: 'clusters' })).report.sections
  expect(clusters!.length).toBeGreaterThan(0)
  for (const [page, expected] of [
    [1, clusters!.slice(0, 2)],
    [2, clusters!.slice(2, 4)],
    [5000, []],
  ] as const) {
    const answer = await call(reportsContract.rows, { _id: id, section: 'clusters', page, limit: 2 })
    expect(answer).toMatchObject({ total: clusters!.length, items: expected })
  }
})

test('without an index, rows are read directly and the index is created', async () => {
  await anotherRun()
  await server.database.pool.query('delete from report_columns where report_id = $1', [id])
  await everyAskIsRight()
  await until('the columns to be made', async () => (await columns()).length === columnCount)
})

test('an index from an earlier version without clicks is not used for clicks and recreated', async () => {
  await anotherRun()
  await server.database.pool.query(
    `update report_rows set clicks = (position * 7919) % 100003, average_position = position::float8 / 3, ctr = 0.25
     where report_id = $1 and position <= 3000`,
    [id],
  )
  await call(reportsContract.rows, { _id: id, section: 'keywords', sort: '-clicks' })
  await until('the columns to be made', async () => (await columns()).length === columnCount)
  await anotherRun()
  await server.database.pool.query(
    `update report_columns c set attempt = r.attempt from reports r where r.id = $1 and c.report_id = $1`,
    [id],
  )
  await server.database.pool.query(
    `delete from report_columns where report_id = $1 and name in ('clicks', 'ctr', 'position', 'growth')`,
    [id],
  )
  const pageBy = async (sort: string) => {
    const { items } = await call(reportsContract.rows, { _id: id, section: 'keywords', sort, page: 3 })
    return texts(items)
  }
  const fromRows = [await pageBy('-clicks'), await pageBy('position')]
  await until('the columns to be made', async () => (await columns()).length === columnCount)
  expect([await pageBy('-clicks'), await pageBy('position')]).toEqual(fromRows)
  const getClicks = (text: string) => ((rows.findIndex((row) => row.text === text) + 1) * 7919) % 100003
  expect(fromRows[0]!.map(getClicks)).toEqual(fromRows[0]!.map(getClicks).toSorted((a, b) => b - a))
})

test('an index of an earlier run is ignored', async () => {
  await anotherRun()
  await server.database.pool.query(
    `update report_columns set labels = '', texts = null where report_id = $1 and name = 'folded_texts'`,
    [id],
  )
  await everyAskIsRight()
  const { attempt } = (await server.database.pool.query('select attempt from reports where id = $1', [id])).rows[0]
  await until('those of the last run to be made', async () =>
    (await columns()).every((column) => column.attempt === attempt),
  )
})
