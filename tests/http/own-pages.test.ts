import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentPlanContract } from '../../src/features/content-plan/contract.ts'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { type Cluster, reportsContract } from '../../src/features/reports/contract.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** Which of the workspace’s own pages cover keywords, topics and planned pages. */

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

const us = { country: 'US', language: 'en' } as const
const base = 'https://hollowoak.example'
const lastDay = '2026-11-19'

type Shown = { query: string; page: string; clicks: number; impressions: number; position: number; day?: string }

/** The kettles have two pages that compete, and the first of them also answers for the mugs. */
const shown: Shown[] = [
  { query: 'copper kettle', page: '/kettles', clicks: 6, impressions: 100, position: 4 },
  { query: 'copper kettle', page: '/kettles-2', clicks: 1, impressions: 60, position: 9 },
  { query: 'best copper kettle', page: '/kettles', clicks: 2, impressions: 100, position: 16 },
  { query: 'blue mug', page: '/kettles', clicks: 1, impressions: 20, position: 30 },
  // Older than 28 days.
  { query: 'wool rug', page: '/old', clicks: 9, impressions: 90, position: 2, day: '2026-10-20' },
]
const pages = [
  { path: '/kettles', title: 'Copper kettles | Hollow Oak', h1: 'Copper kettles', words: 612 },
  { path: '/lamps', title: 'Oak desk lamps we like | Hollow Oak', h1: 'Oak desk lamps', words: 90 },
]
const keywords = [
  ...['copper kettle', 'copper kettles', 'best copper kettle', 'cheap copper kettle'],
  ...['oak desk lamp', 'oak desk lamps', 'best oak desk lamp', 'cheap oak desk lamp'],
  ...['wool rug', 'wool rugs', 'best wool rug', 'cheap wool rug'],
  ...['blue mug', 'blue mugs', 'best blue mug', 'cheap blue mug'],
]

async function fillSite(workspaceId: string) {
  const { pool } = server.database
  const { rows } = await pool.query<{ id: string }>(
    `insert into sites (workspace_id, id, url) values ($1, gen_random_uuid(), $2) returning id`,
    [workspaceId, base],
  )
  const ids = [workspaceId, rows[0]!.id]
  await pool.query(
    `insert into site_crawls (workspace_id, site_id, id, no, state, complete, found, fetched, prepared, finished_at)
     values ($1, $2, gen_random_uuid(), 1, 'done', true, 2, 2, true, now())`,
    ids,
  )
  for (const { path, title, h1, words } of pages)
    await pool.query(
      `insert into site_pages (workspace_id, site_id, key, url, url_key, state, present, status, title, h1, words, indexable, depth,
         first_crawl, last_crawl, fetched_at)
       values ($1, $2, gen_random_uuid(), $3, $4, 'live', true, 200, $5, $6, $7, true, 1, 1, 1, now())`,
      [...ids, base + path, `hollowoak.example${path}`, title, h1, words],
    )
  const texts = new Map<string, number>()
  const getId = async (kind: 'query' | 'page', text: string) => {
    const known = texts.get(kind + text)
    if (known) return known
    const { rows: added } = await pool.query<{ id: number }>(
      `insert into site_search_texts (workspace_id, site_id, kind, text) values ($1, $2, $3, $4) returning id`,
      [...ids, kind, text],
    )
    texts.set(kind + text, added[0]!.id)
    return added[0]!.id
  }
  const add = (dimension: string, day: string, query: number, page: number, { clicks, impressions, position }: Shown) =>
    pool.query(
      `insert into site_search_days (workspace_id, site_id, dimension, day, query_id, page_id, clicks, impressions, position)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing`,
      [...ids, dimension, day, query, page, clicks, impressions, position],
    )
  for (const row of shown) {
    const day = row.day ?? lastDay
    const query = await getId('query', row.query)
    // A query with two pages has its own sum, which isn't theirs.
    await add('query', day, query, 0, row)
    await add('query_page', day, query, await getId('page', base + row.page), row)
  }
}

