import { expect, test } from 'vitest'
import { collectFailures, type EndedReport } from './collect-failures.ts'

const now = new Date('2026-11-23T09:00:00Z')
const failure = { code: 'upstream_failed' as const, reason: 'rate_limited' }
const source = (id: string, state: 'done' | 'failed') => ({
  id,
  label: id === 'reddit' ? 'Reddit' : 'Google',
  state,
  count: 0,
  ms: 10,
  error: state === 'failed' ? 'It is rate-limiting us.' : null,
  failure: state === 'failed' ? failure : null,
})
const report = (id: string, more: object = {}) =>
  ({
    id,
    query: `query ${id}`,
    status: 'done',
    empty: false,
    rows: 3,
    found: 3,
    sources: [source('google_suggest', 'done')],
    error: null,
    failure: null,
    at: now,
    ...more,
  }) as unknown as EndedReport
const nothing = { reports: [], documents: [], deliveries: [], paused: null, now }

test('a source that failed in several reports is one line with its count and the latest report', () => {
  const failures = collectFailures({
    ...nothing,
    reports: [
      report('b', { sources: [source('reddit', 'failed'), source('google_suggest', 'done')] }),
      report('a', { sources: [source('reddit', 'failed')] }),
    ],
  })
  expect(failures).toMatchObject([
    { kind: 'source', title: 'Reddit', count: 2, subject_id: 'b', link: '/app/reports/b', failure },
  ])
})

test('a failed report is a line of its own, whatever its sources say', () => {
  const failures = collectFailures({
    ...nothing,
    reports: [
      report('a', { status: 'failed', error: 'Nothing answered.', failure, sources: [source('reddit', 'failed')] }),
    ],
  })
  expect(failures).toMatchObject([{ kind: 'report', title: 'query a', count: 1, error: 'Nothing answered.', failure }])
})

test('the latest failure is first, and listeners paused by the plan come before all', () => {
  const failures = collectFailures({
    ...nothing,
    reports: [report('a', { status: 'failed', at: new Date('2026-11-23T07:00:00Z') })],
    deliveries: [{ listener_id: 'l', keyword: 'cold brew', count: 3, error: null, failure: null, at: now }],
    documents: [
      { id: 'd', title: 'Done', outcome: 'done', words: 9, error: null, failure: null, at: now },
      {
        id: 'e',
        title: 'Cut',
        outcome: 'cut',
        words: 9,
        error: null,
        failure: null,
        at: new Date('2026-11-23T08:00:00Z'),
      },
    ],
    paused: { count: 2, limit: 1 },
  })
  expect(failures.map(({ kind, count }) => `${kind} ${count}`)).toEqual([
    'listeners_paused 2',
    'webhook 3',
    'document 1',
    'report 1',
  ])
})

test('nothing failed: nothing is listed', () => {
  expect(collectFailures({ ...nothing, reports: [report('a')] })).toEqual([])
})
