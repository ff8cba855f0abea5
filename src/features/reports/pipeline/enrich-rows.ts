import type { Keywords } from '#features/keywords/service.ts'
import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/database-errors.ts'
import { retryWhileUnavailable } from '#platform/database/database-retry.ts'
import type { Log } from '#platform/log.ts'
import {
  type SearchSource,
  SourceError,
  type SourceId,
  sourceLabels,
  type TrendRange,
} from '#providers/search-data/port.ts'
import { rowTypes, type SourceState, type TrendSeries } from '../contract.ts'
import { maxVolumeKeywords, type PlannedRun, returnsSerp } from '../rules/call-plan.ts'
import { keywordKeyIn } from '../rules/keywords/normalize-keyword.ts'
import { buildPaaTree, countPaaQuestions } from '../rules/questions/paa-tree.ts'
import { getOverview } from '../rules/report-overview.ts'
import {
  getStateError,
  liveVolumesNotInPlan,
  nothingToLookUp,
  toSourceAppError,
  toSourceError,
  toStateError,
} from '../rules/source-errors.ts'
import { countTopics } from '../rules/topics/topic-coverage.ts'
import { createColumnsIfBig } from '../store/column-store.ts'
import { findDiscussions, findPeopleAlsoAsk, findSerpPages, findTerms } from '../store/finding-store.ts'
import { findRows } from '../store/row-read-store.ts'
import {
  countSections,
  findKeys,
  findMeasuredDifficulty,
  findTextsWithoutVolume,
  hasVolumes,
  numberRows,
  updateMetrics,
  updatePerformance,
} from '../store/row-store.ts'
import { type Run, updateRun } from '../store/run-store.ts'
import { findBody } from '../store/store.ts'
import { findBuiltTopics, updateTopicFacts } from '../store/topic-store.ts'
import { inParallel } from './in-parallel.ts'
import type { ReportSpending } from './spending.ts'

/** The last stage: volumes where a source has them, the trend, and the summary everything else is opened from. */

export type EnrichDependencies = {
  db: Database
  sources: Map<SourceId, SearchSource>
  keywords: Keywords
  plans: Plans
  spending: ReportSpending
  isPlanned(source: string, endpoint: string): boolean
  plannedRun: PlannedRun
  /** The live sources found nothing: skips paid lookups. */
  foundNothing: boolean
  log: Log
}

/** Years can only be compared, and seasons told, from several of them. It costs the same as one. */
const trendRange: TrendRange = '5y'
const volumesPerRequest = 1000
const suggestedTypes = rowTypes.filter((type) => type !== 'idea')
const phraseTypes = suggestedTypes.filter((type) => type !== 'question')
const maxConcurrentRequests = 2

/** The final state of a volume or trend source. */
type Ending = Pick<SourceState, 'state' | 'count' | 'error' | 'failure' | 'error_details' | 'reason'>

/** Why columns and sections stay empty, by name. */
type Missing = Record<string, AppError>

/** Resolves to false when the run was cancelled or taken by another worker. */
export async function enrich(run: Run, dependencies: EnrichDependencies, signal: AbortSignal): Promise<boolean> {
  const { db } = dependencies
  const missing: Missing = {}
  await addImportedNumbers(run, dependencies)
  const startedAt = Date.now()
  const endings = new Map<string, Ending & { ms: number }>()
  const end = (id: string, ending: Ending) => void endings.set(id, { ...ending, ms: Date.now() - startedAt })
  const [, trend] = await Promise.all([
    addLiveVolumes(run, dependencies, missing, end, signal),
    findTrend(run, dependencies, missing, end, signal),
  ])
  if (signal.aborted) return false
  // Retries the write instead of the paid requests. Every statement is idempotent.
  const finish = () =>
    db.transaction().execute(async (tx) => {
      await numberRows(tx, run)
      await createColumnsIfBig(tx, run, run.attempt)
      await updateTopicFacts(tx, run)
      const body = await findBody(tx, run.workspaceId, run.id)
      const measured = await findMeasuredDifficulty(tx, run)
      const [counted, topKeywords, topQuestions, topPhrases, peopleAlsoAsk, discussions, pages, clusters, terms] = [
        await countSections(tx, run),
        await findRows(tx, run, { section: 'keywords', types: suggestedTypes, limit: 10 }),
        await findRows(tx, run, { section: 'questions', limit: 10 }),
        await findRows(tx, run, { section: 'keywords', types: phraseTypes, limit: 10 }),
        await findPeopleAlsoAsk(tx, run),
        await findDiscussions(tx, run),
        await findSerpPages(tx, run),
        await findBuiltTopics(tx, run),
        await findTerms(tx, run),
      ]
      if (pages.length === 0) missing.serp = explainMissingSerp(run)
      const overview = getOverview({
        counted,
        otherCounts: {
          people_also_ask: countPaaQuestions(buildPaaTree(peopleAlsoAsk ?? [])),
          discussions: discussions.length,
          serp: pages.length,
          clusters: countTopics(clusters),
          terms: terms.length,
          trend: trend?.points.length ?? 0,
        },
        topKeywords,
        topQuestions,
        topPhrases,
        // Volumes come after the estimate, often with a measured difficulty, which the keyword's row then has.
        difficulty: measured ? toMeasured(measured) : (body?.overview?.difficulty ?? null),
        missing,
        pages,
      })
      return updateRun(tx, run, {
        overview,
        trend,
        missing: overview.missing,
        progress: 0.97,
        sources: run.sources.map((state) => ({ ...state, ...endings.get(state.id) })),
      })
    })
  return retryWhileUnavailable(finish, { signal })
}

