import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listsContract } from '../../src/features/keywords/contract.ts'
import { type Row, reportsContract } from '../../src/features/reports/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Saved views of the keywords table, hidden keywords, and what one keyword's details and a report's findings say. */

let server: TestServer
let call: Call
let token: string
let workspaceId: string

beforeAll(async () => {
  server = await startTestServer()
  ;({ call, token, workspaceId } = await server.signUp('self_hosted'))
})
afterAll(() => server.close())

const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values)

/** A finished report of `rows` questions with numbers: those divisible by 3 have no volume, by 4 no difficulty. */
async function makeReport(rows: number): Promise<string> {
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'clusters',
    queries: Array.from({ length: rows }, (_, at) => `how to clean kettle ${at}`),
    country: 'US',
    language: 'en',
  })
  const id = report!._id
  await until(
    'the report',
    async () => (await call(reportsContract.checkstatus, { _id: id })).status === 'done',
    90_000,
  )
  await query(
    `update report_rows set volume_provider = 'dataforseo', volume_value = case when position % 3 > 0 then position * 10 end,
      difficulty = case when position % 4 > 0 then position % 100 end, difficulty_provider = case when position % 4 > 0 then 'dataforseo' end
     where report_id = $1`,
    [id],
  )
  await query('update reports set attempt = attempt + 1 where id = $1', [id])
  return id
}

const getRows = async (id: string, more: object = {}) => {
  const found = await call(reportsContract.rows, { _id: id, limit: 100, ...more })
  return { ...found, items: found.items as Row[] }
}

const newView = (more: object = {}) => ({
  workspace_id: workspaceId,
  name: `View ${randomUUID()}`,
  filter: { types: ['question' as const], difficulty_max: 30 },
  sort: '-volume',
  columns: ['text', 'volume'],
  ...more,
})

