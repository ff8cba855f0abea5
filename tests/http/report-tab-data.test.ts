import Papa from 'papaparse'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Report, reportsContract, type SourceId } from '../../src/features/reports/contract.ts'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { startSearchVendors } from '../doubles/search-vendors.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { until } from '../support/wait-until.ts'

/** What a report's tabs show beside its keywords: stored with it, in its exports, and missing in older reports. */

let vendors: Awaited<ReturnType<typeof startSearchVendors>>
let server: TestServer
let ana: Awaited<ReturnType<TestServer['signUp']>>
let report: Report
beforeAll(async () => {
  vendors = await startSearchVendors()
  server = await startTestServer(vendors.settings)
  ana = await server.signUp('self_hosted')
  report = await run(['google_suggest', 'dataforseo_serp', 'dataforseo_trends', 'reddit', 'stackexchange'])
})
afterAll(async () => {
  await server.close()
  await vendors.close()
})

async function run(sources: SourceId[]) {
  const { call, workspaceId } = ana
  const started = await call(reportsContract.new, {
    workspace_id: workspaceId,
    type: 'topic',
    query: 'cold brew coffee',
    country: 'US',
    language: 'en',
    sources,
  })
  const { _id } = started.report!
  await until(
    'the report to finish',
    async () => (await call(reportsContract.checkstatus, { _id })).status === 'done',
    60_000,
  )
  return (await call(reportsContract.get, { id: _id })).report
}

async function exported(section: string) {
  const file = await fetch(`${server.url}/reports/export/${report._id}?format=csv&section=${section}`, {
    headers: { authorization: `Bearer ${ana.token}` },
  })
  expect(file.status).toBe(200)
  return Papa.parse<Record<string, string>>((await file.text()).replace(/^\ufeff/, ''), {
    header: true,
    skipEmptyLines: true,
  }).data
}

test('People Also Ask has answers, pages and the question each appeared under, and is exported', async () => {
  const asked = report.sections.people_also_ask!
  expect(asked.map(({ parent }) => parent)).toEqual([null, null, null, asked[0]!.text])
  expect(asked[0]).toMatchObject({ source: 'dataforseo_serp', answer: 'A short answer.', title: 'A page' })
  expect(asked[1]).toMatchObject({ answer: null, url: null })
  const rows = await exported('people_also_ask')
  expect(rows.map((row) => row.Question)).toEqual(asked.map(({ text }) => text))
  expect(rows[3]).toMatchObject({ 'Parent question': asked[0]!.text, Answer: 'A short answer.' })
  // They are keywords all the same.
  const questions = new Set(report.sections.questions!.map(({ text }) => text.toLowerCase().replace(/\?$/, '')))
  expect(asked.every(({ text }) => questions.has(text.toLowerCase().replace(/\?$/, '')))).toBe(true)
})

test('a report without a results page has no People Also Ask, and one of an earlier version doesn’t know', async () => {
  const { sections } = await run(['google_suggest'])
  expect(sections.people_also_ask).toEqual([])
  const older = await run(['dataforseo_serp'])
  await server.database.pool.query(
    'update report_asks set questions = null where workspace_id = $1 and report_id = $2',
    [ana.workspaceId, older._id],
  )
  const { report: read } = await ana.call(reportsContract.get, { id: older._id, sections: 'people_also_ask' })
  expect(read.sections.people_also_ask).toBeNull()
})

test('terms say how often and where the ranking pages use them', async () => {
  const terms = report.sections.terms!
  const ranks = report.sections.serp!.filter(({ fetched }) => fetched === 'ok').map(({ rank }) => rank)
  for (const { uses, pages, term } of terms) {
    expect(
      uses!.filter(({ body }) => body > 0),
      term,
    ).toHaveLength(pages)
    expect(
      uses!.every(({ rank }) => ranks.includes(rank)),
      term,
    ).toBe(true)
  }
  expect(terms.some(({ uses }) => uses!.some(({ headings }) => headings > 0))).toBe(true)
  const [first] = terms
  const row = (await exported('terms')).find((each) => each.Term === first!.term)!
  const counts = first!.uses!.map(({ body }) => body).filter((count) => count > 0)
  expect(Number(row['Fewest uses per page'])).toBe(Math.min(...counts))
  expect(Number(row['Most uses per page'])).toBe(Math.max(...counts))
})

test('terms of an earlier version have no counts', async () => {
  const older = await run(['google_suggest', 'dataforseo_serp'])
  await server.database.pool.query('update report_terms set uses = null where workspace_id = $1 and report_id = $2', [
    ana.workspaceId,
    older._id,
  ])
  const { report: read } = await ana.call(reportsContract.get, { id: older._id, sections: 'terms' })
  expect(read.sections.terms!.length).toBeGreaterThan(3)
  expect(read.sections.terms!.every(({ uses }) => uses === null)).toBe(true)
})

test('discussions have their community, and an excerpt where the source returns one', async () => {
  const discussions = report.sections.discussions!
  const of = (source: string) => discussions.filter((each) => each.source === source)
  expect(of('reddit').every(({ community }) => /^r\/[\w-]+$/.test(community!))).toBe(true)
  expect(
    of('reddit').some(({ excerpt }) => excerpt === 'What I think of cold brew coffee & more. Second paragraph.'),
  ).toBe(true)
  expect(of('stackexchange').some(({ community }) => community === 'cooking.com')).toBe(true)
  expect((await exported('discussions'))[0]).toHaveProperty('Excerpt')
})

test('a trend covers five years and says its date, its regions and related searches', () => {
  const { trend } = report.sections
  expect(trend).toMatchObject({ provider: 'google_trends', scale: 'relative' })
  expect(trend!.points.length).toBeGreaterThan(200)
  expect(Date.now() - Date.parse(trend!.fetched_at!)).toBeLessThan(600_000)
  expect(trend!.regions![0]).toEqual({ name: 'Texas', value: 100 })
  expect(trend!.related!.rising.length).toBeGreaterThan(0)
})

test('a shared report has People Also Ask only if it’s shared', async () => {
  const { call } = ana
  const open = async (sections?: 'questions'[]) => {
    const { share } = await call(sharingContract.share, { _id: report._id, ...(sections && { sections }) })
    return (await call(sharingContract.open, { token: share.token })).report!.sections
  }
  expect((await open()).people_also_ask).toHaveLength(4)
  expect(await open(['questions'])).not.toHaveProperty('people_also_ask')
})
