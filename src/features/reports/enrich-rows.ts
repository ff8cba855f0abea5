import type { Keywords } from '#features/keywords/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { Database } from '#platform/database.ts'
import { isDatabaseUnavailable } from '#platform/database-errors.ts'
import { retryWhileUnavailable } from '#platform/database-retry.ts'
import type { Log } from '#platform/log.ts'
import { type SearchSource, SourceError, type SourceId } from '#providers/search-data/port.ts'
import { maxVolumeKeywords, type PlannedRun, returnsSerp } from './call-plan.ts'
import { createColumnsIfBig } from './column-store.ts'
import { rowTypes, type SourceState, type TrendSeries } from './contract.ts'
import { findClusters, findDiscussions, findSerpPages, findTerms, updateClusterVolumes } from './finding-store.ts'
import { inParallel } from './in-parallel.ts'
import { keywordKey } from './normalize-keyword.ts'
import { getOverview } from './report-overview.ts'
import {
  countSections,
  findKeys,
  findRows,
  findTextsWithoutVolume,
  hasVolumes,
  numberRows,
  updateMetrics,
  updatePerformance,
} from './row-store.ts'
import { type Run, updateRun } from './run-store.ts'
import type { ReportSpending } from './spending.ts'
import { findBody } from './store.ts'

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

const volumesPerRequest = 1000
const suggestedTypes = rowTypes.filter((type) => type !== 'idea')
const maxConcurrentRequests = 2

/** The final state of a volume or trend source. */
type Ending = Pick<SourceState, 'state' | 'count' | 'error' | 'error_details' | 'reason'>

/** Resolves to false when the run was cancelled or taken by another worker. */
export async function enrich(run: Run, dependencies: EnrichDependencies, signal: AbortSignal): Promise<boolean> {
  const { db } = dependencies
  const missing: Record<string, string> = {}
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
      await updateClusterVolumes(tx, run)
      const body = await findBody(tx, run.workspaceId, run.id)
      const [counted, topKeywords, topQuestions, discussions, pages, clusters, terms] = [
        await countSections(tx, run),
        await findRows(tx, run, { section: 'keywords', filters: { type: suggestedTypes }, limit: 10 }),
        await findRows(tx, run, { section: 'questions', limit: 10 }),
        await findDiscussions(tx, run),
        await findSerpPages(tx, run),
        await findClusters(tx, run),
        await findTerms(tx, run),
      ]
      if (pages.length === 0) missing.serp = explainMissingSerp(run)
      const overview = getOverview({
        counted,
        otherCounts: {
          discussions: discussions.length,
          serp: pages.length,
          clusters: clusters.length,
          terms: terms.length,
          trend: trend?.points.length ?? 0,
        },
        topKeywords,
        topQuestions,
        difficulty: body?.overview?.difficulty ?? null,
        missing,
        pages,
      })
      return updateRun(tx, run, {
        overview,
        trend,
        missing,
        progress: 0.97,
        sources: run.sources.map((state) => ({ ...state, ...endings.get(state.id) })),
      })
    })
  return retryWhileUnavailable(finish, { signal })
}

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
function explainMissingSerp(run: Run): string {
  const serpStates = run.sources.filter(({ id, state }) => returnsSerp(id) && state !== 'skipped')
  if (serpStates.length === 0)
    return 'No SERP source was used. SERP sources are SearXNG, DataForSEO SERP, SerpApi and Serper.'
  const failed = serpStates.find(({ state }) => state === 'failed')
  return failed?.error ?? 'The SERP sources had no results for this query.'
}