async function newReport(account: Awaited<ReturnType<TestServer['signUp']>>) {
  const { call, workspaceId } = account
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

const findTopic = (clusters: readonly Cluster[], word: string) =>
  clusters.find(({ kind, name }) => kind === 'topic' && name.includes(word))!

test('rows and topics name the own page with its figures, and topics the pages that compete', async () => {
  const account = await server.signUp('self_hosted')
  const { call, token, workspaceId } = account
  const id = await newReport(account)
  const get = async () => (await call(reportsContract.get, { id, sections: 'keywords,clusters' })).report.sections
  expect((await get()).clusters!.every(({ own }) => own === null)).toBe(true)

  await fillSite(workspaceId)
  const { keywords: rows, clusters } = await get()
  const getRow = (text: string) => rows!.find((row) => row.text === text)!.own
  expect(getRow('copper kettle')).toEqual({
    ...{ page: `${base}/kettles`, position: 4, clicks: 6, impressions: 100, pages: 2 },
    as_of: `${lastDay}T00:00:00.000Z`,
    period: { from: lastDay, to: lastDay, days: 1 },
    upload: null,
  })
  expect([getRow('wool rug'), getRow('copper kettles')]).toEqual([null, null])

  const [kettles, lamps, rugs, mugs] = ['kettle', 'lamp', 'rug', 'mug'].map((word) => findTopic(clusters!, word))
  expect(kettles!.own).toMatchObject({
    ...{ page: `${base}/kettles`, source: 'search_console', position: 10, clicks: 8, impressions: 200 },
    ...{ title: 'Copper kettles', words: 612, keywords: 2, top_10: 1 },
    others: [{ page: `${base}/kettles-2`, position: 9, clicks: 1, impressions: 60 }],
    shared_with: [mugs!._id],
  })
  expect(mugs!.own).toMatchObject({ page: `${base}/kettles`, position: 30, shared_with: [kettles!._id] })
  // No query of it is known, but a page is about it.
  expect(lamps!.own).toMatchObject({
    ...{ page: `${base}/lamps`, source: 'crawl', position: null, clicks: null, words: 90, keywords: 0 },
  })
  expect(rugs!.own).toBeNull()

  const page = await call(reportsContract.rows, { _id: id, section: 'keywords', q: 'copper kettle', page: 1, limit: 5 })
  expect(page.items.map((row) => (row as { own: { page: string } | null }).own?.page ?? null)).toContain(
    `${base}/kettles`,
  )
  const topics = await call(reportsContract.rows, { _id: id, section: 'clusters', page: 1, limit: 50 })
  expect((topics.items as Cluster[]).find(({ _id }) => _id === kettles!._id)!.own).toEqual(kettles!.own)

  const exported = await fetch(`${server.url}/reports/export/${id}?format=csv&section=clusters`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const csv = await exported.text()
  expect(csv).toContain(`${base}/kettles,10,8,200,2,${base}/kettles-2`)
  const keywordsCsv = await (
    await fetch(`${server.url}/reports/export/${id}?format=csv`, { headers: { authorization: `Bearer ${token}` } })
  ).text()
  expect(keywordsCsv).toContain(`${base}/kettles,4,6,100,${lastDay}T00:00:00.000Z,${lastDay} – ${lastDay}`)
})

test('planned pages name the page that exists already, and take its rank into their priority', async () => {
  const account = await server.signUp('self_hosted')
  const { call, token, workspaceId } = account
  await fillSite(workspaceId)
  const id = await newReport(account)
  const { plan } = await call(contentPlanContract.new, { workspace_id: workspaceId, name: 'Shop', report_id: id })
  const { items } = await call(contentPlanContract.get, { _id: plan._id })
  const getItem = (word: string) => items.find((item) => item.keywords.some((text) => text.includes(word)))!
  const kettles = getItem('kettle')
  expect(kettles.own).toMatchObject({ page: `${base}/kettles`, words: 612, position: 10, clicks: 8 })
  expect(kettles.page_id).toBe(kettles.own!.page_id)
  // Ranks 4 and 16 of its two known keywords.
  expect(kettles.priority.factors.find(({ name }) => name === 'position')!.value).toBe(10)
  expect(getItem('lamp').own).toMatchObject({ page: `${base}/lamps`, source: 'crawl' })
  expect([getItem('rug').own, getItem('rug').page_id]).toEqual([null, null])
  const { item } = await call(contentPlanContract.item, { _id: plan._id, item_id: kettles._id })
  expect(item.own!.page).toBe(`${base}/kettles`)
  const { items: listed } = await call(contentPlanContract.items, { _id: plan._id })
  expect(listed.filter(({ own }) => own !== null)).toHaveLength(3)

  const csv = await (
    await fetch(`${server.url}/plan/export/${plan._id}?format=csv`, { headers: { authorization: `Bearer ${token}` } })
  ).text()
  expect(csv.split('\n')[0]).toContain('Your page,Your rank,Your clicks,Words of your page')
  expect(csv).toContain(`${base}/kettles,10,8,612`)
})

test('own pages stay in their workspace', async () => {
  const account = await server.signUp('self_hosted')
  const other = await server.signUp('self_hosted')
  await fillSite(other.workspaceId)
  const id = await newReport(account)
  const { sections } = (await account.call(reportsContract.get, { id, sections: 'keywords,clusters' })).report
  expect([...sections.keywords!, ...sections.clusters!].every(({ own }) => own === null)).toBe(true)
})
