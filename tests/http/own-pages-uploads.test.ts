import { strToU8, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { type Cluster, reportsContract } from '../../src/features/reports/contract.ts'
import { sitesContract } from '../../src/features/sites/contract.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Which own pages cover keywords, topics and planned pages, from Search Console exports that people upload for a site. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

type Account = Awaited<ReturnType<TestServer['signUp']>>

const us = { country: 'US', language: 'en' } as const
const base = 'https://hollowoak.example'
const header = 'Query,Page,Clicks,Impressions,CTR,Position'

/** As a table of query and page has it: the kettles have two pages that compete. */
const pairs = [
  `Copper kettle,${base}/kettles,6,100,6%,4`,
  `copper kettle,${base}/kettles-2,1,60,1.67%,9`,
  `best copper kettle,${base}/kettles,2,100,2%,16`,
]
const pairsFile = (name: string, lines: readonly string[]) => new File([lines.join('\n')], name)
const dated = pairsFile('dated.csv', ['"May 1, 2026 - May 31, 2026"', '', header, ...pairs])
const undated = pairsFile('undated.csv', [header, ...pairs])

/** What Search Console’s Export button gives: totals of queries and of pages, but no pages by query. */
function exported(day: string, query = 'copper kettle') {
  const files = {
    'Chart.csv': `Date,Clicks,Impressions,CTR,Position\n${day},9,260,3.46%,8\n`,
    'Queries.csv': `Top queries,Clicks,Impressions,CTR,Position\n${query},7,140,5%,5.5\n`,
    'Pages.csv': `Top pages,Clicks,Impressions,CTR,Position\n${base}/kettles,8,200,4%,10\n`,
    'Filters.csv': 'Filter,Value\nSearch type,Web\nCountry,United Kingdom\n',
  }
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])))
  return new File([zip], 'Performance.zip')
}

const addSite = async ({ call, workspaceId }: Account, url = 'hollowoak.example') =>
  (await call(sitesContract.add, { workspace_id: workspaceId, url })).site._id
const upload = async ({ call, workspaceId }: Account, site_id: string, file: File) =>
  (await call(importsContract.add, { workspace_id: workspaceId, site_id, file })).site_upload!

/** A crawled page, about kettles. */
async function addCrawl({ workspaceId }: Account, siteId: string) {
  const { pool } = server.database
  await pool.query(
    `insert into site_crawls (workspace_id, site_id, id, no, state, complete, found, fetched, prepared, finished_at)
     values ($1, $2, gen_random_uuid(), 1, 'done', true, 1, 1, true, now())`,
    [workspaceId, siteId],
  )
  await pool.query(
    `insert into site_pages (workspace_id, site_id, key, url, url_key, state, present, status, title, h1, words, indexable, depth,
       first_crawl, last_crawl, fetched_at)
     values ($1, $2, gen_random_uuid(), $3, 'hollowoak.example/kettles', 'live', true, 200, 'Copper kettles | Hollow Oak',
       'Copper kettles', 612, true, 1, 1, 1, now())`,
    [workspaceId, siteId, `${base}/kettles`],
  )
}

/** One day of a connection. */
async function addDays({ workspaceId }: Account, siteId: string, day: string) {
  const { pool } = server.database
  await pool.query(
    `insert into site_connections (workspace_id, site_id, kind, state, last_day) values ($1, $2, 'oauth', 'connected', $3)`,
    [workspaceId, siteId, day],
  )
  await pool.query(
    `insert into site_search_texts (workspace_id, site_id, id, kind, text)
     overriding system value values ($1, $2, 1, 'query', 'copper kettle'), ($1, $2, 2, 'page', $3)`,
    [workspaceId, siteId, `${base}/connected`],
  )
  await pool.query(
    `insert into site_search_days (workspace_id, site_id, dimension, day, query_id, page_id, clicks, impressions, position)
     values ($1, $2, 'query', $3, 1, 0, 3, 30, 2), ($1, $2, 'query_page', $3, 1, 2, 3, 30, 2)`,
    [workspaceId, siteId, day],
  )
}

