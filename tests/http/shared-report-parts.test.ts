import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importsContract } from '../../src/features/keywords/contract.ts'
import { reportsContract } from '../../src/features/reports/contract.ts'
import { type SharedRows, sharingContract } from '../../src/features/sharing/contract.ts'
import { ReportOpportunities } from '../../src/features/sharing/web/shared-report/report-opportunities.tsx'
import { ReportTopics } from '../../src/features/sharing/web/shared-report/report-topics.tsx'
import { createSampleReport } from '../support/sample-report.ts'
import { post, startTestServer, type TestServer } from '../support/server.ts'

/** What a client reads first in a shared report, and what of it stays hidden with the sections left out. */

let server: TestServer
let person: Awaited<ReturnType<TestServer['signUp']>>
/** Sample data has no numbers. */
let withoutNumbers: string
let withNumbers: string
beforeAll(async () => {
  server = await startTestServer({ CHROMIUM_PATH: '/nowhere/chromium' })
  person = await server.signUp('self_hosted')
  withoutNumbers = await createSampleReport(person)
  const { report } = await person.call(reportsContract.get, { id: withoutNumbers })
  const lines = report.sections.keywords!.map(({ text }, at) => `"${text}",${10 * (at + 1)},${at % 50}`)
  const file = new File([['Keyword,Volume,Keyword Difficulty', ...lines].join('\n')], 'numbers.csv')
  await person.call(importsContract.add, { workspace_id: person.workspaceId, file })
  withNumbers = await createSampleReport(person)
})
afterAll(() => server.close())

type Sections = ('overview' | 'questions' | 'keywords' | 'serp' | 'clusters')[]
async function open(sections?: Sections, _id = withNumbers) {
  const { share } = await person.call(sharingContract.share, { _id, ...(sections ? { sections } : {}) })
  const opened = await server.anonymous(sharingContract.open, { token: share.token })
  return { ...opened, token: share.token }
}

async function openPrinted(token: string) {
  const { headers } = await fetch(`${server.url}/shared/pdf/${token}`, { redirect: 'manual' })
  const pass = decodeURIComponent(headers.get('location')!.split('/').at(-1)!)
  return server.anonymous(sharingContract.printable, { pass })
}

test('opportunities have their numbers and answers, on the page as in the PDF', async () => {
  const { opportunities, token } = await open()
  const { ordered_by, items, pages } = opportunities!
  expect(ordered_by).toBe('volume')
  expect(items).toHaveLength(10)
  const volumes = items.map(({ row }) => row.volume!.value!)
  expect(volumes).toEqual(volumes.toSorted((a, b) => b - a))
  expect(items.every(({ row, answers }) => row.difficulty! <= 30 || answers === 0)).toBe(true)
  expect(new Set(items.map(({ difficulty }) => difficulty!.provider))).toEqual(new Set(['imported']))
  expect(pages).toBeGreaterThan(0)
  const html = renderToStaticMarkup(createElement(ReportOpportunities, { opportunities }))
  for (const { row } of items) expect(html).toContain(row.text)
  expect(html).toContain('most searched first')
  expect(html).toContain(`of ${pages} pages`)
  expect((await openPrinted(token)).opportunities).toEqual(opportunities)
})

test('without numbers, opportunities are what no ranking page answers, by popularity', async () => {
  const { opportunities } = await open(undefined, withoutNumbers)
  expect(opportunities).toMatchObject({ ordered_by: 'popularity' })
  expect(opportunities!.items.length).toBeGreaterThan(0)
  expect(opportunities!.items.every(({ answers, difficulty }) => answers === 0 && difficulty === null)).toBe(true)
  const html = renderToStaticMarkup(createElement(ReportOpportunities, { opportunities }))
  expect(html).toContain('This report has no search volumes')
  expect(html).toContain('No source returned KD.')
  expect((await open(['keywords'], withoutNumbers)).opportunities!.items).toEqual([])
})

test('opportunities are hidden with the keywords, and their answers with the ranking pages', async () => {
  const hidden = await open(['overview', 'questions'])
  expect(hidden.opportunities).toBeNull()
  expect((await openPrinted(hidden.token)).opportunities).toBeNull()
  expect(renderToStaticMarkup(createElement(ReportOpportunities, { opportunities: null }))).toBe('')
  const { opportunities } = await open(['keywords'])
  expect(opportunities!.items.length).toBeGreaterThan(0)
  expect(opportunities).toMatchObject({ pages: null })
  expect(new Set(opportunities!.items.map(({ answers }) => answers))).toEqual(new Set([null]))
})

