import { readFileSync } from 'node:fs'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { type Row, reportsContract } from '../../src/features/reports/contract.ts'
import { researchContract } from '../../src/features/research/contract.ts'
import type { Call } from '../../src/kit/client.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({})
})
afterAll(() => server.close())

const us = { country: 'US', language: 'en' } as const
const cases = '../../src/features/keywords/rules/import/fixtures/cases/'
const fixture = (name: string, as = name) => new File([readFileSync(new URL(cases + name, import.meta.url))], as)
const file = (text: string, name = 'keywords.csv') => new File([text], name)

async function getRows(
  call: Call,
  input: { workspaceId: string; import_id?: string; queries?: string[]; language?: string },
) {
  const { workspaceId, language = 'en', ...from } = input
  const { report } = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'clusters',
    ...from,
    ...us,
    language,
  })
  await until('the report to finish', async () => {
    const { status } = await call(reportsContract.checkstatus, { _id: report!._id })
    return status === 'done' ? true : null
  })
  const { items } = await call(reportsContract.rows, { _id: report!._id, section: 'keywords', sort: 'text' })
  return items as Row[]
}

test('Search Console and Bing stand side by side, each with its own date', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const add = (added: File) => call(importsContract.add, { workspace_id: workspaceId, file: added })
  await add(fixture('search-console-search.zip'))
  await add(fixture('bing-keyword-report.csv', 'example.com_KeywordReport_11_26_2026.csv'))
  const [row] = await getRows(call, { workspaceId, queries: ['moss lamp'] })
  expect(row).toMatchObject({
    impressions: 3400,
    clicks: 120,
    performance: {
      source: 'search_console',
      as_of: '2026-11-24T00:00:00.000Z',
      by_provider: [
        { provider: 'search_console', impressions: 3400, clicks: 120, position: 4.2 },
        { provider: 'bing_webmaster', impressions: 1065, clicks: 22, position: 5.9, as_of: '2026-11-26T00:00:00.000Z' },
      ],
    },
  })
  // A later file of Google's comes through.
  await add(file('Top queries,Clicks,Impressions,CTR,Position\nmoss lamp,9,90,10%,3\n', 'Queries 2026-11-27.csv'))
  const [later] = await getRows(call, { workspaceId, queries: ['moss lamp'] })
  expect(later).toMatchObject({ impressions: 90, clicks: 9 })
})

test('a file of unknown date never beats a dated one, and has no date', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const add = (added: File) => call(importsContract.add, { workspace_id: workspaceId, file: added })
  await add(fixture('search-console-search.zip'))
  const lone = await add(
    file('Top queries,Clicks,Impressions,CTR,Position\nmoss lamp,1,2,50%,9\nfern,1,5,20%,4\n', 'Queries.csv'),
  )
  expect(lone.import).toMatchObject({ as_of: null, reading: { date_from: null } })
  const rows = await getRows(call, { workspaceId, queries: ['moss lamp', 'fern'] })
  expect(rows).toMatchObject([
    { text: 'fern', impressions: 5, performance: { as_of: null, source: 'search_console' } },
    { text: 'moss lamp', impressions: 3400, performance: { as_of: '2026-11-24T00:00:00.000Z' } },
  ])
})

test('an amount without a currency has none', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const { import: added } = await call(importsContract.add, {
    workspace_id: workspaceId,
    file: fixture('french-cpc.csv'),
  })
  const rows = await getRows(call, { workspaceId, import_id: added._id })
  expect(rows.map(({ volume, cpc }) => [volume?.value, cpc])).toEqual([
    [12_500, { value: 1.1, currency: null }],
    [1234, { value: 0.85, currency: null }],
  ])
})

