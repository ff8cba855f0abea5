import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ReportHead } from '../../contract.ts'
import type { ReportCommands } from './report-commands.ts'
import { ReportEnding } from './report-ending.tsx'

const failed = {
  _id: 'a',
  type: 'topic',
  query: 'cold brew',
  country: 'US',
  language: 'en',
  status: 'failed',
  rows: 0,
  sources: [],
  error: 'No source could be reached.',
  failure: { code: 'unavailable', reason: 'no_source_answered', params: {} },
} as unknown as ReportHead

function render(head: ReportHead, editor: boolean) {
  const commands = { busy: null } as unknown as ReportCommands
  const element = <ReportEnding head={head} editor={editor} commands={commands} />
  return renderToStaticMarkup(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('a failed report can be tried again, and leads to a sample and to a file, which need no network', () => {
  const html = render(failed, true)
  expect(html).toContain('No credits were used.')
  expect(html).toMatch(/<button[^>]*>(?:<[^>]+>)*Try again/)
  const sample = /<form[^>]*action="\/app\/reports\/new"[^>]*>.*?<\/form>/s.exec(html)![0]
  expect(sample).toMatch(/name="sources" value="sample"/)
  expect(sample).toMatch(/<button[^>]*name="query"[^>]*>(?:<[^>]+>)*Open a sample/)
  expect(html).toMatch(/<a[^>]*href="\/app\/imports"[^>]*>(?:<[^>]+>)*Import a file/)
})

test('who can’t start reports gets the cause alone', () => {
  const html = render(failed, false)
  expect(html).toContain('No credits were used.')
  expect(html).not.toMatch(/<button|<form|<a /)
})

test('a stopped report can be continued', () => {
  expect(render({ ...failed, status: 'cancelled', rows: 3, error: null, failure: null }, true)).toContain('Continue')
})