async function newReport({ call, workspaceId }: Account) {
  const keywords = ['copper kettle', 'copper kettles', 'best copper kettle', 'oak desk lamp', 'oak desk lamps']
  const { import: file } = await call(importsContract.add, {
    workspace_id: workspaceId,
    file: new File([['Keyword', ...keywords].join('\n')], 'keywords.csv'),
  })
  const { report } = await call(reportsContract.new, {
    ...{ workspace_id: workspaceId, type: 'clusters', import_id: file._id },
    ...us,
  })
  const id = report!._id
  await until('the report to finish', async () =>
    (await call(reportsContract.checkstatus, { _id: id })).status === 'done' ? true : null,
  )
  return id
}

async function read({ call }: Account, id: string) {
  const { sections } = (await call(reportsContract.get, { id, sections: 'keywords,clusters' })).report
  const topic = sections.clusters!.find(({ kind, name }: Cluster) => kind === 'topic' && name.includes('kettle'))!
  const row = sections.keywords!.find(({ text }) => text === 'copper kettle')!
  return { row: row.own, topic: topic.own, all: [...sections.keywords!, ...sections.clusters!] }
}

const getCsv = async ({ token }: Account, path: string) =>
  (await fetch(`${server.url}${path}`, { headers: { authorization: `Bearer ${token}` } })).text()

test('an export with pages by query fills rows, topics and planned pages, with its own period', async () => {
  const account = await server.signUp('self_hosted')
  const { call, workspaceId } = account
  const siteId = await addSite(account)
  await addCrawl(account, siteId)
  const { _id, from, to } = await upload(account, siteId, dated)
  expect({ from, to }).toEqual({ from: '2026-05-01', to: '2026-05-31' })
  const id = await newReport(account)
  const origin = {
    as_of: '2026-05-31T00:00:00.000Z',
    period: { from, to, days: 31 },
    upload: { _id, file_name: 'dated.csv', uploaded_at: expect.any(String), filters: [], pairs: 3 },
  }
  const { row, topic } = await read(account, id)
  // The query has the impressions of the page shown most, as in the site's own views.
  expect(row).toEqual({
    ...{ page: `${base}/kettles`, position: 4, clicks: 6, impressions: 100, pages: 2 },
    ...origin,
  })
  expect(topic).toMatchObject({
    ...{ page: `${base}/kettles`, source: 'search_console', position: 10, clicks: 8, impressions: 200 },
    ...{ title: 'Copper kettles', words: 612, keywords: 2, top_10: 1 },
    ...origin,
    others: [{ page: `${base}/kettles-2`, position: 9, clicks: 1, impressions: 60 }],
  })
  const page = await call(reportsContract.rows, { _id: id, section: 'keywords', q: 'copper kettle', page: 1, limit: 5 })
  expect(page.items).toContainEqual(expect.objectContaining({ text: 'copper kettle', own: row }))
  expect(await getCsv(account, `/reports/export/${id}?format=csv`)).toContain(
    `${base}/kettles,4,6,100,2026-05-31T00:00:00.000Z,2026-05-01 – 2026-05-31 (uploaded export)`,
  )
  expect(await getCsv(account, `/reports/export/${id}?format=csv&section=clusters`)).toContain(
    '2026-05-01 – 2026-05-31 (uploaded export)',
  )

  const { plan } = await call(contentPlanContract.new, { workspace_id: workspaceId, name: 'Shop', report_id: id })
  const { items } = await call(contentPlanContract.get, { _id: plan._id })
  const kettles = items.find(({ keywords }) => keywords.includes('copper kettle'))!
  expect(kettles.own).toMatchObject({ page: `${base}/kettles`, words: 612, position: 10, clicks: 8, ...origin })
  expect(kettles.page_id).toBe(kettles.own!.page_id)
  expect(kettles.priority.factors.find(({ name }) => name === 'position')!.value).not.toBeNull()
  const csv = await getCsv(account, `/plan/export/${plan._id}?format=csv`)
  expect(csv.split('\n')[0]).toContain('Words of your page,Your rank period')
  expect(csv).toContain(`${base}/kettles,10,8,612,2026-05-01 – 2026-05-31 (uploaded export)`)

  // A deleted export takes its figures along; the page is still about kettles.
  await call(sitesContract.removeUpload, { _id })
  const left = await read(account, id)
  expect(left.row).toBeNull()
  expect(left.topic).toMatchObject({
    page: `${base}/kettles`,
    source: 'crawl',
    clicks: null,
    period: null,
    upload: null,
  })
})

