import { expect, test } from 'vitest'
import type { SourceState } from '../../contract.ts'
import { getTabs, splitTabs } from './report-tabs.ts'

test('a list has no tabs for parts of its own keywords, nor for what it has nothing of', () => {
  const sources = [{ id: 'imported' }] as SourceState[]
  const counts = { clusters: 7, keywords: 31, questions: 2, comparisons: 1, prepositions: 3, related: 26, serp: 0 }
  expect(getTabs({ type: 'clusters', sources }, counts)).toEqual(['topics', 'keywords', 'overview', 'questions'])
  expect(getTabs({ type: 'topic', sources: [] }, counts)).toContain('prepositions')
})

test('People Also Ask has a tab if a source returned it', () => {
  const head = { type: 'topic', sources: [] } as const
  expect(getTabs({ ...head, sources: [] }, { people_also_ask: 0 })).not.toContain('people-also-ask')
  expect(getTabs({ ...head, sources: [] }, { people_also_ask: 4 })).toContain('people-also-ask')
})

test('the open tab is in the row, wherever it belongs', () => {
  const all = getTabs({ type: 'topic', sources: [] }, {})
  expect(splitTabs(all, 'overview').more).toEqual(['comparisons', 'prepositions', 'a-z', 'related'])
  const { row, more } = splitTabs(all, 'a-z')
  expect(row).toContain('a-z')
  expect(more).toEqual(['comparisons', 'prepositions', 'related'])
})
