import { afterAll, beforeAll, expect, test } from 'vitest'
import { importsContract, listsContract } from '../../src/features/keywords/contract.ts'
import { type Row, reportsContract } from '../../src/features/reports/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** A list's keywords as rows of the keywords table: filters, order, numbers with provider and date, pasting. */

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

let named = 0
const newList = async (texts: string[] = []) => {
  const items = texts.map((text) => ({ text }))
  return (await call(listsContract.add, { workspace_id: workspaceId, name: `List ${++named}`, items })).list
}

/** A list of eight keywords of a report with numbers, and one typed. */
async function makeList() {
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'clusters',
    queries: Array.from({ length: 8 }, (_, at) => (at % 2 ? `how to clean kettle ${at}` : `kettle ${at}`)),
    country: 'US',
    language: 'en',
  })
  const id = report!._id
  const isDone = async () => (await call(reportsContract.checkstatus, { _id: id })).status === 'done'
  await until('the report', isDone, 90_000)
  await query(
    `update report_rows set volume_provider = 'dataforseo', volume_as_of = '2026-10-01', volume_value = case when position % 3 > 0 then position * 10 end,
      difficulty = position * 5, difficulty_provider = 'dataforseo', cpc_value = position, cpc_currency = 'EUR', cpc_provider = 'dataforseo',
      competition = 0.5, clicks = 7, impressions = 70, ctr = 0.1, average_position = position + 0.5, performance_as_of = '2026-11-01',
      sources = array['google_suggest', 'bing_suggest'],
      monthly = '[{"t":"2026-09-01T00:00:00.000Z","v":1},{"t":"2026-10-01T00:00:00.000Z","v":2}]' where report_id = $1`,
    [id],
  )
  await query('update reports set attempt = attempt + 1 where id = $1', [id])
  const { items } = await call(reportsContract.rows, { _id: id, limit: 100 })
  const rows = items as Row[]
  const list = await newList()
  await call(listsContract.addItems, {
    _id: list._id,
    items: [
      ...rows.map(({ text }) => ({ text, from: { kind: 'report' as const, id, label: 'kettles' } })),
      { text: 'what is a gooseneck kettle' },
    ],
  })
  return { id: list._id, reportId: id, rows }
}

test('rows keep every number of the report with its provider and date, after the report is deleted too', async () => {
  const { id, reportId, rows } = await makeList()
  await call(reportsContract.delete, { _id: reportId })
  const { items, total, summary } = await call(listsContract.rows, { _id: id, sort: 'difficulty', summary: true })
  expect(total).toBe(9)
  const [first] = items
  const { _id, parent_id, cluster_id, depth, first_seen, popularity, intent, ...numbers } = rows.find(
    ({ text }) => text === first!.text,
  )!
  expect(first).toMatchObject({
    ...numbers,
    volume: { ...numbers.volume, as_of: expect.stringMatching(/^2026-10-01/) },
    performance: { provider: 'imported', as_of: expect.stringMatching(/^2026-11-01/) },
    from: { kind: 'report', id: reportId, label: 'kettles' },
    measured: {
      difficulty: { provider: 'dataforseo', at: expect.stringMatching(/^20/), estimate: false },
      cpc: { provider: 'dataforseo', at: expect.stringMatching(/^20/) },
    },
  })
  expect(items.at(-1)).toMatchObject({
    text: 'what is a gooseneck kettle',
    type: 'question',
    volume: null,
    difficulty: null,
    measured: null,
    from: { kind: 'typed' },
  })
  const known = rows.filter(({ volume }) => volume?.value != null)
  expect(summary).toMatchObject({
    rows: 9,
    types: { question: 5 },
    sources: { google_suggest: 8, bing_suggest: 8 },
    volume: { known: known.length, sum: known.reduce((sum, { volume }) => sum + volume!.value!, 0) },
  })
  expect(summary!.columns).toEqual(
    expect.arrayContaining(['volume', 'monthly', 'difficulty', 'cpc', 'position', 'origin', 'added_at']),
  )
})

