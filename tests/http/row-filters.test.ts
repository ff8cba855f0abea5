import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Row, type RowFilter, reportsContract } from '../../src/features/reports/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Row filters give the rows that plain filtering gives, in reports of each size and state, in pages, exports and MCP. */

let server: TestServer
let call: Call
let token: string
let workspaceId: string

beforeAll(async () => {
  server = await startTestServer()
  const account = await server.signUp('self_hosted')
  ;({ call, token, workspaceId } = account)
})
afterAll(() => server.close())

const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values)
const openers = ['how to', 'what is', 'best', 'cheap']
const features = ['ai_overview', 'featured_snippet', 'local_pack']

/** A finished report of this many keywords, with numbers of which each is missing in some rows. */
async function makeReport(rows: number): Promise<string> {
  const queries = Array.from({ length: rows }, (_, at) => `${openers[at % 4]} ${at % 9 ? 'kettle' : 'Öl kettle'} ${at}`)
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'clusters',
    queries,
    country: 'US',
    language: 'en',
  })
  const id = report!._id
  await until('the report', async () => (await call(reportsContract.checkstatus, { _id: id })).status === 'done')
  await query(
    `update report_rows set
      volume_value = case when position % 5 < 3 then (position * 37) % 200 end,
      volume_low = case when position % 5 = 3 then position % 90 end, volume_high = case when position % 5 = 3 then position % 90 + 100 end,
      volume_provider = case when position % 5 < 4 then 'imported' end,
      difficulty = case when position % 7 > 0 then (position * 13) % 101 end,
      cpc_value = case when position % 3 > 0 then ((position * 7) % 50) / 10.0 end, cpc_currency = 'USD',
      average_position = case when position % 4 = 0 then (position % 300) / 3.0 end,
      sources = case when position % 2 = 0 then array['imported'] else array['reddit', 'imported'] end
     where report_id = $1`,
    [id],
  )
  await query(
    `insert into report_asks (workspace_id, report_id, source, term, depth, found, ms, cached, fetched_at, features)
     select workspace_id, report_id, 'serper', text, 1, 0, 1, false, now(), array[($2::text[])[1 + position % 3], ($2::text[])[1 + position % 2]]
     from report_rows where report_id = $1 and position % 3 > 0`,
    [id, features],
  )
  await anotherRun(id)
  return id
}

/** What was stored of the last run no longer counts. */
const anotherRun = (id: string) => query('update reports set attempt = attempt + 1 where id = $1', [id])

type Known = Row & { serp_features: string[] | null }

async function readRows(id: string): Promise<Known[]> {
  const found = await query(`select term, features from report_asks where report_id = $1 and source = 'serper'`, [id])
  const byText = new Map(found.rows.map((row: { term: string; features: string[] }) => [row.term, row.features]))
  const rows = (await call(reportsContract.get, { id, sections: 'keywords' })).report.sections.keywords!
  return rows.map((row) => ({ ...row, serp_features: byText.get(row.text) ?? null }))
}

const bound = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: undefined })
const some = <Value>(...values: Value[]) =>
  fc.option(fc.subarray(values, { minLength: 1 }), { nil: undefined, freq: 2 }) as fc.Arbitrary<Value[] | undefined>
const filter = (clusters: string[]): fc.Arbitrary<RowFilter> =>
  fc.record({
    include: some('how', 'KETTLE', '1', 'öl'),
    exclude: some('what is', '7'),
    types: some('question', 'related'),
    intents: some('informational', 'commercial', 'none'),
    sources: some('reddit', 'nobody'),
    cluster_ids: some(...clusters),
    serp_features: some(...features),
    volume_min: bound(200),
    volume_max: bound(200),
    difficulty_min: bound(100),
    difficulty_max: bound(100),
    cpc_min: bound(5),
    cpc_max: bound(5),
    position_min: bound(100),
    position_max: bound(100),
    include_unknown: some('volume', 'difficulty', 'cpc', 'position', 'serp_features'),
  } as const) as fc.Arbitrary<RowFilter>

const middle = ({ volume }: Row) =>
  volume &&
  (volume.value ??
    (volume.low === null || volume.high === null ? null : Math.sqrt(Math.max(1, volume.low) * volume.high)))

