import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharingContract } from '../../src/features/sharing/contract.ts'
import { ReportOpportunities } from '../../src/features/sharing/web/shared-report/report-opportunities.tsx'
import { ReportTopics } from '../../src/features/sharing/web/shared-report/report-topics.tsx'
import { createSampleReport } from '../support/sample-report.ts'
import { startTestServer, type TestServer } from '../support/server.ts'

/** What a client reads first in a shared report, and what of it stays hidden with the sections left out. */

let server: TestServer
let person: Awaited<ReturnType<TestServer['signUp']>>
let _id: string
beforeAll(async () => {
  server = await startTestServer({ CHROMIUM_PATH: '/nowhere/chromium' })
  person = await server.signUp('self_hosted')
  _id = await createSampleReport(person)
})
afterAll(() => server.close())

async function open(sections?: ('overview' | 'questions' | 'keywords' | 'serp' | 'clusters')[]) {
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
  expect(items.length).toBeGreaterThan(2)
  expect(items.every(({ row, answers }) => (row.difficulty ?? 100) <= 30 || answers === 0)).toBe(true)
  for (const { row, difficulty } of items)
    expect(difficulty?.provider ?? null).toBe(row.difficulty === null ? null : 'sample')
  const html = renderToStaticMarkup(createElement(ReportOpportunities, { opportunities }))
  for (const { row } of items) expect(html).toContain(row.text)
  expect(html).toMatch(/Volume: Sample data/)
  expect(html).toContain(pages === null ? 'isn’t known' : `of ${pages} pages`)
  expect((await openPrinted(token)).opportunities).toEqual(opportunities)
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
  const html = renderToStaticMarkup(createElement(ReportTopics, { topics }))
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
  expect(renderToStaticMarkup(createElement(ReportTopics, { topics: [] }))).toBe('')
})