async function addLiveVolumes(
  run: Run,
  dependencies: EnrichDependencies,
  missing: Record<string, string>,
  end: (id: string, ending: Ending) => void,
  signal: AbortSignal,
): Promise<void> {
  const { db, sources, plans, spending, plannedRun, foundNothing } = dependencies
  const known = await hasVolumes(db, run)
  const explain = (sentence: string) => {
    if (!known) missing.volume = sentence
  }
  const chosen = run.sources.find(({ id }) => sources.get(id as SourceId)?.adds === 'volumes')
  const source = chosen && sources.get(chosen.id as SourceId)
  if (!chosen || !source?.volumes) {
    explain(
      'No source with search volumes was used. Select DataForSEO volumes, or import a Keyword Planner, Semrush or Ahrefs file.',
    )
    return
  }
  if (chosen.state === 'skipped' && chosen.reason !== 'budget') return explain(chosen.error ?? 'It wasn’t used.')
  if (chosen.state === 'done') return
  const skip = (error: string) => {
    explain(error)
    end(source.id, { state: 'skipped', count: chosen.count, error })
  }
  if (foundNothing) return skip('Skipped because the other sources found nothing.')
  if (!(await plans.hasLiveVolumes(run.workspaceId)))
    return skip('Live search volumes require the Pro plan or higher, or the search data add-on.')
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
      const numbers = answer.metrics.map((metrics) => ({ ...metrics, key: keywordKey(metrics.text) }))
      await retryWhileUnavailable(() => db.transaction().execute((tx) => updateMetrics(tx, run, numbers)), { signal })
      count += numbers.filter(({ volume }) => volume !== null).length
    } catch (error) {
      if (signal.aborted || isDatabaseUnavailable(error)) throw error
      failure = toSourceError(error, source, run, dependencies, 'Volume lookup failed')
    }
  })
  const failed = failure as SourceError | null
  if (failed) explain(failed.message)
  end(source.id, getEnding(failed, count))
}

/** The trend of the first source that has one for this query. */
async function findTrend(
  run: Run,
  dependencies: EnrichDependencies,
  missing: Record<string, string>,
  end: (id: string, ending: Ending) => void,
  signal: AbortSignal,
): Promise<TrendSeries | null> {
  const { sources, spending, isPlanned, foundNothing } = dependencies
  if (run.isList) return null
  // A retry keeps the stored trend.
  const storedTrend = (await findBody(dependencies.db, run.workspaceId, run.id))?.trend
  if (storedTrend) return storedTrend
  missing.trend = 'No source has interest over time for this query.'
  for (const id of ['dataforseo_trends', 'dataforseo', 'serpapi', 'wikipedia', 'sample'] as const) {
    const source = sources.get(id)
    const state = run.sources.find((one) => one.id === id)
    if (!source?.trend || source.unavailable !== null || !state) continue
    if (source.adds ? state.state === 'skipped' && state.reason !== 'budget' : state.state !== 'done') continue
    const lacking = source.unsupported?.(getLocale(run))
    if (lacking) {
      missing.trend = lacking
      if (source.adds) end(id, { state: 'skipped', count: 0, error: lacking })
      continue
    }
    const paid = source.trendCalls?.() ?? []
    if (paid.some((call) => !isPlanned(call.source, call.endpoint))) continue
    if (foundNothing && paid.length > 0) {
      if (source.adds)
        end(id, { state: 'skipped', count: 0, error: 'Skipped because the other sources found nothing.' })
      continue
    }
    try {
      const trend = await source.trend(run.query, getLocale(run), { signal, fresh: run.fresh, spending })
      const count = trend?.points.length ?? 0
      if (source.adds) end(id, getEnding(null, count))
      if (trend && count > 0) {
        delete missing.trend
        return trend
      }
    } catch (error) {
      if (signal.aborted || isDatabaseUnavailable(error)) throw error
      const failure = toSourceError(error, source, run, dependencies, 'Trend lookup failed')
      missing.trend = failure.message
      if (source.adds) end(id, getEnding(failure, 0))
    }
  }
  return null
}

const getLocale = ({ country, language }: Run) => ({ country, language })

const isPassing = ({ kind }: SourceError) => kind === 'bad_answer' || kind === 'timeout'

function getEnding(failure: SourceError | null, count: number): Ending {
  if (!failure) return { state: 'done', count, error: null }
  const { kind, message: error } = failure
  if (kind === 'budget') return { state: count > 0 ? 'done' : 'skipped', count, error, reason: 'budget' }
  if (kind === 'unsupported') return { state: count > 0 ? 'done' : 'skipped', count, error }
  const details = failure.details ? { error_details: failure.details } : {}
  return { state: count > 0 ? 'done' : 'failed', count, error, ...details }
}

/** Turns any error into this source's failure; only database errors fail the report. */
function toSourceError(
  error: unknown,
  source: SearchSource,
  run: Run,
  { log }: EnrichDependencies,
  message: string,
): SourceError {
  if (error instanceof SourceError) {
    log.warn({ err: error, report_id: run.id }, message)
    return error
  }
  log.error({ err: error, report_id: run.id, source: source.id }, message)
  const sentence = `${source.label} sent a response Earshot couldn’t read. Leave the source out and report the problem.`
  return new SourceError(source.id, 'bad_answer', sentence, { cause: error })
}
