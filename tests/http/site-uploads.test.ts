import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { sitesContract } from '../../src/features/sites/contract.ts'
import { addDays, getPacificDay } from '../../src/features/sites/rules/days.ts'
import { type SearchConsoleDouble, startSearchConsole, type TrueSearch } from '../doubles/search-console.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

const base = 'https://hollowoak.example'
const today = getPacificDay(new Date())
const lastDay = addDays(today, -3)

/** What Search Console has by day, which a connection reads and an export has the totals of. */
const days = Array.from({ length: 60 }, (_, index) => addDays(today, -59 + index))
const searches: TrueSearch[] = days.flatMap((day): TrueSearch[] => [
  {
    ...{ day, query: 'hollow oak', impressions: 100 },
    pages: [0, 1, 2].map((page) => ({ page: `${base}/${page}`, clicks: page === 0 ? 40 : 0, position: page + 1 })),
  },
  { day, query: 'cold brew ratio', impressions: 30, pages: [{ page: `${base}/ratio`, clicks: 1, position: 8 }] },
])

let double: SearchConsoleDouble
let server: TestServer
beforeAll(async () => {
  double = await startSearchConsole({ searches, firstPartialDay: addDays(today, -2) })
  server = await startTestServer(double.settings)
})
afterAll(async () => {
  await server.close()
  await double.close()
})

type Account = Awaited<ReturnType<TestServer['signUp']>>
type Row = { keys: string[]; clicks: number; impressions: number; position: number }

const toTable = (header: string, rows: readonly Row[]) =>
  [
    `${header},Clicks,Impressions,CTR,Position`,
    ...rows.map(({ keys, clicks, impressions, position }) =>
      [keys.at(-1), clicks, impressions, `${((100 * clicks) / impressions).toFixed(2)}%`, position].join(','),
    ),
  ].join('\n')

/** What the Export button gives for some days: totals of the whole period, and the site’s days. */
function exportDays(from: string, to: string, name = 'Performance-on-Search.zip') {
  const files = {
    'Chart.csv': toTable('Date', double.getRows(['date'], from, to, true)),
    'Queries.csv': toTable('Top queries', double.getRows(['query'], from, to, true)),
    'Pages.csv': toTable('Top pages', double.getRows(['page'], from, to, true)),
    'Countries.csv': 'Country,Clicks,Impressions,CTR,Position\nUnited States,40,100,40%,1\n',
    'Filters.csv': 'Filter,Value\nSearch type,Web\nDate,Last 28 days\n',
  }
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
  return new File([zip], name)
}

const addSite = async ({ call, workspaceId }: Account, url = 'hollowoak.example') =>
  (await call(sitesContract.add, { workspace_id: workspaceId, url })).site._id
const upload = ({ call, workspaceId }: Account, site_id: string, file: File) =>
  call(importsContract.add, { workspace_id: workspaceId, site_id, file })

const [from, to] = [addDays(lastDay, -27), lastDay]

test('an export fills the views of a site without a connection, with its own period', async () => {
  const account = await server.signUp()
  const { call } = account
  const _id = await addSite(account)
  const { site_upload, import: imported, repeated } = await upload(account, _id, exportDays(from, to))
  expect(repeated).toBe(false)
  expect(imported).toMatchObject({ kind: 'search_console', keywords: 2 })
  expect(site_upload).toMatchObject({
    ...{ from, to, period_from: 'days', days: 28, queries: 2, pages: 4, pairs: 0, accepted: 34, rejected_total: 0 },
    filters: [
      { name: 'Search type', value: 'Web' },
      { name: 'Date', value: 'Last 28 days' },
    ],
  })
  const { site } = await call(sitesContract.get, { _id })
  expect(site).toMatchObject({ uploads: 1, search_console: { state: 'none', last_day: null } })

  const overview = await call(sitesContract.overview, { _id })
  expect(overview).toMatchObject({
    ...{ from, to, before: null, anonymized_share: null, upload: { _id: site_upload!._id } },
    totals: { clicks: 28 * 41, impressions: 28 * 130, days: 28 },
  })
  expect(overview.days).toHaveLength(28)

  const all = await call(sitesContract.queries, { _id })
  expect(all).toMatchObject({ from, to, lacks: null, upload: { _id: site_upload!._id }, totals: { clicks: 28 * 41 } })
  expect(all.items).toMatchObject([
    { query: 'hollow oak', clicks: 28 * 40, impressions: 2800, position: 1, pages: [], swaps: null },
    { query: 'cold brew ratio', clicks: 28, impressions: 840, position: 8, pages: [] },
  ])
  const striking = await call(sitesContract.queries, { _id, view: 'striking_distance' })
  expect(striking.items.map(({ query }) => query)).toEqual(['cold brew ratio'])
  const found = await call(sitesContract.queries, { _id, q: 'oak -ratio' })
  expect(found.items.map(({ query }) => query)).toEqual(['hollow oak'])

  // What an export can’t say, it doesn’t.
  expect(await call(sitesContract.queries, { _id, view: 'cannibalized' })).toMatchObject({ items: [], lacks: 'pairs' })
  expect(await call(sitesContract.queries, { _id, view: 'new' })).toMatchObject({ items: [], lacks: 'days' })
  expect(await call(sitesContract.decay, { _id })).toEqual({ items: [], last_day: null })
})

