import { expect, test } from 'vitest'
import type { Threads } from '#platform/worker-threads.ts'
import { type SearchSource, type SourceAnswer, SourceError, type SourceId } from '#providers/search-data/port.ts'
import { createDemoReports } from './demo-report.ts'
import { patternSource } from './pattern-source.ts'

const liveIds: SourceId[] = ['google_suggest', 'bing_suggest', 'duckduckgo_suggest', 'youtube_suggest', 'wikipedia']

const nothing: SourceAnswer = {
  suggestions: [],
  discussions: [],
  pages: [],
  features: [],
  metrics: [],
  fetchedAt: '2026-11-21T14:02:00.000Z',
  cached: false,
  costUsd: null,
}

const toSource = (id: SourceId, more: Partial<SearchSource> = {}): SearchSource => ({
  id,
  label: id,
  fanOut: 'seed',
  concurrency: 1,
  unavailable: null,
  costPerAskUsd: 0,
  ask: async () => nothing,
  ...more,
})

const failing = (id: SourceId): Partial<SearchSource> => ({
  ask: async () => {
    throw new SourceError(id, 'unreachable', 'It couldn’t be reached.')
  },
})
const skipped: Partial<SearchSource> = { unsupported: () => 'It has no results for this country.' }
const suggesting = (text: string): Partial<SearchSource> => ({
  ask: async () => ({ ...nothing, suggestions: [{ text, kind: 'suggestion', relevance: 1 }] }),
})

/** Tasks run here: what they find is the same as in a thread. */
const threads: Threads = {
  run: async (module, input) => (await import(module.href)).default(input),
  stop: async () => {},
}

/** The demo's report on "cold brew". All live sources answer with nothing, except those given. */
function getReport(live: Partial<Record<SourceId, Partial<SearchSource>>> = {}) {
  const sources = [...liveIds.map((id) => toSource(id, live[id])), patternSource]
  const demo = createDemoReports({
    sources: new Map(sources.map((source) => [source.id, source])),
    isSampleTopic: () => false,
    fetchPage: async () => {
      throw new Error('No page was named.')
    },
    threads,
    countOrRefuse: async () => {},
  })
  return demo.report({ query: 'cold brew', country: 'US', language: 'en' }, '203.0.113.9', new AbortController().signal)
}

const allFailing = Object.fromEntries(liveIds.map((id) => [id, failing(id)]))

test('sources that answered and had nothing are not made up for by template phrases', async () => {
  const report = await getReport()
  expect(report).toMatchObject({ status: 'done', rows: 0, sections: { keywords: [], questions: [], related: [] } })
  expect(report.sources.map(({ id }) => id)).toEqual(liveIds)
})

test('one source that answered is enough to leave them out', async () => {
  const found = await getReport({ ...allFailing, wikipedia: suggesting('cold brew ratio') })
  expect(found.sections.keywords!.map(({ text, sources }) => [text, sources])).toEqual([
    ['cold brew ratio', ['wikipedia']],
  ])
  const empty = await getReport({ ...allFailing, bing_suggest: {} })
  expect(empty).toMatchObject({ status: 'done', rows: 0 })
})

test.each([
  ['failed', allFailing],
  ['failed or was skipped', { ...allFailing, wikipedia: skipped }],
])('when every source %s, template phrases are ideas and nothing else', async (_, live) => {
  const { status, error, sources, sections } = await getReport(live)
  expect(status).toBe('failed')
  expect(error).toMatch(/No live source could be reached/)
  expect(sources.at(-1)!.id).toBe('patterns')
  expect(sections.keywords!.length).toBeGreaterThan(30)
  expect(sections.keywords!.filter(({ type }) => type !== 'idea')).toEqual([])
  const { questions, comparisons, prepositions, alphabeticals, related } = sections
  expect([questions, comparisons, prepositions, alphabeticals, related].flat()).toEqual([])
  expect(sections.overview).toMatchObject({ top_keywords: [], top_questions: [] })
})
