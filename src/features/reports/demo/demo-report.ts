import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import {
  type Locale,
  type SearchSource,
  type SourceAnswer,
  SourceError,
  type SourceId,
} from '#providers/search-data/port.ts'
import type { Heading, Report, SourceState } from '../contract.ts'
import { readPageContent } from '../pages/page-reader.ts'
import type { AnalysisAnswer, AnalysisTask } from '../pipeline/analysis-thread.ts'
import { askInLanes, createAskOutcome } from '../pipeline/ask-in-lanes.ts'
import type { FetchPage } from '../pipeline/read-pages.ts'
import type { Analysis } from '../rules/keywords/analyze-rows.ts'
import { displayText, keywordKeyIn } from '../rules/keywords/normalize-keyword.ts'
import { addSighting } from '../rules/keywords/popularity.ts'
import { unreadablePage } from '../rules/pages/page-errors.ts'
import { ideaSource } from '../rules/questions/ideas.ts'
import { expand } from '../rules/questions/question-templates.ts'
import { toSourceError, toStateError } from '../rules/source-errors.ts'
import { type DemoRow, type Gathered, hasNoAnswer, presentDemoReport } from './present-demo-report.ts'

/**
 * A visitor's report: created in the request, cached for 10 minutes, never stored. Sample topics use sample data and are labeled;
 * any other topic queries the free live sources for a few seconds.
 */

export type DemoReports = ReturnType<typeof createDemoReports>

export type DemoDependencies = {
  sources: Map<SourceId, SearchSource>
  isSampleTopic(query: string): boolean
  fetchPage: FetchPage
  threads: Threads
  /** @throws AppError rate_limited */
  countOrRefuse(address: string): Promise<void>
}

const liveSources: SourceId[] = ['google_suggest', 'bing_suggest', 'duckduckgo_suggest', 'youtube_suggest', 'wikipedia']
const liveBudgetMs = 5000
const liveAsks = 24
const cacheMs = 10 * 60_000
const maxCachedReports = 200