test('months with ranges are returned as ranges, and cells left out are listed', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const { import: planner, sample } = await call(importsContract.add, {
    workspace_id: workspaceId,
    file: fixture('planner-ranges.csv'),
  })
  expect(planner).toMatchObject({ accepted: 3, unread_total: 0, reading: { encoding: 'utf-16le', header_line: 3 } })
  expect(sample[1]!.monthly[0]).toEqual({ t: '2025-11-01', v: null, low: 10, high: 100 })
  const { items, total } = await call(importsContract.rows, { _id: planner._id, limit: 1, page: 3 })
  expect(total).toBe(3)
  expect(items).toMatchObject([{ text: 'anti fatigue mat', volume: { value: null, low: 1000, high: 10_000 } }])
  const { import: bad } = await call(importsContract.add, {
    workspace_id: workspaceId,
    file: file('Keyword,Volume\nlamp,many\n'),
  })
  const [listed] = (await call(importsContract.list, { workspace_id: workspaceId })).items
  expect(listed).toMatchObject({
    _id: bad._id,
    accepted: 1,
    unread: [{ line: 2, column: 'Volume', reason: 'search volume "many" isn’t a number' }],
    unread_total: 1,
  })
})

test('a decision is changed without uploading again: first shown, then stored', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const bytes = iconv.encode('Spalte A;Spalte B;Wert\nx eins;levné židle;10\nx zwei;šicí stroj;5\n', 'windows-1250')
  const input = { workspace_id: workspaceId, file: new File([new Uint8Array(bytes)], 'a.csv') }
  const preview = await call(importsContract.add, { ...input, dry_run: true })
  expect(preview.import).toMatchObject({ accepted: 2, reading: { encoding: 'windows-1250', delimiter: ';' } })
  expect((await call(importsContract.list, { workspace_id: workspaceId })).total).toBe(0)
  const choices = JSON.stringify({ columns: [{ index: 1, field: 'text' }] })
  const { import: added, sample } = await call(importsContract.add, { ...input, choices: choices as never })
  expect(sample.map(({ text }) => text)).toEqual(['levné židle', 'šicí stroj'])

  const changed = {
    _id: added._id,
    encoding: 'windows-1252',
    columns: [
      { index: 0, field: 'text' as const },
      { index: 2, field: 'volume' as const },
    ],
  } as const
  const shown = await call(importsContract.read, { ...changed, columns: [...changed.columns], dry_run: true })
  expect(shown.sample).toMatchObject([{ text: 'x eins', volume: { value: 10 } }, { text: 'x zwei' }])
  expect((await call(importsContract.rows, { _id: added._id })).items[0]).toMatchObject({
    text: 'levné židle',
    volume: null,
  })

  await call(importsContract.read, { ...changed, columns: [...changed.columns], as_of: '2026-10-01' })
  expect((await call(importsContract.rows, { _id: added._id })).items).toMatchObject([
    { text: 'x eins', volume: { value: 10 } },
    { text: 'x zwei', volume: { value: 5 } },
  ])
  const [listed] = (await call(importsContract.list, { workspace_id: workspaceId })).items
  expect(listed).toMatchObject({
    _id: added._id,
    as_of: '2026-10-01T00:00:00.000Z',
    reading: { date_from: 'chosen', encoding: 'windows-1252', keyword_column: { index: 0, basis: 'chosen' } },
  })
})

test('a choice that leaves nothing to import is rejected, and the import stays', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const { import: added } = await call(importsContract.add, {
    workspace_id: workspaceId,
    file: file('Keyword,Volume\nlamp,5\n'),
  })
  await expect(
    call(importsContract.read, { _id: added._id, columns: [{ index: 0, field: null }] }),
  ).rejects.toMatchObject({ code: 'invalid_input', options: { reason: 'no_keyword_column' } })
  await expect(
    call(importsContract.add, {
      workspace_id: workspaceId,
      file: file('lamp\n'),
      choices: '{"encoding":"ebcdic"}' as never,
    }),
  ).rejects.toMatchObject({ code: 'invalid_input' })
  expect((await call(importsContract.rows, { _id: added._id })).total).toBe(1)
})

