import { randomUUIDv7 } from 'node:crypto'
import { AppError, type Failure, toResultError } from '#kit/errors.ts'
import type { Locale, SearchSource, SourceAnswer } from '#providers/search-data/port.ts'
import type { Cluster, Heading, Report, Row, SectionName, SerpPage, SourceState } from '../contract.ts'
import { getCommunity } from '../rules/get-community.ts'
import type { Analysis } from '../rules/keywords/analyze-rows.ts'
import type { SightingSummary } from '../rules/keywords/popularity.ts'
import { ideaSource } from '../rules/questions/ideas.ts'
import { buildPaaTree, countPaaQuestions } from '../rules/questions/paa-tree.ts'
import { getOverview } from '../rules/report-overview.ts'
import { noFigures } from '../rules/rows/no-figures.ts'
import { toTermUses } from '../rules/term-uses.ts'
import { countTopics, getCoverage } from '../rules/topics/topic-coverage.ts'
import type { BuiltTopic } from '../rules/topics/topic-model.ts'

const lockedLive: SectionName[] = ['serp', 'clusters', 'terms', 'trend']

export type Gathered = { source: SearchSource; state: SourceState; answers: { term: string; answer: SourceAnswer }[] }
export type DemoRow = {
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
  intent: null
  cluster_id: null
  topic_pinned: false
  given_topic: null
  given_parent: null
  sources: string[]
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
    failure: Failure | undefined
  })[]
  analysis: Analysis
  seedAnswer: SourceAnswer | undefined
}

/** The report as its readers get it; a live one keeps some sections for accounts. */
export function presentDemoReport(
  input: Locale & { query: string },
  { sample, started, gathered, rows, pages, analysis, seedAnswer }: Made,
): Report {
  const at = new Date(started).toISOString()
  const full: Row[] = analysis.rows.map((analyzed, index) => ({
    _id: analyzed.id,
    text: rows[index]!.text,
    type: analyzed.type as Row['type'],
    modifier: analyzed.modifier,
    sources: rows[index]!.sources,
    parent_id: analyzed.parent_id,
    depth: 1,
    ...noFigures,
    popularity: analyzed.popularity,
    difficulty: analyzed.difficulty,
    intent: { main: analyzed.intent as NonNullable<Row['intent']>['main'], confidence: analyzed.intent_confidence },
    cluster_id: analyzed.cluster_id,
    first_seen: at,
  }))
  full.sort((a, b) => (b.popularity ?? -1) - (a.popularity ?? -1) || (a.text < b.text ? -1 : 1))
  const of = (type: Row['type']) => full.filter((row) => row.type === type)
  const discussions = (seedAnswer?.discussions ?? []).map((found) => ({
    ...found,
    excerpt: found.excerpt ?? null,
    community: getCommunity(found.url),
  }))
  const peopleAlsoAsk = (seedAnswer?.peopleAlsoAsk ?? []).map((found) => ({
    ...found,
    source: 'sample',
    fetched_at: at,
  }))
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
    ...(page.failure && { failure: page.failure }),
  }))
  const counted = full.map((row) => ({
    type: row.type,
    modifier: row.modifier,
    intent: row.intent?.main ?? null,
    count: 1,
  }))
  const missing = {
    volume: new AppError(
      'conflict',
      sample ? 'Sample topics have no search volumes.' : 'The demo doesn’t use sources with search volumes.',
      { reason: 'demo_without_volumes', params: { sample } },
    ),
    trend: new AppError('conflict', sample ? 'Sample topics have no trend.' : 'The demo doesn’t include trends.', {
      reason: 'demo_without_trend',
      params: { sample },
    }),
  }
  const liveGathered = gathered.filter(({ state }) => state.id !== ideaSource)
  const failed = liveGathered.every(({ state }) => hasNoAnswer(state))
  const locked = sample ? [] : lockedLive
  const overview = getOverview({
    counted,
    otherCounts: {
      people_also_ask: countPaaQuestions(buildPaaTree(peopleAlsoAsk)),
      discussions: discussions.length,
      serp: serp.length,
      clusters: locked.length > 0 ? 0 : countTopics(analysis.clusters),
      terms: locked.length > 0 ? 0 : analysis.terms.length,
      trend: 0,
    },
    topKeywords: full.filter(({ type }) => type !== 'idea').slice(0, 10),
    topQuestions: of('question').slice(0, 10),
    topPhrases: full.filter(({ type }) => type !== 'idea' && type !== 'question').slice(0, 10),
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
    ...toResultError(failed ? noLiveSource() : null),
    // The demo is public: what names settings and hosts stays here.
    sources: gathered.map(({ state: { error_details: _, ...state } }) => state),
    created_at: at,
    finished_at: new Date().toISOString(),
    units: 0,
    cost_usd: 0,
    spent_usd: 0,
    empty: false,
    shared: false,
    strictness: 'balanced',
    topics_version: 0,
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
      people_also_ask: peopleAlsoAsk,
      discussions,
      serp: locked.includes('serp') ? [] : serp,
      serp_features: locked.includes('serp')
        ? []
        : (seedAnswer?.features ?? []).map((feature) => ({ ...feature, source: 'sample' })),
      clusters: locked.includes('clusters') ? [] : analysis.clusters.map(presentTopic),
      topic_coverage: locked.includes('clusters') ? null : getCoverage(analysis.clusters),
      terms: locked.includes('terms') ? [] : presentTerms(analysis.terms, serp),
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

const presentTerms = (terms: Analysis['terms'], pages: SerpPage[]) => {
  const urls = pages.map(({ url }) => url)
  return terms.map(({ uses, ...term }) => ({ ...term, uses: toTermUses(uses, urls) }))
}

/** A topic of sample or suggested keywords, which have no metrics. */
const presentTopic = ({ renamed: _, parent_pinned: _pinned, ...topic }: BuiltTopic): Cluster => ({
  ...topic,
  volume_once: null,
  difficulty: null,
  difficulty_known: 0,
  serp_features: [],
  domains: [],
  overlaps: [],
  own: null,
  edited: false,
})

const noLiveSource = () =>
  new AppError(
    'upstream_failed',
    'No live source could be reached. Try a sample topic, or sign up and import your own file.',
    { reason: 'no_live_source' },
  )

export const hasNoAnswer = ({ state }: SourceState) => state === 'failed' || state === 'skipped'
