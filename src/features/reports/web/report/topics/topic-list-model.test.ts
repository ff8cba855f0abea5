import { expect, test } from 'vitest'
import { toCluster } from '../keywords/table/test-rows.ts'
import { getCoverageText } from './topic-labels.ts'
import { getListedTopics, noFilter, type TopicListView } from './topic-list-model.ts'

const clusters = [
  toCluster('desks', 9, { kind: 'parent', volume: 900 }),
  toCluster('standing desk', 6, { parent_id: 'desks', volume: 600, intent: 'commercial' }),
  toCluster('desk mat', 3, { parent_id: 'desks', volume: 300, intent: 'informational' }),
  toCluster('chairs', 2, { kind: 'parent', volume: null }),
  toCluster('office chair', 2, { parent_id: 'chairs', pillar: 'chair for the office' }),
  toCluster('desk organizer', 1, { volume: 5000 }),
]
const list = (more: Partial<TopicListView> = {}) =>
  getListedTopics(clusters, { filter: noFilter, order: 'volume', expanded: new Set(), ...more }).map(
    ({ topic, level, parentName }) => `${'  '.repeat(level)}${topic.name}${parentName ? ` (${parentName})` : ''}`,
  )

test('parents are listed by volume, their topics when expanded, keywords alone last', () => {
  expect(list()).toEqual(['desks', 'chairs', 'desk organizer'])
  expect(list({ expanded: new Set(['desks']) })).toEqual([
    'desks',
    '  standing desk',
    '  desk mat',
    'chairs',
    'desk organizer',
  ])
})

test('a filter lists topics with the name of their parent', () => {
  expect(list({ filter: { ...noFilter, text: 'DESK' } })).toEqual([
    'standing desk (desks)',
    'desk mat (desks)',
    'desk organizer',
  ])
  expect(list({ filter: { ...noFilter, text: 'for office' } })).toEqual(['office chair (chairs)'])
  expect(list({ filter: { ...noFilter, intent: 'commercial' } })).toEqual(['standing desk (desks)'])
  expect(list({ filter: { ...noFilter, parentId: 'chairs' } })).toEqual(['office chair (chairs)'])
  expect(list({ filter: { ...noFilter, kind: 'standalone' } })).toEqual(['desk organizer'])
  expect(list({ filter: { ...noFilter, minVolume: 400 } })).toEqual(['standing desk (desks)', 'desk organizer'])
})

test('coverage says where keywords and volume are', () => {
  const coverage = {
    keywords: 31,
    in_topics: 28,
    standalone: 3,
    volume: 1000,
    volume_known: 30,
    volume_in_topics: 999,
  }
  expect(getCoverageText(coverage, 7, 31)).toBe(
    '31 of 31 keywords, 100% of volume · 28 in 7 topics · 3 standalone · 1 without volume',
  )
  expect(getCoverageText(coverage, 7, 33)).toMatch(/^31 of 33 keywords · /)
})
