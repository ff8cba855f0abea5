import { expect, test } from 'vitest'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { type SearchSource, type SourceAnswer, SourceError, type SourceId } from '#providers/search-data/port.ts'
import { patternSource } from '../rules/questions/pattern-source.ts'
import { createDemoReports } from './demo-report.ts'

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
    throw new SourceError(id, 'unreachable', 'It couldn’t be reached.', { details: 'Check GOOGLE_SUGGEST_URL.' })
  },
})
const skipped: Partial<SearchSource> = { unsupported: () => 'It has no results for this country.' }
const suggesting = (text: string): Partial<SearchSource> => ({
  ask: async () => ({ ...nothing, suggestions: [{ text, kind: 'suggestion', relevance: 1 }] }),
})

/** Tasks run in this thread with the same result. */
const threads: Threads = {
  run: async (module, input) => (await import(module.href)).default(input),
  stop: async () => {},
}

/** The demo's report on "cold brew". All live sources return nothing, except those given. */
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

test('template phrases don’t replace sources that found nothing', async () => {
  const report = await getReport()
  expect(report).toMatchObject({ status: 'done', rows: 0, sections: { keywords: [], questions: [], related: [] } })
  expect(report.sources.map(({ id }) => id)).toEqual(liveIds)
})

test('template phrases are left out as soon as one source answered', async () => {
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
])('when every source %s, the report has only template phrases, as ideas', async (_, live) => {
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

test('a demo that failed says so with reasons, and names no settings', async () => {
  const report = await getReport(allFailing)
  expect(report.failure).toEqual({ code: 'upstream_failed', reason: 'no_live_source' })
  expect(report.sources[0]).toMatchObject({ failure: { reason: 'source_unreachable', params: { source: 'Google' } } })
  expect(JSON.stringify(report)).not.toContain('GOOGLE_SUGGEST_URL')
})
