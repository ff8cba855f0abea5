import { expect, test } from 'vitest'
import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import { getSources, performRun } from './perform-run.ts'
import type { SourceResult } from './rules/diff-run.ts'

const source = (id: SourceId, unsupported?: SearchSource['unsupported']): SearchSource => ({
  id,
  label: id,
  fanOut: 'seed',
  concurrency: 1,
  unavailable: null,
  unsupported,
  costPerAskUsd: 0,
  ask: async () => ({
    suggestions: [{ text: 'cold brew', kind: 'suggestion', relevance: 1 }],
    discussions: [],
    pages: [],
    features: [],
    metrics: [],
    fetchedAt: '2026-11-22T00:00:00.000Z',
    cached: false,
    costUsd: null,
  }),
})
const sources = new Map<SourceId, SearchSource>([
  ['bing_suggest', source('bing_suggest')],
  ['wikipedia', source('wikipedia', ({ language }) => (language === 'bem' ? 'No edition in Bemba.' : null))],
])
const bemba = { country: 'ZM', language: 'bem' }

test('without a selection, sources that don’t support the language are left out', () => {
  expect(getSources(sources, null, bemba).map(({ id }) => id)).toEqual(['bing_suggest'])
  expect(getSources(sources, null, { country: 'US', language: 'en' }).map(({ id }) => id)).toEqual([
    'bing_suggest',
    'wikipedia',
  ])
})

test('a selected source that doesn’t support the language is skipped with a reason, and the others are used', async () => {
  const closed: SourceResult[][] = []
  const listener = { keyword: 'cold brew', ...bemba, wanted_sources: ['wikipedia', 'bing_suggest'] }
  const dependencies = {
    sources,
    loadKnown: async () => new Map(),
    closer: {
      close: async ({ results }: { results: SourceResult[] }) => {
        closed.push(results)
        return true
      },
    },
  }
  const row = { ...listener, tries: 0, run_count: 0, heard: {}, workspace_id: 'w', id: 'l', attempt: 1 }
  await performRun(row as never, dependencies as never, new AbortController().signal)
  expect(closed[0]).toMatchObject([
    {
      source: 'wikipedia',
      outcome: 'skipped',
      error: { message: 'No edition in Bemba.', options: { reason: 'source_locale_unsupported' } },
    },
    { source: 'bing_suggest', outcome: 'answered', error: null },
  ])
})