test('the list of lists has the sum of the known volumes, with their providers, if it’s requested', async () => {
  const who = await server.signUp('self_hosted')
  const ours = { workspace_id: who.workspaceId }
  const add = async (name: string) => (await who.call(listsContract.add, { ...ours, name })).list._id
  const [mixed, typed] = [await add('Mixed'), await add('Typed')]
  await add('Empty')
  const text = 'Keyword\tVolume\ncold brew jar\t1300\ncold brew filter\t700\ncold brew tap\t'
  await who.call(listsContract.paste, { _id: mixed, text, dry_run: false })
  await who.call(listsContract.addItems, { _id: typed, items: [{ text: 'oak desk lamp' }] })
  const file = new File(['Keyword,Volume\nmatcha whisk,900\n'], 'words 2026-05-01.csv')
  const { import: added } = await who.call(importsContract.add, { ...ours, file })
  const items = [{ text: 'matcha whisk', from: { kind: 'import' as const, id: added._id, label: 'words.csv' } }]
  await who.call(listsContract.addItems, { _id: mixed, items })
  // A range of a provider counts as its geometric mean, as in the table.
  const range = { value: null, low: 100, high: 1000, provider: 'keyword_planner', as_of: '2026-10-01T00:00:00.000Z' }
  await query(
    `update keyword_list_items set numbers = jsonb_build_object('volume', $2::jsonb) where list_id = $1 and text = 'cold brew tap'`,
    [mixed, JSON.stringify(range)],
  )
  await who.call(listsContract.addItems, { _id: mixed, items: [{ text: 'without numbers' }] })

  const { items: lists } = await who.call(listsContract.list, { ...ours, volumes: true })
  const { volume } = lists.find(({ name }) => name === 'Mixed')!
  expect(volume).toMatchObject({
    known: 4,
    sources: [
      { provider: 'pasted', as_of: null },
      { provider: 'imported', as_of: expect.stringMatching(/^20/) },
      { provider: 'keyword_planner', as_of: '2026-10-01T00:00:00.000Z' },
    ],
  })
  expect(volume!.sum).toBeCloseTo(1300 + 700 + 900 + Math.sqrt(100 * 1000), 6)
  const { summary, items: rows } = await who.call(listsContract.rows, { _id: mixed, sort: '-volume', summary: true })
  expect(summary!.volume.known).toBe(volume!.known)
  expect(summary!.volume.sum).toBeCloseTo(volume!.sum, 6)
  expect(rows.map((row) => row.text)).toEqual([
    'cold brew jar',
    'matcha whisk',
    'cold brew filter',
    'cold brew tap',
    'without numbers',
  ])
  expect(lists.filter(({ volume }) => volume === null).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['Typed', 'Empty']),
  )
  const { items: plain } = await who.call(listsContract.list, ours)
  expect(plain.every((list) => list.volume === undefined)).toBe(true)
  // A list over the limit isn't added up.
  await query('update keyword_lists set item_count = 10001 where id = $1', [mixed])
  const { items: large } = await who.call(listsContract.list, { ...ours, volumes: true, q: 'mixed' })
  expect(large).toMatchObject([{ name: 'Mixed', volume: null }])
})

test('by volume, keywords without one keep the order of the list: last added first', async () => {
  const list = await newList(['first', 'second', 'third'])
  const texts = async (more: object) => {
    const { items } = await call(listsContract.rows, { _id: list._id, ...more })
    return items.map(({ text }) => text)
  }
  expect(await texts({ sort: '-volume' })).toEqual(['third', 'second', 'first'])
  expect(await texts({ sort: '-volume' })).toEqual(await texts({}))
})

test('rows are filtered, counted, sorted and paged like those of a report', async () => {
  const { id } = await makeList()
  const get = (more: object) => call(listsContract.rows, { _id: id, ...more })
  const questions = await get({ types: ['question'] })
  expect(questions.items.map(({ text }) => text)).toEqual(expect.arrayContaining(['what is a gooseneck kettle']))
  expect(questions.total).toBe(5)
  const some = await get({ volume_min: 20, sort: '-volume' })
  expect(some.items.every(({ volume }) => volume!.value! >= 20)).toBe(true)
  expect(some.unknown).toMatchObject({ volume: 9 - 6 })
  expect((await get({ volume_min: 20, include_unknown: ['volume'] })).total).toBe(some.total + 3)
  expect((await get({ include: ['CLEAN'], exclude: ['1'] })).total).toBe(3)
  const [a, b] = [await get({ sort: 'text', limit: 5 }), await get({ sort: 'text', limit: 5, page: 2 })]
  const texts = [...a.items, ...b.items].map(({ text }) => text)
  expect(texts).toHaveLength(9)
  expect(texts).toEqual([...texts].sort())
  expect((await get({})).items[0]!.text).toBe('what is a gooseneck kettle')
  await expect(get({ sort: '-nonsense' })).rejects.toMatchObject({ code: 'invalid_input', options: { field: 'sort' } })
  await expect(get({ hidden: true })).rejects.toMatchObject({ code: 'invalid_input' })
})

