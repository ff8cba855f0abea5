import { expect, test } from 'vitest'
import type { OwnPage } from '../contract.ts'
import { getOwnPeriod } from '../rules/rows/own-period.ts'
import { ownNote, showOwnFacts, showOwnPeriod } from './own-labels.ts'
import { toRow } from './report/keywords/table/test-rows.ts'

const days: OwnPage = {
  ...{ page: 'https://hollowoak.example/kettles', position: 4, clicks: 14, impressions: 320, pages: 2 },
  as_of: '2026-11-19T00:00:00.000Z',
  period: { from: '2026-10-23', to: '2026-11-19', days: 28 },
  upload: null,
}
const upload = {
  ...{ _id: 'u1', file_name: 'Performance.zip', uploaded_at: '2026-06-03T10:00:00.000Z', pairs: 0 },
  filters: [{ name: 'Country', value: 'United Kingdom' }],
}
const exported: OwnPage = {
  ...days,
  page: null,
  pages: 0,
  period: { from: '2026-03-01', to: '2026-05-31', days: 92 },
  upload,
}
const undated: OwnPage = { ...exported, as_of: null, period: null }

test('figures name the period they are of, never another', () => {
  expect(showOwnFacts(days)).toBe(
    '14 clicks, 320 impressions in 28 days · 2 of your pages shown · Search Console, November 19, 2026',
  )
  expect(showOwnPeriod({ ...days, period: { from: '2026-11-19', to: '2026-11-19', days: 1 } })).toBe('in 1 day')
  expect(showOwnFacts(exported)).toBe(
    '14 clicks, 320 impressions in an export of Mar 1, 2026 – May 31, 2026 · Search Console',
  )
  expect(showOwnPeriod(undated)).toBe('in an export uploaded on Jun 3, 2026; its period isn’t known')
  expect([days, exported, undated].map(getOwnPeriod)).toEqual([
    '2026-10-23 – 2026-11-19',
    '2026-03-01 – 2026-05-31 (uploaded export)',
    'unknown (export uploaded 2026-06-03)',
  ])
  expect(getOwnPeriod({ period: null, upload: null })).toBeNull()
})

test('the footnote names each source once, with what an export was limited to and lacks', () => {
  expect(ownNote([])).toBe('')
  expect(ownNote([toRow('a', { own: days }), toRow('b', { own: days }), toRow('c', { own: null })])).toBe(
    'Your rank and page: Search Console, 28 days to November 19, 2026.',
  )
  expect(ownNote([toRow('a', { own: exported })])).toBe(
    'Your rank and page: uploaded export Performance.zip, Mar 1, 2026 – May 31, 2026 (It says: Country: United Kingdom. It has no pages by query).',
  )
  expect(ownNote([toRow('a', { own: undated })])).toContain('Performance.zip, period unknown')
})