test('a view is kept for the workspace, changed in part and deleted', async () => {
  const added = (await call(reportsContract.addView, newView({ name: 'Easy questions' }))).view
  const list = () => call(reportsContract.listViews, { workspace_id: workspaceId })
  expect((await list()).items).toContainEqual(added)
  const { view } = await call(reportsContract.updateView, { _id: added._id, sort: null })
  expect(view).toMatchObject({ name: 'Easy questions', filter: added.filter, columns: ['text', 'volume'], sort: null })
  await call(reportsContract.removeView, { _id: added._id })
  expect((await list()).items.map(({ _id }) => _id)).not.toContain(added._id)
  await expect(call(reportsContract.updateView, { _id: added._id, sort: null })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('names are unique in any case, also when saved concurrently, and a view can keep its own', async () => {
  const { view } = await call(reportsContract.addView, newView({ name: 'Long tail' }))
  const taken = { code: 'conflict', options: { field: 'name', reason: 'view_name_taken' } }
  await expect(call(reportsContract.addView, newView({ name: 'long TAIL' }))).rejects.toMatchObject(taken)
  await call(reportsContract.updateView, { _id: view._id, name: 'LONG tail' })
  const both = await Promise.allSettled([1, 2].map(() => call(reportsContract.addView, newView({ name: 'At once' }))))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test('a view can’t hold topics of one report, an unknown sort, or be seen from another workspace', async () => {
  const refuse = (more: object, field: string) =>
    expect(call(reportsContract.addView, newView(more) as never)).rejects.toMatchObject({
      code: 'invalid_input',
      options: { field },
    })
  await refuse({ filter: { cluster_ids: [randomUUID()] } }, 'filter.cluster_ids')
  await refuse({ sort: '-nonsense' }, 'sort')
  const { view } = await call(reportsContract.addView, newView())
  const other = await server.signUp()
  await expect(other.call(reportsContract.removeView, { _id: view._id })).rejects.toMatchObject({ code: 'not_found' })
  const { items } = await other.call(reportsContract.listViews, { workspace_id: other.workspaceId })
  expect(items).toEqual([])
})

test.for([40, 2400])(
  'hidden rows leave tables, exports and sections of a report of %d, and come back',
  async (size) => {
    const id = await makeReport(size)
    const before = await getRows(id, { summary: true })
    const gone = before.items.slice(1, 4).map(({ _id }) => _id)
    const hide = (hidden: boolean) => call(reportsContract.hideRows, { _id: id, row_ids: gone, hidden })
    expect(await hide(true)).toMatchObject({ changed: 3 })
    expect(await hide(true)).toMatchObject({ changed: 0 })
    const after = await getRows(id, { summary: true, types: ['question'] })
    expect(after).toMatchObject({ total: size - 3, summary: { rows: size - 3, hidden: 3 } })
    expect(after.items.map(({ _id }) => _id)).toEqual(
      before.items
        .map(({ _id }) => _id)
        .filter((each) => !gone.includes(each))
        .concat(after.items.slice(97).map(({ _id }) => _id)),
    )
    expect((await getRows(id)).total).toBe(size - 3)
    expect((await getRows(id, { hidden: true })).items.map(({ _id }) => _id)).toEqual(gone)
    const { sections } = (await call(reportsContract.get, { id, sections: 'questions' })).report
    expect(sections.questions).toHaveLength(size - 3)
    expect(await hide(false)).toMatchObject({ changed: 3 })
    expect((await getRows(id)).items.map(({ _id }) => _id)).toEqual(before.items.map(({ _id }) => _id))
    expect(await getRows(id, { hidden: true })).toMatchObject({ total: 0 })
  },
)

test('a keyword’s details name who measured each number, its sources, results and nested questions', async () => {
  const id = await makeReport(12)
  const [row, child] = (await getRows(id)).items
  await query(`update report_rows set parent_id = $2, heard = '{}' where report_id = $1 and id = $3`, [
    id,
    row!._id,
    child!._id,
  ])
  await query(
    `update report_rows set sources = array['bing_suggest', 'imported'], heard = $3 where report_id = $1 and id = $2`,
    [id, row!._id, JSON.stringify({ bing_suggest: [0.5, 2] })],
  )
  await query(
    `insert into report_asks (workspace_id, report_id, source, term, depth, found, ms, cached, fetched_at, features, urls)
     values ($1, $2, 'serper', $3, 1, 2, 1, false, now(), array['video'], array['https://www.a.example/x', 'https://b.example/'])`,
    [workspaceId, id, row!.text],
  )
  const { keyword } = await call(reportsContract.keyword, { _id: id, row_id: row!._id })
  expect(keyword.row.text).toBe(row!.text)
  expect(keyword.measured).toMatchObject({
    volume: { provider: 'dataforseo', at: null },
    difficulty: { provider: 'dataforseo', estimate: false, at: expect.stringMatching(/^20/) },
    cpc: null,
    performance: null,
  })
  expect(keyword.sources).toEqual([
    { source: 'bing_suggest', rank: 4, score: null, lists: 2 },
    { source: 'imported', rank: null, score: null, lists: null },
  ])
  expect(keyword.serps).toMatchObject([
    { source: 'serper', features: ['video'], results: [{ rank: 1, domain: 'a.example', title: null }, { rank: 2 }] },
  ])
  expect(keyword.children.map(({ _id }) => _id)).toEqual([child!._id])
  expect(keyword).toMatchObject({ children_total: 1, hidden: false, topic: { keywords: expect.any(Number) } })
  await expect(call(reportsContract.keyword, { _id: id, row_id: randomUUID() })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('each finding counts what its filter returns, also after rows were hidden', async () => {
  const id = await makeReport(60)
  const check = async () => {
    const { items } = await call(reportsContract.findings, { _id: id })
    const counted = items.filter(({ filter }) => Object.keys(filter).length > 0)
    for (const finding of counted) {
      const found = await getRows(id, { ...finding.filter, summary: true })
      expect([finding.kind, finding.rows]).toEqual([finding.kind, found.total])
      expect(finding.unknown).toBe(found.unknown?.rows ?? 0)
      const { sum, known } = found.summary!.volume
      expect(finding.searches).toBe(known > 0 ? sum : null)
      expect(finding.examples.map(({ _id }) => _id)).toEqual(found.items.slice(0, 3).map(({ _id }) => _id))
    }
    return items
  }
  const items = await check()
  const easy = items.find(({ kind }) => kind === 'easy_questions')!
  expect(easy.rows).toBeGreaterThan(0)
  expect(items.find(({ kind }) => kind === 'no_volume')).toMatchObject({
    rows: 20,
    of: 60,
    searches: null,
    filter: { missing: ['volume'] },
  })
  await call(reportsContract.hideRows, { _id: id, row_ids: [easy.examples[0]!._id], hidden: true })
  expect((await check()).find(({ kind }) => kind === 'easy_questions')!.rows).toBe(easy.rows - 1)
})

test('a list keeps the numbers a keyword had in its report, sorts by them, and exports them', async () => {
  const id = await makeReport(9)
  const rows = (await getRows(id)).items
  const from = { kind: 'report' as const, id, label: 'kettles' }
  const { list } = await call(listsContract.add, {
    workspace_id: workspaceId,
    name: 'Numbers',
    items: [...rows.map(({ text }) => ({ text, from })), { text: 'typed by hand' }],
  })
  const get = async (sort: '-volume' | 'difficulty' | 'added_at') =>
    (await call(listsContract.get, { _id: list._id, sort, limit: 100 })).items
  const kept = await get('added_at')
  expect(kept.slice(0, 9).map(({ numbers }) => [numbers?.volume?.value ?? null, numbers?.difficulty ?? null])).toEqual(
    rows.map(({ volume, difficulty }) => [volume?.value ?? null, difficulty]),
  )
  expect(kept[9]).toMatchObject({ text: 'typed by hand', numbers: null })
  // Unknown numbers come last.
  const volumes = (await get('-volume')).map(({ numbers }) => numbers?.volume?.value ?? null)
  expect(volumes).toEqual([80, 70, 50, 40, 20, 10, null, null, null, null])
  const difficulties = (await get('difficulty')).map(({ numbers }) => numbers?.difficulty ?? null)
  expect(difficulties).toEqual([1, 2, 3, 5, 6, 7, 9, null, null, null])
  await query('delete from report_rows where report_id = $1', [id])
  expect(await get('added_at')).toEqual(kept)
  const headers = { Authorization: `Bearer ${token}` }
  const file = await (await fetch(`${server.url}/lists/export/${list._id}?format=csv`, { headers })).text()
  expect(file.split('\r\n')[0]).toContain('Search volume')
  expect(file).toMatch(/how to clean kettle \d+,80,,,dataforseo,/)
})