test('an export without pages by query has figures of keywords, and no page that it doesn’t name', async () => {
  const account = await server.signUp('self_hosted')
  const siteId = await addSite(account)
  await addCrawl(account, siteId)
  await upload(account, siteId, exported('2026-05-31'))
  const { row, topic } = await read(account, await newReport(account))
  expect(row).toMatchObject({
    ...{ page: null, pages: 0, position: 5.5, clicks: 7, impressions: 140 },
    period: { from: '2026-05-31', to: '2026-05-31', days: 1 },
    upload: {
      file_name: 'Performance.zip',
      pairs: 0,
      filters: [
        { name: 'Search type', value: 'Web' },
        { name: 'Country', value: 'United Kingdom' },
      ],
    },
  })
  expect(topic).toMatchObject({ page: `${base}/kettles`, source: 'crawl', position: null, clicks: null, upload: null })
})

test('of an export without a period, figures say so; exports are never added up', async () => {
  const account = await server.signUp('self_hosted')
  const siteId = await addSite(account)
  const { _id, created_at } = await upload(account, siteId, undated)
  const id = await newReport(account)
  const first = await read(account, id)
  expect(first.row).toMatchObject({ clicks: 6, impressions: 100, as_of: null, period: null })
  expect(first.row!.upload).toMatchObject({ _id, uploaded_at: created_at, file_name: 'undated.csv' })
  expect(first.topic).toMatchObject({ clicks: 8, as_of: null, period: null, upload: { _id } })
  expect(await getCsv(account, `/reports/export/${id}?format=csv`)).toContain(
    `${base}/kettles,4,6,100,,unknown (export uploaded ${created_at.slice(0, 10)})`,
  )

  // An export with dates is shown instead, and topics keep the one that has pages by query.
  const newer = await upload(account, siteId, exported('2026-05-31'))
  const both = await read(account, id)
  expect(both.row).toMatchObject({ page: null, clicks: 7, impressions: 140, upload: { _id: newer._id } })
  expect(both.topic).toMatchObject({ page: `${base}/kettles`, clicks: 8, impressions: 200, upload: { _id } })
})

test('days of a connection win over exports until it can’t be read and an export is newer', async () => {
  const account = await server.signUp('self_hosted')
  const siteId = await addSite(account)
  await upload(account, siteId, dated)
  await addDays(account, siteId, '2026-05-20')
  const id = await newReport(account)
  const connected = {
    ...{ page: `${base}/connected`, position: 2, clicks: 3, impressions: 30, upload: null },
    period: { from: '2026-05-20', to: '2026-05-20', days: 1 },
  }
  const first = await read(account, id)
  expect(first.row).toMatchObject(connected)
  expect(first.topic).toMatchObject({ ...connected, others: [] })
  await server.database.pool.query(`update site_connections set state = 'error' where site_id = $1`, [siteId])
  const later = await read(account, id)
  expect(later.row).toMatchObject({ page: `${base}/kettles`, clicks: 6, upload: { file_name: 'dated.csv' } })
  expect(later.topic).toMatchObject({ page: `${base}/kettles`, clicks: 8 })
})

test('a page that two sites of the workspace have counts once', async () => {
  const account = await server.signUp('self_hosted')
  await upload(account, await addSite(account), dated)
  await upload(account, await addSite(account, `${base}/`), dated)
  const { row, topic } = await read(account, await newReport(account))
  expect(row).toMatchObject({ clicks: 6, impressions: 100 })
  expect(topic).toMatchObject({ clicks: 8, impressions: 200, keywords: 2 })
  expect(topic!.others).toHaveLength(1)
})

test('exports of another workspace are not read', async () => {
  const account = await server.signUp('self_hosted')
  const other = await server.signUp('self_hosted')
  await upload(other, await addSite(other), dated)
  await addSite(account)
  const { all } = await read(account, await newReport(account))
  expect(all.every(({ own }) => own === null)).toBe(true)
})
