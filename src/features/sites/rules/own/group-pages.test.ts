import { expect, test } from 'vitest'
import type { OwnSource } from './choose-own-source.ts'
import { findCompeting, type GroupPage, groupPages } from './group-pages.ts'

const connected: OwnSource = {
  period: { from: '2026-10-23', to: '2026-11-19', days: 28 },
  ...{ upload: null, lastDay: '2026-11-19', weight: 28 },
}
const upload: OwnSource = {
  period: { from: '2026-08-22', to: '2026-11-19', days: 90 },
  upload: { _id: 'u1', file_name: 'a.csv', uploaded_at: '2026-11-20T10:00:00.000Z', filters: [], pairs: 3 },
  ...{ lastDay: null, weight: 90 },
}
const row = (over: Partial<GroupPage>): GroupPage => ({
  ...{ group_id: 'kettles', site_id: 'shop', page: '/kettles', clicks: 6, impressions: 100, position: 4 },
  ...{ keywords: 1, top_10: 1 },
  ...over,
})
const topics = [
  { id: 'kettles', name: 'kettles', pillar: 'kettle', parentId: 'kitchen' },
  { id: 'mugs', name: 'mugs', pillar: 'mug', parentId: 'kitchen' },
  { id: 'kitchen', name: 'kitchen', pillar: 'kitchen', isGroup: true },
]

test('a parent has the sums of its topics, weighted by impressions', () => {
  const mugs = row({ group_id: 'mugs', clicks: 1, impressions: 300, position: 8, top_10: 1 })
  const pages = groupPages([row({}), mugs], topics, new Map([['shop', connected]]))
  expect(pages.get('kitchen')).toEqual([
    row({ clicks: 7, impressions: 400, position: 7, keywords: 2, top_10: 2, group_id: 'kettles' }),
  ])
  expect(pages.get('mugs')).toEqual([mugs])
})

test('a page that two sites have counts once: days of a connection before an export', () => {
  const sources = new Map([
    ['shop', connected],
    ['blog', upload],
  ])
  const twice = row({ site_id: 'blog', clicks: 90, impressions: 9000 })
  expect(groupPages([twice, row({})], topics, sources).get('kettles')).toEqual([row({})])
  // The choice holds for all topics, so that a parent has no sums of both.
  const mugs = row({ group_id: 'mugs', site_id: 'blog' })
  expect(groupPages([twice, row({}), mugs], topics, sources).get('kitchen')).toEqual([row({})])
})

test('pages of sites with other periods are ordered by clicks a day, and don’t compete', () => {
  const sources = new Map([
    ['shop', connected],
    ['blog', upload],
  ])
  const other = row({ site_id: 'blog', page: '/blog/kettles', clicks: 9, impressions: 400 })
  const second = row({ page: '/kettles-2', clicks: 1, impressions: 60 })
  const rare = row({ page: '/kettles-3', clicks: 0, impressions: 30 })
  const pages = groupPages([other, rare, second, row({})], topics, sources).get('kettles')!
  expect(pages.map(({ page }) => page)).toEqual(['/kettles', '/blog/kettles', '/kettles-2', '/kettles-3'])
  expect(findCompeting(pages, sources)).toEqual([second])
  expect(findCompeting([], sources)).toEqual([])
})
