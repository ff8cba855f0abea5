import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Report } from '../contract.ts'
import { PlainReport, type PlainReportProps, toParts } from './static-report.tsx'
import { toRow } from './test-rows.ts'

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
    sources: [],
    created_at: '2026-01-01T00:00:00.000Z',
    finished_at: null,
    units: 0,
    cost_usd: 0,
    spent_usd: 0,
    empty: false,
    shared: true,
    locked_sections: locked,
    sections,
  }
}

const html = (props: PlainReportProps) => renderToStaticMarkup(createElement(PlainReport, props))

test('only the sections a report holds are shown, in the nav and in the page', () => {
  const page = html({ report: reportWith({ questions: asked('how', 2), keywords: [], comparisons: undefined }) })
  expect([...page.matchAll(/<section id="(\w+)"/g)].map(([, id]) => id)).toEqual(['questions'])
  expect([...page.matchAll(/href="#(\w+)"/g)].map(([, id]) => id)).toEqual(['questions'])
})

test('a locked section shows what stands in its place and none of its rows', () => {
  const report = reportWith({ questions: asked('how', 1), keywords: [toRow('secret keyword')] }, ['keywords'])
  const page = html({ report, locked: (part) => `locked: ${part.id}` })
  expect(page).toContain('locked: keywords')
  expect(page).not.toContain('secret keyword')
})

test('the section asked for comes first', () => {
  const report = reportWith({ questions: asked('how', 1), keywords: [toRow('keyword')] })
  expect(toParts({ report, first: 'keywords' }).map(({ id }) => id)).toEqual(['keywords', 'questions'])
})

test('every link inside the page leads to something on it', () => {
  const rows = [...asked('how', 60), ...asked('what’s', 3), ...asked('por qué', 2)]
  const page = html({
    report: reportWith({
      questions: rows,
      keywords: rows.map((one) => ({ ...one, cluster_id: 'c' })),
      clusters: [{ _id: 'c', name: 'brewing', pillar: 'brewing', intent: null, keywords: 65, volume: null }],
    }),
  })
  const ids = new Set([...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
  const targets = [...page.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
  expect(targets.length).toBeGreaterThan(6)
  expect(targets.filter((id) => !ids.has(id))).toEqual([])
})

test('nothing on the page waits for a script', () => {
  const report = reportWith({ questions: asked('how', 60), keywords: asked('how', 60), comparisons: asked('vs', 60) })
  expect(html({ report })).not.toMatch(/<button|role="(tree|slider|grid)"|tabindex="-1"/)
})

test('what a long page leaves out is counted and linked', () => {
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

test('ideas stand apart from keywords and are not counted; alone, the part says what they are', () => {
  const idea = toRow('best cold brew', { type: 'idea', sources: ['patterns'] })
  const mixed = reportWith({ keywords: [toRow('cold brew ratio'), idea] })
  expect(toParts({ report: mixed }).map(({ title, count }) => [title, count])).toEqual([['Keywords', 1]])
  expect(html({ report: mixed })).toMatch(/cold brew ratio.*Ideas.*best cold brew/s)
  const alone = reportWith({ keywords: [idea] })
  expect(toParts({ report: alone }).map(({ title, count }) => [title, count])).toEqual([['Ideas', 1]])
  expect(html({ report: alone })).not.toContain('<table')
})