export function createDemoReports({ sources, isSampleTopic, fetchPage, threads, countOrRefuse }: DemoDependencies) {
  const cache = new Map<string, { report: Promise<Report>; until: number }>()

  return {
    /** @throws AppError rate_limited */
    async report(input: Locale & { query: string }, address: string, signal: AbortSignal): Promise<Report> {
      await countOrRefuse(address)
      const key = [keywordKeyIn(input.query, input.language), input.country, input.language].join('|')
      const known = cache.get(key)
      if (known && known.until > Date.now()) return known.report
      const report = createReport(input, signal)
      cache.set(key, { report, until: Date.now() + cacheMs })
      if (cache.size > maxCachedReports) cache.delete(cache.keys().next().value!)
      report.then(
        (made) => made.status === 'failed' && cache.delete(key),
        () => cache.delete(key),
      )
      return report
    },
  }

  async function createReport(input: Locale & { query: string }, signal: AbortSignal): Promise<Report> {
    const started = Date.now()
    const sample = isSampleTopic(input.query)
    const ids: SourceId[] = sample ? ['sample'] : liveSources
    const budget = AbortSignal.any([signal, AbortSignal.timeout(liveBudgetMs)])
    const liveResults = await Promise.all(ids.map((id) => gather(sources.get(id)!, input, sample, budget)))
    // Template phrases are used only when no source responded, not when the sources had no results.
    const noSourceAnswered = !sample && liveResults.every(({ state }) => hasNoAnswer(state))
    const gathered = noSourceAnswered
      ? [...liveResults, await gather(sources.get(ideaSource)!, input, sample, budget)]
      : liveResults
    const rows = merge(gathered, input.language)
    const seedAnswer = sample ? gathered[0]?.answers.find(({ term }) => term === input.query)?.answer : undefined
    const pages = await Promise.all(
      (seedAnswer?.pages ?? []).slice(0, 10).map((page) => readPage(page, input.query, budget)),
    )
    const { parts, ...found } = await threads.run<AnalysisAnswer>(
      new URL('../pipeline/analysis-thread.ts', import.meta.url),
      {
        query: input.query,
        language: input.language,
        isList: false,
        parts: [JSON.stringify(rows)],
        pages,
        serps: {},
        features: [],
        strictness: 'balanced',
        topics: [],
      } satisfies AnalysisTask,
    )
    const analysis: Analysis = { ...found, rows: parts.flatMap((part) => JSON.parse(part) as Analysis['rows']) }
    return presentDemoReport(input, { sample, started, gathered, rows, pages, analysis, seedAnswer })
  }

  async function gather(
    source: SearchSource,
    { query, country, language }: Locale & { query: string },
    whole: boolean,
    signal: AbortSignal,
  ) {
    const started = Date.now()
    const state: SourceState = {
      id: source.id,
      label: source.label,
      state: 'done',
      count: 0,
      ms: 0,
      asked: 0,
      planned: 0,
      error: null,
      arrivals: [],
    }
    const lacking = source.unsupported?.({ country, language })
    if (lacking) {
      const error = new SourceError(source.id, 'unsupported', lacking)
      return { source, state: { ...state, state: 'skipped' as const, ...toStateError(error) }, answers: [] }
    }
    const terms =
      source.fanOut === 'seed'
        ? [query]
        : expand(query, language)
            .map(({ term }) => term)
            .slice(0, whole ? undefined : liveAsks)
    state.planned = terms.length
    const answers: { term: string; answer: SourceAnswer }[] = []
    const givenUpFor = await askInLanes(source, terms, {
      outcome: createAskOutcome(),
      signal,
      maxFailedInARow: 1,
      ask: (term) => source.ask(term, { country, language }, { signal }),
      onAnswer(term, answer) {
        answers.push({ term, answer })
        state.asked++
      },
      toFailure: (error) => toSourceError(source, error),
    })
    // A timeout after partial results is a smaller answer, not a failure.
    const failure = givenUpFor ?? (signal.aborted && answers.length === 0 ? timedOut(source) : null)
    if (failure) Object.assign(state, { state: answers.length > 0 ? 'done' : 'failed', ...toStateError(failure) })
    state.ms = Date.now() - started
    return { source, state, answers }
  }

  async function readPage(page: SourceAnswer['pages'][number], query: string, signal: AbortSignal) {
    const nothing = { ...page, words: null as number | null, content: '', headings: [] as Heading[] }
    const notRead = (error: AppError) => ({ ...nothing, fetched: error.message, failure: error.toFailure() })
    const fetched = await fetchPage(page.url, { signal })
    if (!fetched.ok) return notRead(fetched.error)
    try {
      const read = await readPageContent(threads, fetched, { turn: `demo ${query}` })
      return {
        ...nothing,
        words: read.words,
        content: read.body,
        headings: read.headings,
        fetched: 'ok',
        failure: undefined,
      }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return notRead(unreadablePage(error))
    }
  }
}

const timedOut = ({ id, label }: SearchSource) =>
  new SourceError(id, 'timeout', `${label} didn’t respond within ${liveBudgetMs / 1000} seconds.`)

function merge(gathered: Gathered[], language: string): DemoRow[] {
  const rows = new Map<string, DemoRow>()
  for (const { source, state, answers } of gathered) {
    for (const { term, answer } of answers) {
      answer.suggestions.forEach((suggestion) => {
        const key = keywordKeyIn(suggestion.text, language)
        if (key === '' || suggestion.text.length > 200) return
        const row = rows.get(key) ?? {
          id: randomUUIDv7(),
          key,
          text: displayText(suggestion.text),
          type:
            source.id === ideaSource
              ? 'idea'
              : keywordKeyIn(term, language) === key && answers[0]?.term === term
                ? 'seed'
                : '',
          modifier: null,
          parent_id: null,
          depth: 1,
          sightings: {},
          volume: null,
          difficulty: null,
          intent: null,
          cluster_id: null,
          topic_pinned: false,
          given_topic: null,
          given_parent: null,
          sources: [],
        }
        row.sightings = addSighting(row.sightings, source.id, suggestion.relevance)
        if (!row.sources.includes(source.id)) row.sources.push(source.id)
        rows.set(key, row)
      })
    }
    state.count = [...rows.values()].filter((row) => row.sources.includes(source.id)).length
  }
  return [...rows.values()]
}