const toMeasured = ({ value, provider }: { value: number; provider: string }) => ({
  value,
  basis:
    provider === 'imported'
      ? 'From your imported files'
      : `Measured by ${sourceLabels[provider as SourceId] ?? provider}`,
})

/** Adds metrics from the workspace's imports to keywords that other sources found. */
async function addImportedNumbers(run: Run, { db, keywords }: EnrichDependencies) {
  // A report of one import has its metrics already.
  if (run.importId || !(await keywords.hasAny(run.workspaceId))) return
  const found = await keywords.getMetrics(run.workspaceId, await findKeys(db, run))
  const numbers = found.map(({ key, metrics }) => ({ key, ...metrics }))
  const performances = found.flatMap(({ key, performance }) => (performance ? [{ key, performance }] : []))
  await db.transaction().execute(async (tx) => {
    await updateMetrics(tx, run, numbers)
    await updatePerformance(tx, run, performances)
  })
}

/** Tells apart: no SERP source was used, it failed, or it had no results. */
function explainMissingSerp(run: Run): AppError {
  const serpStates = run.sources.filter(({ id, state }) => returnsSerp(id) && state !== 'skipped')
  if (serpStates.length === 0)
    return new AppError(
      'conflict',
      'No SERP source was used. SERP sources are SearXNG, DataForSEO SERP, SerpApi and Serper.',
      { reason: 'no_serp_source' },
    )
  const failed = serpStates.find(({ state }) => state === 'failed')
  return (
    (failed && getStateError(failed)) ??
    new AppError('not_found', 'The SERP sources had no results for this query.', { reason: 'no_serp_results' })
  )
}

async function addLiveVolumes(
  run: Run,
  dependencies: EnrichDependencies,
  missing: Missing,
  end: (id: string, ending: Ending) => void,
  signal: AbortSignal,
): Promise<void> {
  const { db, sources, plans, spending, plannedRun, foundNothing } = dependencies
  const known = await hasVolumes(db, run)
  const explain = (error: AppError) => {
    if (!known) missing.volume = error
  }
  const chosen = run.sources.find(({ id }) => sources.get(id as SourceId)?.adds === 'volumes')
  const source = chosen && sources.get(chosen.id as SourceId)
  if (!chosen || !source?.volumes) {
    explain(
      new AppError(
        'conflict',
        'No source with search volumes was used. Select DataForSEO volumes, or import a Keyword Planner, Semrush or Ahrefs file.',
        { reason: 'no_volume_source' },
      ),
    )
    return
  }
  if (chosen.state === 'skipped' && chosen.reason !== 'budget')
    return explain(getStateError(chosen) ?? new AppError('conflict', 'It wasn’t used.', { reason: 'source_not_used' }))
  if (chosen.state === 'done') return
  const skip = (error: AppError) => {
    explain(error)
    end(source.id, { state: 'skipped', count: chosen.count, ...toStateError(error) })
  }
  if (foundNothing) return skip(nothingToLookUp())
  if (!(await plans.hasLiveVolumes(run.workspaceId))) return skip(liveVolumesNotInPlan())
  const without = await findTextsWithoutVolume(db, run, run.isList ? null : maxVolumeKeywords(plannedRun))
  let count = 0
  let failure: SourceError | null = null
  const batches = Array.from({ length: Math.ceil(without.length / volumesPerRequest) }, (_, index) =>
    without.slice(index * volumesPerRequest, (index + 1) * volumesPerRequest),
  )
  await inParallel(batches, maxConcurrentRequests, async (batch) => {
    if (signal.aborted || (failure && !isPassing(failure))) return
    try {
      const answer = await source.volumes!(batch, getLocale(run), { signal, fresh: run.fresh, spending })
      const numbers = answer.metrics.map((metrics) => ({ ...metrics, key: keywordKeyIn(metrics.text, run.language) }))
      await retryWhileUnavailable(() => db.transaction().execute((tx) => updateMetrics(tx, run, numbers)), { signal })
      count += numbers.filter(({ volume }) => volume !== null).length
    } catch (error) {
      if (signal.aborted || isDatabaseUnavailable(error)) throw error
      failure = toSourceError(source, error)
      logFailure(error, source, run, dependencies, 'Volume lookup failed')
    }
  })
  const failed = failure as SourceError | null
  if (failed) explain(toSourceAppError(failed))
  end(source.id, getEnding(failed, count))
}

