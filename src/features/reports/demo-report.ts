import { randomUUIDv7 } from 'node:crypto'
import { AppError } from '#kit/errors.ts'
import type { Threads } from '#platform/worker-threads.ts'
import { type SearchSource, type SourceAnswer, SourceError, type SourceId } from '#providers/search-data/port.ts'
import type { AnalysisAnswer, AnalysisTask } from './analysis-thread.ts'
import type { Analysis } from './analyze-rows.ts'
import type { Heading, Report, Row, SectionName, SerpPage, SourceState } from './contract.ts'
import { ideaSource } from './ideas.ts'
import { displayText, keywordKey } from './normalize-keyword.ts'
import { readPageContent } from './page-reader.ts'
import { addSighting, type SightingSummary } from './popularity.ts'
import { expand } from './question-templates.ts'
import type { FetchPage } from './read-pages.ts'
import { getOverview } from './report-overview.ts'

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

type Locale = { country: string; language: string }

const liveSources: SourceId[] = ['google_suggest', 'bing_suggest', 'duckduckgo_suggest', 'youtube_suggest', 'wikipedia']
const liveBudgetMs = 5000
const liveAsks = 24
const lockedLive: SectionName[] = ['serp', 'clusters', 'terms', 'trend']
const cacheMs = 10 * 60_000
const maxCachedReports = 200

