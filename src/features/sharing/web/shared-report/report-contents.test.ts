import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Finding, Opportunities, Report } from '#features/reports/contract.ts'
import { toRow } from '#features/reports/web/report/keywords/table/test-rows.ts'
import { ContentsBeside, getReportContents, ReportContents } from './report-contents.tsx'

const sources = [{ id: 'google_suggest', state: 'done' }] as Report['sources']
const report = { type: 'topic', sources, sections: { keywords: [toRow('a')], questions: [] } } as unknown as Report
const opportunities: Opportunities = {
  ordered_by: 'none',
  pages: null,
  items: [{ row: toRow('a'), difficulty: null, answers: null }],
}
const topics = [{ _id: 't', name: 't', keywords: 2, volume: null, volume_known: 0, checked: null, answered: null }]
const findings = [{}] as Finding[]

test('the contents name the parts that are shown, in order, and no others', () => {
  const ids = (given: Parameters<typeof getReportContents>[0]) => getReportContents(given).map(({ id }) => id)
  expect(ids({ report, findings, opportunities, topics })).toEqual([
    'summary',
    'opportunities',
    'main-topics',
    'keywords',
    'method',
  ])
  const bare = { ...report, sources: [] }
  expect(ids({ report: bare, findings: [], opportunities: null, topics: [] })).toEqual(['keywords'])
  const empty = { ...opportunities, items: [] }
  expect(ids({ report, findings: [], opportunities: empty, topics: [] })).toEqual(['keywords', 'method'])
})

test('the contents beside the text and on paper are links to the same parts', () => {
  const parts = getReportContents({ report, findings, opportunities, topics })
  for (const contents of [ContentsBeside, ReportContents]) {
    const html = renderToStaticMarkup(createElement(contents, { parts }))
    expect([...html.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)).toEqual(parts.map(({ id }) => id))
  }
})
