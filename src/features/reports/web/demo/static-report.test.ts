import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Report } from '../../contract.ts'
import { toCluster, toRow } from '../report/keywords/table/test-rows.ts'
import { StaticReport, type StaticReportProps, toParts } from './static-report.tsx'

const asked = (word: string, count: number) =>
  Array.from({ length: count }, (_, at) => toRow(`${word} to brew ${at}`, { modifier: word, popularity: 10 }))

function reportWith(sections: Report['sections'], locked: string[] = []): Report {
  return {
    _id: 'r',
    workspace_id: '',
    type: 'topic',
    query: 'cold brew',
    country: 'US',
    language: 'en',
    depth: 1,
    status: 'done',
    progress: 1,
    stage: 'done',
    hidden: false,
    rows: 3,
    error: null,
    failure: null,
    sources: [],
    created_at: '2026-01-01T00:00:00.000Z',
    finished_at: null,
    units: 0,
    cost_usd: 0,
    spent_usd: 0,
    empty: false,
    shared: true,
    strictness: 'balanced',
    topics_version: 0,
    locked_sections: locked,
    sections,
  }
}

const html = (props: StaticReportProps) => renderToStaticMarkup(createElement(StaticReport, props))

test('only sections with rows are in the navigation and on the page', () => {
  const page = html({ report: reportWith({ questions: asked('how', 2), keywords: [], comparisons: undefined }) })
  expect([...page.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id)).toEqual(['questions'])
  expect([...page.matchAll(/href="#(\w+)"/g)].map(([, id]) => id)).toEqual(['questions'])
})

test('a locked section shows a placeholder and none of its rows', () => {
  const report = reportWith({ questions: asked('how', 1), keywords: [toRow('secret keyword')] }, ['keywords'])
  const page = html({ report, locked: (part) => `locked: ${part.id}` })
  expect(page).toContain('locked: keywords')
  expect(page).not.toContain('secret keyword')
})

test('the requested section comes first', () => {
  const report = reportWith({ questions: asked('how', 1), keywords: [toRow('keyword')] })
  expect(toParts({ report, first: 'keywords' }).map(({ id }) => id)).toEqual(['keywords', 'questions'])
})

test('every link within the page has a target', () => {
  const rows = [...asked('how', 60), ...asked('what’s', 3), ...asked('por qué', 2)]
  const page = html({
    report: reportWith({
      questions: rows,
      keywords: rows.map((one) => ({ ...one, cluster_id: 'c' })),
      clusters: [toCluster('brewing', 65, { _id: 'c' })],
    }),
  })
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(targets.length).toBeGreaterThan(6)
  expect(targets.filter((id) => !ids.has(id))).toEqual([])
})

test('the page works without scripts', () => {
  const report = reportWith({ questions: asked('how', 60), keywords: asked('how', 60), comparisons: asked('vs', 60) })
  expect(html({ report })).not.toMatch(/<button|role="(tree|slider|grid)"|tabindex="-1"/)
})

test('omitted rows are counted and linked', () => {
  const report = reportWith({ questions: asked('how', 100), keywords: asked('kw', 800) })
  const page = html({ report, fullHref: '/r/t?all' })
  expect(page).toContain('And 60 more.')
  expect(page).toContain('300 keywords aren’t shown.')
  expect(page).toContain('href="/r/t?all#keywords"')
  expect(page).not.toContain('kw to brew 700')
  const full = html({ report })
  expect(full).not.toContain('aren’t shown')
  expect(full).toContain('kw to brew 700')
})

test('ideas are listed separately from keywords and not counted; without keywords, the section is titled “Ideas”', () => {
  const idea = toRow('best cold brew', { type: 'idea', sources: ['patterns'] })
  const mixed = reportWith({ keywords: [toRow('cold brew ratio'), idea] })
  expect(toParts({ report: mixed }).map(({ title, count }) => [title, count])).toEqual([['Keywords', 1]])
  expect(html({ report: mixed })).toMatch(/cold brew ratio.*Ideas.*best cold brew/s)
  const alone = reportWith({ keywords: [idea] })
  expect(toParts({ report: alone }).map(({ title, count }) => [title, count])).toEqual([['Ideas', 1]])
  expect(html({ report: alone })).not.toContain('<table')
})

test('the count of topics leaves out parents and standalone keywords, which aren’t listed', () => {
  const clusters = [
    toCluster('guides', 5, { _id: 'p', kind: 'parent' }),
    toCluster('brewing', 5, { _id: 'c', parent_id: 'p' }),
    toCluster('alone', 1, { _id: 's', kind: 'standalone' }),
  ]
  const report = reportWith({ clusters })
  expect(toParts({ report }).map(({ id, count }) => [id, count])).toEqual([['clusters', 1]])
  expect(html({ report })).toMatch(/guides.*href="#topic-1"/s)
})

test('filtered keywords take the place of all, in their order, under the line that says so', () => {
  const report = reportWith({ keywords: [toRow('first'), toRow('second'), toRow('third')] })
  const rows = [toRow('third', { popularity: 1 }), toRow('first', { popularity: 90 })]
  const page = html({ report, filtered: { rows, isSorted: true, note: 'Showing 2 of 3' } })
  expect(page).toContain('Showing 2 of 3')
  expect(page).not.toContain('second')
  expect(page.indexOf('third')).toBeLessThan(page.indexOf('first'))
  const none = html({ report, filtered: { rows: [], isSorted: false, note: 'Showing 0 of 3' } })
  expect(none).toContain('Showing 0 of 3')
  expect(none).not.toContain('<table')
  const idea = toRow('only an idea', { type: 'idea' })
  const ideas = html({ report, filtered: { rows: [idea], isSorted: false, note: 'Showing 1 of 4' } })
  expect(ideas).toMatch(/Showing 1 of 4.*only an idea/s)
  expect(ideas).not.toContain('<table')
})