test('a file has the keywords that match, with the provider of each number', async () => {
  const { id } = await makeList()
  const path = `/lists/export/${id}?format=csv&types=question&sort=-difficulty`
  const answer = await fetch(`${server.url}${path}`, { headers: { Authorization: `Bearer ${token}` } })
  const [header, ...lines] = (await answer.text()).trim().split(/\r?\n/)
  expect(header).toMatch(/Difficulty source.*CPC source/)
  expect(lines).toHaveLength(5)
  expect(lines[0]).toMatch(/^how to clean kettle .*dataforseo/)
})

test('numbers of an imported file come along', async () => {
  const file = new File(['Keyword,Volume,Difficulty\nmatcha whisk,900,12\n'], 'words 2026-05-01.csv')
  const { import: added } = await call(importsContract.add, { workspace_id: workspaceId, file })
  const list = await newList()
  const items = [{ text: 'Matcha whisk', from: { kind: 'import' as const, id: added._id, label: 'words.csv' } }]
  await call(listsContract.addItems, { _id: list._id, items })
  const [row] = (await call(listsContract.rows, { _id: list._id })).items
  expect(row).toMatchObject({
    volume: { value: 900, provider: 'imported', as_of: expect.stringMatching(/^20/) },
    difficulty: 12,
    measured: { difficulty: { provider: 'imported' }, cpc: null },
  })
})

test('pasted rows of a spreadsheet are counted first, then added with their numbers', async () => {
  const list = await newList(['cold brew ratio'])
  const text = [
    'Keyword\tVolume\tKD\tNote',
    'Cold  brew ratio\t2400\t20\tin the list',
    'cold brew jar\t1,300\t11\tnew',
    'cold brew jar\t1\t1\ttwice',
    '\t5\t5\tno keyword',
    '=HYPERLINK("x")\t7\t\tnew',
  ].join('\n')
  const paste = (dry_run: boolean) => call(listsContract.paste, { _id: list._id, text, dry_run })
  const counted = await paste(true)
  expect(counted).toMatchObject({ added: 2, duplicates: 2, invalid: 1, list: { items: 1 } })
  expect(counted.sample[0]).toBe('cold brew jar')
  expect(counted.invalid_lines).toMatchObject([{ line: 5 }])
  expect(counted.columns).toEqual(
    expect.arrayContaining([
      { header: 'Keyword', field: 'text' },
      { header: 'Volume', field: 'volume' },
      { header: 'KD', field: 'difficulty' },
      { header: 'Note', field: null },
    ]),
  )
  expect(await paste(false)).toMatchObject({ added: 2, duplicates: 2, invalid: 1, list: { items: 3 } })
  const { items } = await call(listsContract.rows, { _id: list._id, sort: '-volume' })
  expect(items[0]).toMatchObject({
    text: 'cold brew jar',
    volume: { value: 1300, provider: 'pasted', as_of: null },
    difficulty: 11,
    from: { kind: 'typed' },
  })
  expect(items.at(-1)).toMatchObject({ text: 'cold brew ratio', volume: null })
})

test('pasted lines may hold commas; a text without keywords is refused', async () => {
  const list = await newList()
  const lines = 'paris, texas film\nlondon, ontario map\nrome, georgia'
  expect(await call(listsContract.paste, { _id: list._id, text: lines })).toMatchObject({ added: 3, columns: [] })
  const texts = (await call(listsContract.texts, { _id: list._id })).texts
  expect(texts).toEqual(['paris, texas film', 'london, ontario map', 'rome, georgia'])
  await expect(call(listsContract.paste, { _id: list._id, text: ' \n ' })).rejects.toMatchObject({
    code: 'invalid_input',
    options: { field: 'text' },
  })
})
