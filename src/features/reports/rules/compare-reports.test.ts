import { expect, test } from 'vitest'
import type { Row } from '../contract.ts'
import { type ComparedRun, compareRuns } from './compare-reports.ts'

const row = (text: string, sources: string[], more: Partial<Row> = {}) =>
  ({ text, sources, depth: 1, popularity: null, volume: null, difficulty: null, intent: null, ...more }) as Row
const done = (id: string) => ({ id, state: 'done' as const, error: null })
const run = (rows: Row[], sources: ComparedRun['sources'], more: Partial<ComparedRun> = {}): ComparedRun => ({
  type: 'topic',
  language: 'en',
  depth: 1,
  rows,
  sources,
  ...more,
})
const texts = (rows: Row[]) => rows.map(({ text }) => text)
const google = done('google')
const bing = done('bing')

test('a keyword counts as lost or new only if all of its sources answered in both runs', () => {
  const a = run([row('both', ['google', 'bing']), row('g', ['google']), row('b', ['bing'])], [google, bing])
  const failing = { id: 'bing', state: 'failed' as const, error: 'It failed.' }
  const b = run([row('g2', ['google'])], [google, failing])
  const later = compareRuns(a, b)
  expect([texts(later.added), texts(later.removed)]).toEqual([['g2'], ['g']])
  expect(later.not_compared).toEqual([{ source: 'bing', failed_in: 'b', reason: 'failed' }])
  const earlier = compareRuns(b, a)
  expect([texts(earlier.added), texts(earlier.removed)]).toEqual([['g'], ['g2']])
  expect(earlier.not_compared).toEqual([{ source: 'bing', failed_in: 'a', reason: 'failed' }])
})

test.each([
  ['partial', [google, { ...bing, error: '3 of 80 questions were not answered.' }]],
  ['skipped', [google, { ...bing, state: 'skipped' as const }]],
  ['budget', [google, { ...bing, state: 'skipped' as const, reason: 'budget' }]],
  ['unfinished', [google, { ...bing, state: 'running' as const }]],
  ['not_asked', [google]],
])('a keyword of one source isn’t lost if that source’s status is “%s”', (reason, sources) => {
  const found = compareRuns(run([row('b', ['bing'])], [google, bing]), run([], sources))
  expect(found.removed).toEqual([])
  expect(found.not_compared).toEqual([{ source: 'bing', failed_in: 'b', reason }])
})

test('a source skipped in both runs isn’t listed as not compared', () => {
  const skipped = { ...bing, state: 'skipped' as const }
  expect(compareRuns(run([], [google, skipped]), run([], [google, skipped])).not_compared).toEqual([])
})

test('template phrases and deeper questions aren’t compared', () => {
  const a = run([row('idea', ['patterns']), row('deep', ['google'], { depth: 2 })], [google, done('patterns')], {
    depth: 2,
  })
  const found = compareRuns(a, run([], [google]))
  expect([found.added, found.removed, found.not_compared]).toEqual([[], [], []])
})

test('popularity is compared only between the same sources, and volume only within one provider', () => {
  const popular = (popularity: number, sources: string[]) => [row('x', sources, { popularity })]
  const both = run(popular(80, ['google', 'bing']), [google, bing])
  const one = run(popular(40, ['google']), [google, { id: 'bing', state: 'failed', error: 'It failed.' }])
  expect(compareRuns(both, one).changed).toEqual([])
  expect(compareRuns(both, run(popular(40, ['google']), [google, bing])).changed).toMatchObject([
    { field: 'popularity', before: 80, after: 40 },
  ])
  const volume = (value: number, provider: string) => ({ value, low: null, high: null, provider, as_of: null })
  const measured = (value: number, provider: string) =>
    run([row('x', ['google'], { volume: volume(value, provider) })], [google])
  expect(compareRuns(measured(10, 'dataforseo'), measured(20, 'semrush')).changed).toEqual([])
  expect(compareRuns(measured(10, 'dataforseo'), measured(20, 'dataforseo')).changed).toHaveLength(1)
})
