import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { ReportExtra } from '../../contract.ts'
import { getExtraPart, ReportExtras } from './report-extras.tsx'

const share = { share: 0.42, low: 0.31, high: 0.53 }
const answers: ReportExtra = {
  kind: 'answers',
  failure: null,
  data: {
    ...{ kind: 'answers', brand: 'Hollow Oak', engines: ['openai'], runs: 5, at: '2026-11-20T06:00:00.000Z' },
    summary: {
      ...{ mentioned: share, cited: { share: 0.1, low: 0.05, high: 0.2 }, prompts: 12, answers: 58, failed: 2 },
      change: { difference: 0.02, low: -0.1, high: 0.14, verdict: 'within_noise' },
      competitors: [{ brand: 'Fernway', share: null, low: null, high: null }],
    },
  },
}
const getText = (extras: ReportExtra[]) =>
  renderToStaticMarkup(<ReportExtras extras={extras} />)
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')

test('a part that couldn’t be read keeps its place and says so', () => {
  const failed: ReportExtra = { kind: 'ranks', data: null, failure: { code: 'internal', reason: 'extra_failed' } }
  const deleted: ReportExtra = { kind: 'plan', data: null, failure: { code: 'not_found', reason: 'extra_deleted' } }
  const text = getText([failed, deleted])
  expect(text).toContain(
    'This part couldn’t be read when this page was made. Its numbers are missing here; they aren’t zero.',
  )
  expect(text).toContain('This part has no data: what it showed was deleted.')
  expect([failed, deleted].map(getExtraPart)).toEqual([
    { id: 'more-1', title: 'Ranks' },
    { id: 'more-2', title: 'Content plan progress' },
  ])
})

test('AI answers come with intervals, the method and what failed; an unknown share isn’t 0', () => {
  const text = getText([answers])
  expect(text).toContain('Hollow Oak in AI answers')
  expect(text).toContain('Hollow Oak 42% 31–53%')
  expect(text).toContain('Fernway not known –')
  expect(text).toContain('12 prompts that don’t name the brand, each asked 5 times')
  expect(text).toContain('2 answers failed. They’re gaps, not answers without the brand.')
  expect(text).toContain('any change is within what chance explains')
})

test('a site whose Search Console can’t be read says until when its figures are', () => {
  const figures = { clicks: 12, impressions: 300, ctr: 0.04, position: 6.5, days: 28 }
  const text = getText([
    {
      kind: 'site',
      failure: null,
      data: {
        ...{ kind: 'site', url: 'hollowoak.example', from: '2026-10-24', to: '2026-11-20', totals: figures },
        ...{ before: null, uploaded: false, decays: 1 },
        search_failure: { code: 'upstream_failed', reason: 'search_console_down' },
      },
    },
  ])
  expect(text).toContain('Search Console couldn’t be read recently, so the figures end on Nov 20, 2026')
  expect(text).toContain('1 page lost more clicks than chance explains.')
})
