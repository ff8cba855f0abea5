import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ReportHead } from '../../contract.ts'
import { ReportState } from '../reports/report-status-badge.tsx'
import type { ReportCommands } from './report-commands.ts'
import { ReportHeadBar } from './report-header.tsx'

/** A finished report with three rows. */
const found: ReportHead = {
  _id: 'r',
  workspace_id: 'w',
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
  created_at: '2026-11-21T14:02:00.000Z',
  finished_at: '2026-11-21T14:02:05.000Z',
  units: 1,
  cost_usd: 0,
  spent_usd: 0,
  empty: false,
  shared: false,
  strictness: 'balanced',
  topics_version: 0,
}
/** Ideas are rows too, so an empty report may have some. */
const empties: ReportHead[] = [
  { ...found, empty: true, rows: 0 },
  { ...found, empty: true, rows: 50 },
]

const never = async () => {}
const commands: ReportCommands = {
  busy: null,
  hide: never,
  show: never,
  cancel: never,
  retry: never,
  again: never,
  remove: never,
}

const renderBadge = (head: ReportHead) => renderToStaticMarkup(createElement(ReportState, { head }))

function renderHeader(head: ReportHead, editor = true) {
  const element = createElement(ReportHeadBar, {
    head,
    found: head.empty ? 0 : head.rows,
    locale: { country: 'United States', language: 'English' },
    tab: 'overview',
    sections: ['overview', 'keywords'],
    editor,
    commands,
    onShared: () => {},
  })
  const router = createMemoryRouter([{ path: '*', element }])
  return renderToStaticMarkup(createElement(RouterProvider, { router }))
}

test.each(empties)('the badge of an empty report with $rows rows is amber and says nothing was found', (head) => {
  expect(renderBadge(head)).toContain('Nothing found')
  expect(renderBadge(head)).toContain('bg-warn')
  expect(renderBadge(head)).not.toMatch(/bg-good|\d rows/)
})

test('the badge of a report with results is green and shows their number', () => {
  expect(renderBadge(found)).toContain('3 keywords')
  expect(renderBadge(found)).toContain('bg-good')
  expect(renderBadge(found)).not.toMatch(/bg-warn|Nothing found/)
})

test.each(empties)(
  'the header of an empty report with $rows rows says the credit was returned and what to try',
  (head) => {
    const page = renderHeader(head)
    expect(page).toContain('nothing found in 5')
    expect(page).toContain('The sources answered, but had no keywords for “cold brew”.')
    expect(page).toContain(
      'Your credit was refunded. Try a broader query, another language or country, or more sources.',
    )
    expect(page).toMatch(/href="\/app\/reports\/new\?type=topic&amp;query=cold\+brew&amp;[^>]*>Change query</)
    expect(renderHeader(head, false)).not.toContain('Change query')
  },
)

test('the header of a report with results says neither', () => {
  expect(renderHeader(found)).toContain('3 keywords in 5')
  expect(renderHeader(found)).not.toMatch(/nothing found|refunded|Change query/i)
})
