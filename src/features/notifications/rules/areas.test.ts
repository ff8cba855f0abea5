import { expect, test } from 'vitest'
import { countByArea } from './areas.ts'

test('kinds of one screen are added up, by workspace', () => {
  const counts = countByArea([
    { workspace_id: 'a', kind: 'listener_news', count: 2 },
    { workspace_id: 'a', kind: 'listeners_paused', count: 1 },
    { workspace_id: 'b', kind: 'listener_news', count: 4 },
    { workspace_id: 'b', kind: 'site_decay', count: 5 },
    { workspace_id: 'b', kind: 'batch_done', count: 6 },
  ])
  expect(counts).toEqual({
    unread: 18,
    areas: [
      { workspace_id: 'a', area: 'listeners', unread: 3 },
      { workspace_id: 'b', area: 'listeners', unread: 4 },
      { workspace_id: 'b', area: 'sites', unread: 5 },
      { workspace_id: 'b', area: 'plan', unread: 6 },
    ],
  })
})

test('a kind that has no screen counts in the total alone', () => {
  expect(countByArea([{ workspace_id: 'a', kind: 'toString', count: 1 }])).toEqual({ unread: 1, areas: [] })
})

test('nothing unread has no areas', () => {
  expect(countByArea([])).toEqual({ unread: 0, areas: [] })
})