test('deleting an import removes what it brought, its file too', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const { import: added } = await call(importsContract.add, {
    workspace_id: workspaceId,
    file: fixture('bing-webmaster.csv'),
  })
  const count = async (table: string) =>
    (await server.database.pool.query(`select count(*)::int as count from ${table} where import_id = $1`, [added._id]))
      .rows[0].count
  expect([await count('import_rows'), await count('import_files')]).toEqual([1, 1])
  await call(importsContract.delete, { _id: added._id })
  expect([await count('import_rows'), await count('import_files')]).toEqual([0, 0])
  const [row] = await getRows(call, { workspaceId, queries: ['standing desk mat'] })
  expect(row).toMatchObject({ impressions: null, performance: null })
  await expect(call(importsContract.read, { _id: added._id })).rejects.toMatchObject({ code: 'not_found' })
})

test('a series of Google Trends is a trend of its queries, and no search volume', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const day = (back: number) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
  const series = `Category: All categories\n\nWeek,moss lamp: (United States)\n${day(14)},40\n${day(7)},100\n`
  await call(importsContract.add, { workspace_id: workspaceId, file: file(series, 'multiTimeline.csv') })
  const asked = {
    workspace_id: workspaceId,
    keywords: ['moss lamp'],
    range: '12m' as const,
    source: 'imported' as const,
  }
  const trend = await call(researchContract.trends, asked)
  expect(trend).toMatchObject({ provider: 'imported', measure: 'interest', scale: 'relative' })
  expect(trend.series[0]!.points.map(({ v }) => v)).toEqual([40, 100])
  const volumes = await call(researchContract.volumes, { workspace_id: workspaceId, keywords: ['moss lamp'], ...us })
  expect(volumes.missing).toEqual(['moss lamp'])
})

test('Turkish capitals join the numbers of a file with the keywords of a report', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const text = 'Anahtar kelime;Arama hacmi\nKIRMIZI ELBİSE;90\nISPARTA GÜLÜ;30\n'
  await call(importsContract.add, { workspace_id: workspaceId, file: file(text) })
  const rows = await getRows(call, { workspaceId, queries: ['kırmızı elbise', 'ısparta gülü'], language: 'tr' })
  expect(rows.map(({ volume }) => volume?.value).sort()).toEqual([30, 90])
})

test('questions of AlsoAsked keep their parent', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const text = 'Question,Parent question,Depth\nwhat is a moss lamp,,1\nis a moss lamp alive,what is a moss lamp,2\n'
  const { import: added, sample } = await call(importsContract.add, { workspace_id: workspaceId, file: file(text) })
  expect(added.kind).toBe('alsoasked')
  expect(sample[1]).toMatchObject({ parent: 'what is a moss lamp', depth: 2 })
  const rows = await getRows(call, { workspaceId, import_id: added._id })
  const parent = rows.find(({ text: keyword }) => keyword === 'what is a moss lamp')!
  expect(rows.find(({ text: keyword }) => keyword === 'is a moss lamp alive')).toMatchObject({
    parent_id: parent._id,
    depth: 2,
  })
})

test('where two encodings are as likely, both are shown before anything is stored, and the chosen one is', async () => {
  const { call, workspaceId } = await server.signUp('self_hosted')
  const bytes = iconv.encode('Keyword;Volume\r\nlamp;9\r\nna\u00efve;10\r\n', 'windows-1252')
  const upload = { workspace_id: workspaceId, file: new File([new Uint8Array(bytes)], 'list.csv') }
  const { import: preview } = await call(importsContract.add, { ...upload, dry_run: true })
  expect((await call(importsContract.list, { workspace_id: workspaceId })).total).toBe(0)
  const { readings = [], encodings } = preview.reading!
  expect(readings.map(({ encoding }) => encoding)).toEqual(encodings)
  expect(readings.length).toBeGreaterThan(1)
  for (const { rows } of readings)
    expect(rows).toMatchObject([{ line: 3, cells: [expect.stringMatching(/^na.ve$/), '10'] }])
  for (const { encoding, rows } of readings) {
    const choices = JSON.stringify({ encoding })
    const { import: stored } = await call(importsContract.add, { ...upload, choices })
    expect(stored.reading).toMatchObject({ encoding, encodings: [encoding], readings: [] })
    const { items } = await call(importsContract.rows, { _id: stored._id })
    expect(items.map(({ text }) => text)).toEqual(['lamp', rows[0]!.cells[0]])
  }
})
