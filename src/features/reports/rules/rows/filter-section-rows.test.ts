import { expect, test } from 'vitest'
import { listedRows } from './filter-section-rows.ts'

const clusters = [
  { _id: '1', name: 'grinders', pillar: 'coffee grinder', intent: 'commercial', keywords: 4, volume: null },
  { _id: '2', name: 'beans', pillar: 'coffee beans', intent: null, keywords: 9, volume: 300 },
  { _id: '3', name: 'filters', pillar: 'paper filter', intent: 'commercial', keywords: 2, volume: 1200 },
]
const ids = (items: Record<string, unknown>[]) => items.map(({ _id }) => _id)

test('sorts by a column in both directions, with null last', () => {
  expect(ids(listedRows('clusters', clusters, { sort: 'volume' }))).toEqual(['2', '3', '1'])
  expect(ids(listedRows('clusters', clusters, { sort: '-volume' }))).toEqual(['3', '2', '1'])
  expect(ids(listedRows('clusters', clusters, { sort: 'name' }))).toEqual(['2', '3', '1'])
  expect(ids(listedRows('clusters', clusters, {}))).toEqual(['1', '2', '3'])
})

test('a row matches if its column equals or contains one of the values', () => {
  expect(ids(listedRows('clusters', clusters, { filters: { intent: 'commercial' } }))).toEqual(['1', '3'])
  expect(ids(listedRows('clusters', clusters, { filters: { intent: [null], keywords: [9, 4] } }))).toEqual(['2'])
  expect(ids(listedRows('clusters', clusters, { q: 'COFFEE' }))).toEqual(['1', '2'])
  const pages = [
    { rank: 1, terms: ['crema', 'grind'] },
    { rank: 2, terms: ['roast'] },
  ]
  expect(listedRows('serp', pages, { filters: { terms: 'grind' } })).toEqual([pages[0]])
})

test('an unknown column is an error that names it', () => {
  expect(() => listedRows('terms', [], { sort: '-volume' })).toThrow(
    'sort is not a column: use one of term, kind, weight, pages.',
  )
  expect(() => listedRows('serp', [], { filters: { intent: 'x' } })).toThrow('filters.intent is not a column')
  expect(() => listedRows('trend', [], { sort: 'v' })).toThrow('sort is not a column: trend has none.')
})