/** The trend of the first source that has one for this query. */
async function findTrend(
  run: Run,
  dependencies: EnrichDependencies,
  missing: Missing,
  end: (id: string, ending: Ending) => void,
  signal: AbortSignal,
): Promise<TrendSeries | null> {
  const { sources, spending, isPlanned, foundNothing } = dependencies
  if (run.isList) return null
  // A retry keeps the stored trend.
  const storedTrend = (await findBody(dependencies.db, run.workspaceId, run.id))?.trend
  if (storedTrend) return storedTrend
  missing.trend = new AppError('not_found', 'No source has interest over time for this query.', {
    reason: 'no_trend',
  })
  for (const id of ['dataforseo_trends', 'dataforseo', 'serpapi', 'wikipedia', 'sample'] as const) {
    const source = sources.get(id)
    const state = run.sources.find((one) => one.id === id)
    if (!source?.trend || source.unavailable !== null || !state) continue
    if (source.adds ? state.state === 'skipped' && state.reason !== 'budget' : state.state !== 'done') continue
    const lacking = source.unsupported?.(getLocale(run))
    if (lacking) {
      const error = new SourceError(id, 'unsupported', lacking)
      missing.trend = toSourceAppError(error)
      if (source.adds) end(id, { state: 'skipped', count: 0, ...toStateError(error) })
      continue
    }
    const paid = source.trendCalls?.() ?? []
    if (paid.some((call) => !isPlanned(call.source, call.endpoint))) continue
    if (foundNothing && paid.length > 0) {
      if (source.adds) end(id, { state: 'skipped', count: 0, ...toStateError(nothingToLookUp()) })
      continue
    }
    try {
      const options = { signal, fresh: run.fresh, spending, range: trendRange }
      const trend = await source.trend(run.query, getLocale(run), options)
      const count = trend?.points.length ?? 0
      if (source.adds) end(id, getEnding(null, count))
      if (trend && count > 0) {
        delete missing.trend
        return { ...trend, fetched_at: new Date().toISOString() }
      }
    } catch (error) {
      if (signal.aborted || isDatabaseUnavailable(error)) throw error
      const failure = toSourceError(source, error)
      logFailure(error, source, run, dependencies, 'Trend lookup failed')
      missing.trend = toSourceAppError(failure)
      if (source.adds) end(id, getEnding(failure, 0))
    }
  }
  return null
}

const getLocale = ({ country, language }: Run) => ({ country, language })

const isPassing = ({ kind }: SourceError) => kind === 'bad_answer' || kind === 'timeout'

function getEnding(failure: SourceError | null, count: number): Ending {
  const ending = { count, ...toStateError(failure) }
  if (!failure) return { state: 'done', ...ending }
  if (failure.kind === 'budget') return { state: count > 0 ? 'done' : 'skipped', ...ending, reason: 'budget' }
  if (failure.kind === 'unsupported') return { state: count > 0 ? 'done' : 'skipped', ...ending }
  return { state: count > 0 ? 'done' : 'failed', ...ending }
}

/** What a source says is a warning; anything else is a bug in how its response is read. */
function logFailure(error: unknown, source: SearchSource, run: Run, { log }: EnrichDependencies, message: string) {
  const level = error instanceof SourceError ? 'warn' : 'error'
  log[level]({ err: error, report_id: run.id, source: source.id }, message)
}