test('main topics have their keywords and volume, and are hidden with the topics', async () => {
  const { topics, report, token } = await open(['clusters', 'keywords', 'serp'])
  expect(topics.length).toBeGreaterThan(1)
  const html = renderToStaticMarkup(createElement(ReportTopics, { topics, sumNote: '' }))
  for (const { _id: id, name, keywords, volume } of topics) {
    expect(report!.sections.clusters).toContainEqual(expect.objectContaining({ _id: id, name, keywords, volume }))
    expect(html).toContain(name)
  }
  expect((await openPrinted(token)).topics).toEqual(topics)
  const alone = await open(['clusters'])
  expect(alone.topics.map(({ checked }) => checked)).toEqual(topics.map(() => null))
  const hidden = await open(['keywords', 'serp'])
  expect(hidden.topics).toEqual([])
  expect((await openPrinted(hidden.token)).topics).toEqual([])
  expect(renderToStaticMarkup(createElement(ReportTopics, { topics: [], sumNote: '' }))).toBe('')
})

test('a reader gets the keywords a filter of the app gets, and only by what is shared', async () => {
  const { token } = await open()
  const filter = { volume_min: 500, sort: '-volume' }
  const { rows, report } = await server.anonymous(sharingContract.open, { token, rows: filter })
  const { items, total } = await person.call(reportsContract.rows, { _id: withNumbers, ...filter, limit: 100 })
  expect(total).toBeGreaterThan(0)
  expect(rows!.total).toBe(total)
  expect(rows!.of).toBe(report!.sections.keywords!.filter(({ type }) => type !== 'idea').length)
  expect(rows!.of).toBeGreaterThan(total)
  expect(rows!.items.slice(0, 100).map(({ text }) => text)).toEqual(items.map(({ text }) => text))
  expect(rows!.items.every(({ volume }) => volume!.value! >= 500)).toBe(true)
  expect((await server.anonymous(sharingContract.open, { token })).rows).toBeNull()

  const refused = (asked: Record<string, unknown>) =>
    post(`${server.url}/shared/open`, { token, rows: asked }).then(({ status }) => status)
  const [cluster] = report!.sections.clusters!
  const byTopic = await server.anonymous(sharingContract.open, { token, rows: { cluster_ids: [cluster!._id] } })
  expect(byTopic.rows!.total).toBeGreaterThan(0)
  expect(await refused({ hidden: true })).toBe(400)
  expect(await refused({ sort: 'workspace_id' })).toBe(400)
  expect(await refused({ sort: '-serp_features' })).toBe(200)
  await open(['keywords'])
  expect(await refused({ cluster_ids: [cluster!._id] })).toBe(400)
  expect(await refused({ serp_features: ['video'] })).toBe(400)
  // The order would tell how many SERP features each keyword has.
  expect(await refused({ sort: '-serp_features' })).toBe(400)
  expect(await refused({ volume_min: 500 })).toBe(200)
  await open(['overview', 'clusters'])
  expect(await refused({ volume_min: 500 })).toBe(400)
})

test('template phrases that a link asks for are among the keywords it counts', async () => {
  const { token, report } = await open(['keywords'])
  const { keywords } = report!.sections
  const phrases = keywords!.filter(({ type }) => type !== 'question').slice(0, 3)
  await server.database.pool.query(
    `update report_rows set type = 'idea' where report_id = $1 and id = any($2::uuid[])`,
    [withNumbers, phrases.map(({ _id }) => _id)],
  )
  // As after a change of the report, which makes what is known of its rows outdated.
  await server.database.pool.query('update reports set attempt = attempt + 1 where id = $1', [withNumbers])
  const find = async (rows: SharedRows) => (await server.anonymous(sharingContract.open, { token, rows })).rows
  const before = keywords!.filter(({ type }) => type === 'idea').length
  expect(await find({ types: ['idea'] })).toMatchObject({ total: before + 3, of: keywords!.length })
  expect(await find({ sort: 'text' })).toMatchObject({ of: keywords!.length - before - 3 })
})

test('a filter in a link shows nothing before its password is given', async () => {
  const { share } = await person.call(sharingContract.share, { _id: withNumbers, password: 'correct horse battery' })
  const closed = await server.anonymous(sharingContract.open, { token: share.token, rows: { volume_min: 500 } })
  expect(closed).toMatchObject({ report: null, rows: null, needs_password: true })
})