export function createDemoReports({ sources, isSampleTopic, fetchPage, threads, countOrRefuse }: DemoDependencies) {
  const cache = new Map<string, { report: Promise<Report>; until: number }>()

  return {
    /** @throws AppError rate_limited */
    async report(input: Locale & { query: string }, address: string, signal: AbortSignal): Promise<Report> {
      await countOrRefuse(address)
      const key = [keywordKey(input.query), input.country, input.language].join('|')
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
    const rows = merge(gathered)
    const seedAnswer = sample ? gathered[0]?.answers.find(({ term }) => term === input.query)?.answer : undefined
    const pages = await Promise.all(
      (seedAnswer?.pages ?? []).slice(0, 10).map((page) => readPage(page, input.query, budget)),
    )
    const { parts, ...found } = await threads.run<AnalysisAnswer>(new URL('./analysis-thread.ts', import.meta.url), {
      query: input.query,
      language: input.language,
      isList: false,
      parts: [JSON.stringify(rows)],
      pages,
      serps: {},
      features: [],
    } satisfies AnalysisTask)
    const analysis: Analysis = { ...found, rows: parts.flatMap((part) => JSON.parse(part) as Analysis['rows']) }
    return present(input, { sample, started, gathered, rows, pages, analysis, seedAnswer })
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
    if (lacking) return { source, state: { ...state, state: 'skipped' as const, error: lacking }, answers: [] }
    const terms =
      source.fanOut === 'seed'
        ? [query]
        : expand(query, language)
            .map(({ term }) => term)
            .slice(0, whole ? undefined : liveAsks)
    state.planned = terms.length
    const answers: { term: string; answer: SourceAnswer }[] = []
    let next = 0
    const lane = async () => {
      while (next < terms.length && state.state === 'done') {
        const term = terms[next++]!
        try {
          answers.push({ term, answer: await source.ask(term, { country, language }, { signal }) })
          state.asked++
        } catch (error) {
          // A timeout after partial results is a smaller answer, not a failure.
          if (signal.aborted && answers.length > 0) return
          state.state = 'failed'
          state.error = signal.aborted
            ? `${source.label} didn’t respond within ${liveBudgetMs / 1000} seconds.`
            : error instanceof SourceError
              ? error.message
              : `${source.label} sent a response Earshot couldn’t read.`
        }
      }
    }
    await Promise.all(Array.from({ length: source.concurrency }, lane))
    if (answers.length > 0) state.state = 'done'
    state.ms = Date.now() - started
    return { source, state, answers }
  }

  async function readPage(page: SourceAnswer['pages'][number], query: string, signal: AbortSignal) {
    const nothing = { ...page, words: null as number | null, content: '', headings: [] as Heading[], fetched: '' }
    const fetched = await fetchPage(page.url, { signal })
    if (!fetched.ok) return { ...nothing, fetched: fetched.reason }
    try {
      const read = await readPageContent(threads, fetched, { turn: `demo ${query}` })
      return { ...nothing, words: read.words, content: read.text, headings: read.headings, fetched: 'ok' }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return { ...nothing, fetched: `couldn’t be read (${error.message})` }
    }
  }
}

const hasNoAnswer = ({ state }: SourceState) => state === 'failed' || state === 'skipped'

type Gathered = { source: SearchSource; state: SourceState; answers: { term: string; answer: SourceAnswer }[] }
type DemoRow = {
  id: string
  key: string
  text: string
  type: string
  modifier: null
  parent_id: null
  depth: number
  sightings: SightingSummary
  volume: null
  difficulty: null
  sources: string[]
}

function merge(gathered: Gathered[]): DemoRow[] {
  const rows = new Map<string, DemoRow>()
  for (const { source, state, answers } of gathered) {
    for (const { term, answer } of answers) {
      answer.suggestions.forEach((suggestion) => {
        const key = keywordKey(suggestion.text)
        if (key === '' || suggestion.text.length > 200) return
        const row = rows.get(key) ?? {
          id: randomUUIDv7(),
          key,
          text: displayText(suggestion.text),
          type: source.id === ideaSource ? 'idea' : keywordKey(term) === key && answers[0]?.term === term ? 'seed' : '',
          modifier: null,
          parent_id: null,
          depth: 1,
          sightings: {},
          volume: null,
          difficulty: null,
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

type Made = {
  sample: boolean
  started: number
  gathered: Gathered[]
  rows: DemoRow[]
  pages: (SourceAnswer['pages'][number] & {
    words: number | null
    content: string
    headings: Heading[]
    fetched: string
  })[]
  analysis: Analysis
  seedAnswer: SourceAnswer | undefined
}

function present(
  input: Locale & { query: string },
  { sample, started, gathered, rows, pages, analysis, seedAnswer }: Made,
): Report {
  const at = new Date(started).toISOString()
  const full: Row[] = analysis.rows.map((analysed, index) => ({
    _id: analysed.id,
    text: rows[index]!.text,
    type: analysed.type as Row['type'],
    modifier: analysed.modifier,
    sources: rows[index]!.sources,
    parent_id: analysed.parent_id,
    depth: 1,
    popularity: analysed.popularity,
    volume: null,
    impressions: null,
    clicks: null,
    ctr: null,
    position: null,
    performance: null,
    monthly: [],
    cpc: null,
    competition: null,
    difficulty: analysed.difficulty,
    intent: { main: analysed.intent as NonNullable<Row['intent']>['main'], confidence: analysed.intent_confidence },
    cluster_id: analysed.cluster_id,
    first_seen: at,
  }))
  full.sort((a, b) => (b.popularity ?? -1) - (a.popularity ?? -1) || (a.text < b.text ? -1 : 1))
  const of = (type: Row['type']) => full.filter((row) => row.type === type)
  const discussions = seedAnswer?.discussions ?? []
  const serp: SerpPage[] = pages.map((page, index) => ({
    rank: index + 1,
    url: page.url,
    domain: page.domain,
    title: page.title,
    snippet: page.snippet,
    words: page.words,
    headings: page.headings,
    terms: analysis.pageTerms.find(({ url }) => url === page.url)?.terms ?? [],
    fetched: page.fetched,
  }))
  const counted = full.map((row) => ({
    type: row.type,
    modifier: row.modifier,
    intent: row.intent?.main ?? null,
    count: 1,
  }))
  const missing = {
    volume: sample ? 'Sample topics have no search volumes.' : 'The demo doesn’t use sources with search volumes.',
    trend: sample ? 'Sample topics have no trend.' : 'The demo doesn’t include trends.',
  }
  const liveGathered = gathered.filter(({ state }) => state.id !== ideaSource)
  const failed = liveGathered.every(({ state }) => hasNoAnswer(state))
  const locked = sample ? [] : lockedLive
  const overview = getOverview({
    counted,
    otherCounts: {
      discussions: discussions.length,
      serp: serp.length,
      clusters: locked.length > 0 ? 0 : analysis.clusters.length,
      terms: locked.length > 0 ? 0 : analysis.terms.length,
      trend: 0,
    },
    topKeywords: full.filter(({ type }) => type !== 'idea').slice(0, 10),
    topQuestions: of('question').slice(0, 10),
    difficulty: analysis.difficulty,
    missing,
    pages: serp,
  })
  return {
    _id: randomUUIDv7(),
    workspace_id: '',
    type: 'topic',
    query: input.query,
    country: input.country,
    language: input.language,
    depth: 1,
    status: failed ? 'failed' : 'done',
    progress: 1,
    stage: 'done',
    hidden: false,
    rows: full.length,
    error: failed ? 'No live source could be reached. Try a sample topic, or sign up and import your own file.' : null,
    sources: gathered.map(({ state }) => state),
    created_at: at,
    finished_at: new Date().toISOString(),
    units: 0,
    cost_usd: 0,
    spent_usd: 0,
    empty: false,
    shared: false,
    demo: true,
    locked_sections: locked,
    sections: {
      overview,
      keywords: full,
      questions: of('question'),
      comparisons: of('comparison'),
      prepositions: of('preposition'),
      alphabeticals: of('alphabetical'),
      related: of('related'),
      discussions,
      serp: locked.includes('serp') ? [] : serp,
      serp_features: locked.includes('serp')
        ? []
        : (seedAnswer?.features ?? []).map((feature) => ({ ...feature, source: 'sample' })),
      clusters: locked.includes('clusters') ? [] : analysis.clusters,
      terms: locked.includes('terms') ? [] : analysis.terms,
      trend: null,
      provenance: gathered
        .filter(({ answers }) => answers.length > 0)
        .map(({ state, answers }) => ({
          source: state.id,
          fetched_at: answers[0]!.answer.fetchedAt,
          cached: answers.every(({ answer }) => answer.cached),
        })),
    },
  }
}