test('crawled pages have the figures that the export has for their URL', async () => {
  const account = await server.signUp()
  const _id = await addSite(account)
  await upload(account, _id, exportDays(from, to))
  await server.database.pool.query(
    `insert into site_pages (workspace_id, site_id, key, url, url_key, first_crawl, last_crawl)
     select $1, $2, gen_random_uuid(), url, url, 1, 1 from unnest($3::text[]) url`,
    [account.workspaceId, _id, [`${base}/ratio`, `${base}/unseen`]],
  )
  const pages = await account.call(sitesContract.pages, { _id, sort: '-clicks' })
  expect(pages).toMatchObject({ from, to, upload: { from, to } })
  expect(pages.items.map(({ url, clicks, impressions }) => ({ url, clicks, impressions }))).toEqual([
    { url: `${base}/ratio`, clicks: 28, impressions: 840 },
    { url: `${base}/unseen`, clicks: null, impressions: null },
  ])
})

test('the same export changes nothing, also under another name and at the same time', async () => {
  const account = await server.signUp()
  const { call, workspaceId } = account
  const _id = await addSite(account)
  const first = await upload(account, _id, exportDays(from, to))
  const again = await upload(account, _id, exportDays(from, to, 'Again.zip'))
  expect(again).toMatchObject({ repeated: true, import: { _id: first.import._id } })
  expect(again.site_upload).toEqual(first.site_upload)
  expect((await call(sitesContract.uploads, { _id })).items).toEqual([first.site_upload])
  expect((await call(importsContract.list, { workspace_id: workspaceId })).total).toBe(1)
  // Its keywords were deleted meanwhile: they come back, and the site’s figures stay as they are.
  await call(importsContract.delete, { _id: first.import._id })
  const restored = await upload(account, _id, exportDays(from, to))
  expect(restored).toMatchObject({ repeated: true, site_upload: { _id: first.site_upload!._id } })
  expect((await call(importsContract.list, { workspace_id: workspaceId })).items).toMatchObject([
    { _id: restored.import._id },
  ])
  const other = await addSite(account, 'https://hollowoak.example/')
  const both = await Promise.all([0, 1].map(() => upload(account, other, exportDays(from, to))))
  expect(both.map(({ repeated }) => repeated).sort()).toEqual([false, true])
  expect((await call(sitesContract.uploads, { _id: other })).items).toHaveLength(1)
})

test('exports of overlapping periods are shown one at a time and never added up', async () => {
  const account = await server.signUp()
  const { call } = account
  const _id = await addSite(account)
  const newer = await upload(account, _id, exportDays(from, to))
  const older = await upload(account, _id, exportDays(addDays(from, -20), addDays(to, -20)))
  expect((await call(sitesContract.queries, { _id })).items[0]).toMatchObject({ clicks: 28 * 40 })
  expect((await call(sitesContract.overview, { _id })).upload?._id).toBe(newer.site_upload!._id)
  const chosen = await call(sitesContract.overview, { _id, upload_id: older.site_upload!._id })
  expect(chosen).toMatchObject({ from: addDays(from, -20), totals: { clicks: 28 * 41 } })
  const asked = { _id, from: addDays(from, -20), to: addDays(from, -1) }
  expect((await call(sitesContract.queries, asked)).upload?._id).toBe(older.site_upload!._id)
  expect(await call(sitesContract.overview, { _id, from: '2020-01-01', to: '2020-01-28' })).toMatchObject({
    ...{ totals: null, upload: null },
  })
  await call(sitesContract.removeUpload, { _id: newer.site_upload!._id })
  expect((await call(sitesContract.overview, { _id })).upload?._id).toBe(older.site_upload!._id)
  await expect(call(sitesContract.overview, { _id, upload_id: newer.site_upload!._id })).rejects.toMatchObject({
    ...{ code: 'not_found', options: { reason: 'upload_missing' } },
  })
})