/** The rows that pass, and those left out only because a value is unknown. */
function filterPlainly(rows: Known[], asked: RowFilter) {
  const has = (text: string) => (row: Row) => row.text.toLowerCase().includes(text.toLowerCase())
  const ranges = [
    ['volume', middle],
    ['difficulty', (row: Row) => row.difficulty],
    ['cpc', (row: Row) => row.cpc?.value ?? null],
    ['position', (row: Row) => row.position],
  ] as const
  const unknown: Known[] = []
  const matching = rows.filter((row) => {
    if (asked.include?.some((text) => !has(text)(row)) || asked.exclude?.some((text) => has(text)(row))) return false
    if (asked.types && !asked.types.includes(row.type)) return false
    if (asked.intents && !asked.intents.includes(row.intent?.main ?? 'none')) return false
    if (asked.sources && !row.sources.some((source) => asked.sources!.includes(source))) return false
    if (asked.cluster_ids && !asked.cluster_ids.includes(row.cluster_id ?? '')) return false
    let isUnknown = false
    const misses = (column: NonNullable<RowFilter['include_unknown']>[number]) => {
      if (!asked.include_unknown?.includes(column)) isUnknown = true
    }
    for (const [column, read] of ranges) {
      const [min, max] = [asked[`${column}_min`], asked[`${column}_max`]]
      if (min === undefined && max === undefined) continue
      const value = read(row)
      if (value === null) misses(column)
      else if (value < (min ?? 0) || value > (max ?? Number.POSITIVE_INFINITY)) return false
    }
    if (asked.serp_features) {
      if (row.serp_features === null) misses('serp_features')
      else if (!row.serp_features.some((feature) => asked.serp_features!.includes(feature))) return false
    }
    if (isUnknown) unknown.push(row)
    return !isUnknown
  })
  return { matching, unknown }
}

async function fetchText(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { Authorization: `Bearer ${token}` } })
  expect(answer.status).toBe(200)
  return answer.text()
}

const texts = (items: object[]) => items.map((item) => (item as Row).text)

async function filtersAreRight(id: string, runs: number) {
  const rows = await readRows(id)
  const clusters = [...new Set(rows.flatMap(({ cluster_id }) => (cluster_id ? [cluster_id] : [])))].slice(0, 4)
  await fc.assert(
    fc.asyncProperty(filter(clusters), async (asked) => {
      const { matching, unknown } = filterPlainly(rows, asked)
      const answer = await call(reportsContract.rows, { _id: id, ...asked, limit: 100 })
      expect(answer.total).toBe(matching.length)
      expect(answer.unknown?.rows ?? 0).toBe(unknown.length)
      expect(texts(answer.items)).toEqual(texts(matching.slice(0, 100)))
      expect(answer.next_cursor === null).toBe(matching.length <= 100)
    }),
    { numRuns: runs },
  )
}

test('a finished report, as its columns are computed and once they are cached', async () => {
  await filtersAreRight(await makeReport(150), 150)
}, 60_000)

test('a big finished report, before its columns are stored and after', async () => {
  const id = await makeReport(2100)
  await filtersAreRight(id, 20)
  await until('columns of this run', async () => {
    const { rows } = await query(
      `select from report_columns c join reports r on r.id = c.report_id and r.attempt = c.attempt where r.id = $1`,
      [id],
    )
    return rows.length > 0
  })
  await filtersAreRight(id, 100)
}, 60_000)

test('a report that hasn’t finished', async () => {
  const id = await makeReport(150)
  await query(`update reports set status = 'running' where id = $1`, [id])
  await query('update report_rows set position = null where report_id = $1', [id])
  await filtersAreRight(id, 60)
}, 60_000)

test('growth, dates and numbers of sources can be sorted by', async () => {
  const id = await makeReport(40)
  const toMonths = (position: number) =>
    Array.from({ length: 12 }, (_, at) => ({ t: '2026-01-01', v: (position * 31 * (at + 1)) % 97 }))
  await query(
    `update report_rows set volume_as_of = case when position % 5 < 4 then '2026-01-01'::date + (position * 7) % 40 end,
       monthly = case when position % 2 = 0 then $2::jsonb -> position end
     where report_id = $1`,
    [id, JSON.stringify(Array.from({ length: 100 }, (_, position) => toMonths(position)))],
  )
  await anotherRun(id)
  const rows = await readRows(id)
  const mean = (part: Row['monthly']) => part.reduce((sum, { v }) => sum + v, 0) / part.length
  const keys: Record<string, (row: Row) => number | string | null> = {
    growth: ({ monthly }) =>
      monthly.length < 6 ? null : (mean(monthly.slice(-3)) + 1) / (mean(monthly.slice(0, 3)) + 1),
    volume_as_of: ({ volume }) => volume?.as_of ?? null,
    sources: (row) => row.sources.length,
  }
  for (const [name, toKey] of Object.entries(keys)) {
    const sorted = rows.toSorted((a, b) => {
      const [left, right] = [toKey(a), toKey(b)]
      if (left === null || right === null) return Number(left === null) - Number(right === null)
      return left < right ? 1 : left > right ? -1 : 0
    })
    const { items } = await call(reportsContract.rows, { _id: id, sort: `-${name}`, limit: 100 })
    expect(texts(items), name).toEqual(texts(sorted))
  }
})

