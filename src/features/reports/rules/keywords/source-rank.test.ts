import { expect, test } from 'vitest'
import { addSighting } from './popularity.ts'
import { getSourceRanks } from './source-rank.ts'

test('a place in a list is told exactly, best first; lists without an order have none', () => {
  const sightings = addSighting(addSighting({}, 'bing_suggest', 1 / Math.sqrt(7)), 'bing_suggest', 1 / Math.sqrt(3))
  expect(getSourceRanks(['wikipedia', 'bing_suggest'], sightings)).toEqual([
    { source: 'bing_suggest', rank: 3, score: null, lists: 2 },
    { source: 'wikipedia', rank: null, score: null, lists: null },
  ])
})

test('a source with scores of its own has no place, even where its score looks like one', () => {
  const sightings = addSighting({}, 'google_suggest', 0.5)
  expect(getSourceRanks(['google_suggest'], sightings)).toEqual([
    { source: 'google_suggest', rank: null, score: 0.5, lists: 1 },
  ])
})

test('a relevance that is no place is a score', () => {
  expect(getSourceRanks(['searxng'], { searxng: [0.9, 1] })[0]).toMatchObject({ rank: null, score: 0.9 })
})
