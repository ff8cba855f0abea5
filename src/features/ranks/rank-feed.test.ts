import { expect, test } from 'vitest'
import { toRankTable } from './rank-feed.ts'
import type { KeywordRow } from './store/check-store.ts'
import type { TrackerRow } from './store/tracker-store.ts'

const tracker = {
  ...{
    domain: 'example.com',
    device: 'desktop',
    country: 'DE',
    language: 'de',
    depth: 10,
    pixels: false,
    last_run_at: null,
  },
} as TrackerRow

const keyword = (values: Partial<KeywordRow>) =>
  ({
    ...{
      text: 'kettle',
      position: null,
      pixels: null,
      reason: null,
      failure: null,
      url: null,
      previous: null,
      previous_url: null,
    },
    ...{ previous_at: null, best: null, features: [], ai_present: null, ai_cited: null, competitors: [] },
    ...{ checked_at: null, serp_at: null },
    ...values,
  }) as KeywordRow

test('a row has a position or the reason for none, never both', () => {
  const at = new Date('2026-03-09T09:00:00Z')
  const { rows } = toRankTable(
    tracker,
    [
      keyword({ position: 3, checked_at: at }),
      keyword({ reason: 'not_in_depth', checked_at: at }),
      keyword({ reason: 'failed', checked_at: at }),
      keyword({ reason: 'skipped', checked_at: at }),
      keyword({ reason: 'budget', checked_at: at }),
      keyword({}),
    ],
    [],
  )
  expect([...(rows as Iterable<Record<string, unknown>>)].map((row) => [row.position, row.no_position])).toEqual([
    [3, null],
    [null, 'not found'],
    [null, 'check failed'],
    [null, 'skipped'],
    [null, 'over the limit'],
    [null, 'not checked yet'],
  ])
})

test('the share of voice has a column only where something was measured', () => {
  const labels = (share: number | null) =>
    toRankTable(tracker, [keyword({})], [{ domain: 'example.com', share }]).columns.map(({ key }) => key)
  expect(labels(null)).not.toContain('share_of_voice')
  expect(labels(0)).toContain('share_of_voice')
})

test('pixels have a column only where the tracker measures them', () => {
  const table = toRankTable({ ...tracker, pixels: true }, [keyword({ position: 3, pixels: 420 }), keyword({})], [])
  expect(table.columns.map(({ key }) => key)).toContain('pixels')
  expect([...(table.rows as Iterable<Record<string, unknown>>)].map(({ pixels }) => pixels)).toEqual([420, null])
  expect(toRankTable(tracker, [], []).columns.map(({ key }) => key)).not.toContain('pixels')
})