test('the summary counts every row, and adds up the volume of the matching ones', async () => {
  const id = await makeReport(150)
  const rows = await readRows(id)
  const { summary, total } = await call(reportsContract.rows, { _id: id, volume_min: 50, summary: true })
  const matching = filterPlainly(rows, { volume_min: 50 }).matching
  const count = (passes: (row: Known) => boolean) => rows.filter(passes).length
  expect(total).toBe(matching.length)
  expect(summary).toMatchObject({
    rows: 150,
    types: { question: count(({ type }) => type === 'question') },
    intents: { informational: count(({ intent }) => intent?.main === 'informational') },
    sources: { reddit: count((row) => row.sources.includes('reddit')), imported: 150 },
    serp_features: { local_pack: count((row) => row.serp_features?.includes('local_pack') ?? false) },
  })
  expect(summary!.columns).toEqual(expect.arrayContaining(['text', 'volume', 'difficulty', 'cpc', 'position']))
  expect(summary!.columns).not.toContain('monthly')
  expect(summary!.volume.known).toBe(matching.length)
  expect(summary!.volume.sum).toBeCloseTo(matching.reduce((sum, row) => sum + (middle(row) ?? 0), 0))
})

test('cursors lead through all pages, until the report changes', async () => {
  const id = await makeReport(150)
  const wanted = filterPlainly(await readRows(id), { volume_min: 20 }).matching
  const read: string[] = []
  let cursor: string | undefined
  do {
    const answer = await call(reportsContract.rows, { _id: id, volume_min: 20, limit: 40, cursor })
    read.push(...texts(answer.items))
    cursor = answer.next_cursor ?? undefined
    if (read.length === 80) {
      await anotherRun(id)
      await expect(call(reportsContract.rows, { _id: id, limit: 40, cursor })).rejects.toMatchObject({
        code: 'invalid_input',
        options: { reason: 'cursor_outdated' },
      })
      break
    }
  } while (cursor)
  expect(read).toEqual(texts(wanted.slice(0, 80)))
})

test('an export has the rows that the same filters show', async () => {
  const id = await makeReport(150)
  const rows = await readRows(id)
  const asked = { exclude: ['what is'], volume_min: 50, include_unknown: ['volume' as const] }
  const wanted = texts(filterPlainly(rows, asked).matching)
  const url = `${server.url}/reports/export/${id}?exclude=what%20is&volume_min=50&include_unknown=volume`
  const json = JSON.parse(await fetchText(`${url}&format=json`)) as { rows: Row[] }
  expect(texts(json.rows)).toEqual(wanted)
  const csv = (await fetchText(`${url}&format=csv`)).split('\r\n').filter(Boolean)
  expect(csv.length).toBe(wanted.length + 1)
  const sorted = JSON.parse(await fetchText(`${url}&format=json&sort=text`)) as { rows: Row[] }
  expect(texts(sorted.rows)).toEqual(wanted.toSorted())
  const short = JSON.parse(await fetchText(`${url}&format=json&only=text`)) as { rows: Row[] }
  expect(short.rows).toEqual(json.rows.map(({ _id, text }) => ({ _id, text })))
})

test('wrong filters name their field', async () => {
  const id = await makeReport(20)
  for (const [input, field] of [
    [{ volume_min: -1 }, 'volume_min'],
    [{ difficulty_max: 101 }, 'difficulty_max'],
    [{ types: ['nonsense'] }, 'types'],
    [{ include: [''] }, 'include'],
    [{ section: 'serp', volume_min: 1 }, 'volume_min'],
    [{ cursor: 'nonsense' }, 'cursor'],
    [{ sort: 'nonsense' }, 'sort'],
  ] as const)
    await expect(call(reportsContract.rows, { _id: id, ...input } as never), field).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field: expect.stringContaining(field) },
    })
})