test('days of a connection win over exports and count once', async () => {
  const account = await server.signUp()
  const { call } = account
  const _id = await addSite(account)
  // An export from before what the connection can read.
  const past = { from: '2020-01-01', to: '2020-01-02' }
  const table = 'Date,Clicks,Impressions,CTR,Position\n2020-01-01,7,70,10%,5\n2020-01-02,7,70,10%,5\n'
  const old = zipSync({
    'Chart.csv': strToU8(table),
    'Queries.csv': strToU8('Top queries,Clicks,Impressions,CTR,Position\nold oak,14,140,10%,5\n'),
  })
  await upload(account, _id, new File([old], 'old.zip'))
  const { site_upload } = await upload(account, _id, exportDays(from, to))
  const { url } = await call(sitesContract.connect, { _id })
  await call(sitesContract.finishConnect, double.consent(url!))
  await until('the sync to end', async () => {
    const { rows } = await server.database.pool.query(
      'select 1 from site_connections where site_id = $1 and synced_at is not null',
      [_id],
    )
    return rows.length > 0 ? true : null
  })
  expect(await call(sitesContract.overview, { _id })).toMatchObject({
    ...{ from, to, upload: null, totals: { clicks: 28 * 41, days: 28 } },
  })
  const { items } = await call(sitesContract.queries, { _id, sort: '-clicks' })
  expect(items[0]).toMatchObject({ query: 'hollow oak', clicks: 28 * 40 })
  expect(items[0]!.pages).toHaveLength(3)
  expect((await call(sitesContract.queries, { _id, view: 'cannibalized' })).lacks).toBeNull()
  expect(await call(sitesContract.overview, { _id, ...past })).toMatchObject({ ...past, totals: { clicks: 14 } })
  const shown = await call(sitesContract.overview, { _id, upload_id: site_upload!._id })
  expect(shown).toMatchObject({ upload: { _id: site_upload!._id }, totals: { clicks: 28 * 41 } })
})

test('a table of queries and pages shows which pages compete', async () => {
  const account = await server.signUp()
  const _id = await addSite(account)
  const text = [
    'Query,Page,Clicks,Impressions,CTR,Position',
    `caffeine chart,${base}/caffeine,4,100,4%,6`,
    `caffeine chart,${base}/chart,1,80,1.25%,7`,
    `cold brew,${base}/ratio,2,100,2%,9`,
    `cold brew,https://old.example/ratio,0,4,0%,9`,
  ].join('\n')
  const { site_upload } = await upload(account, _id, new File([text], 'pairs.csv'))
  expect(site_upload).toMatchObject({ from: null, to: null, period_from: null, pairs: 3, queries: 2, accepted: 3 })
  expect(site_upload!.rejected).toMatchObject([{ table: 'pairs.csv', line: 5 }])
  const { items, lacks, totals } = await account.call(sitesContract.queries, { _id, view: 'cannibalized' })
  expect({ lacks, totals }).toEqual({ lacks: null, totals: null })
  expect(items).toMatchObject([{ query: 'caffeine chart', clicks: 5, impressions: 100, swaps: null }])
  expect(items[0]!.pages.map(({ page, impressions }) => [page, impressions])).toEqual([
    [`${base}/caffeine`, 100],
    [`${base}/chart`, 80],
  ])
})

test('other files, other sites and other people’s sites are refused, and nothing is stored', async () => {
  const account = await server.signUp()
  const { call, workspaceId } = account
  const stranger = await server.signUp()
  const _id = await addSite(account)
  const keywords = new File(['keyword,volume\ncold brew,90\n'], 'keywords.csv')
  await expect(upload(account, _id, keywords)).rejects.toMatchObject({
    ...{ code: 'invalid_input', options: { field: 'file', reason: 'not_search_export' } },
  })
  const elsewhere = await addSite(account, 'other.example')
  await expect(upload(account, elsewhere, exportDays(from, to))).rejects.toMatchObject({
    code: 'invalid_input',
    options: { reason: 'export_elsewhere', params: { host: 'hollowoak.example', site: 'other.example' } },
  })
  await expect(upload(account, await addSite(stranger), exportDays(from, to))).rejects.toMatchObject({
    ...{ code: 'not_found', options: { field: 'site_id', reason: 'site_missing' } },
  })
  const input = { workspace_id: workspaceId, site_id: _id, file: exportDays(from, to), dry_run: true }
  expect((await call(importsContract.add, input)).site_upload).toMatchObject({ queries: 2, from, to })
  expect((await call(sitesContract.uploads, { _id })).items).toEqual([])
  expect((await call(importsContract.list, { workspace_id: workspaceId })).total).toBe(0)
})
