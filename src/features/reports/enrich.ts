import type { Keywords } from '#features/keywords/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { Database } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import { type SearchSource, SourceError, type SourceId } from '#providers/search-data/port.ts'
import { makeColumnsIfBig } from './column-store.ts'
import type { TrendSeries } from './contract.ts'
import { keywordKey } from './dedupe.ts'
import { findClusters, findDiscussions, findSerpPages, findTerms, settleClusters } from './finding-store.ts'
import { overviewOf } from './overview.ts'
import {
  countSections,
  findKeys,
  findRows,
  findTextsWithoutVolume,
  hasVolumes,
  numberRows,
  updateMetrics,
} from './row-store.ts'
import { type Run, updateRun } from './run-store.ts'
import { findBody } from './store.ts'

/** The last stage: volumes where a source has them, the trend, and the summary everything else is opened from. */

export type EnrichDependencies = {
  db: Database
  sources: Map<SourceId, SearchSource>
  keywords: Keywords
  plans: Plans
  log: Log
}

const volumesAtOnce = 1000

/** Resolves to false when the run was cancelled or taken by another worker. */
export async function enrich(run: Run, dependencies: EnrichDependencies, signal: AbortSignal): Promise<boolean> {
  const { db } = dependencies
  const missing: Record<string, string> = {}
  await addImportedNumbers(run, dependencies)
  const [costUsd, trend] = await Promise.all([
    addLiveVolumes(run, dependencies, missing, signal),
    findTrend(run, dependencies, missing, signal),
  ])
  if (signal.aborted) return false
  return db.transaction().execute(async (tx) => {
    await numberRows(tx, run)
    await makeColumnsIfBig(tx, run, run.attempt)
    await settleClusters(tx, run)
    const body = await findBody(tx, run.workspaceId, run.id)
    const [counted, topKeywords, topQuestions, discussions, pages, clusters, terms] = [
      await countSections(tx, run),
      await findRows(tx, run, { section: 'keywords', limit: 10 }),
      await findRows(tx, run, { section: 'questions', limit: 10 }),
      await findDiscussions(tx, run),
      await findSerpPages(tx, run),
      await findClusters(tx, run),
      await findTerms(tx, run),
    ]
    if (pages.length === 0)
      missing.serp = 'No source that answers with result pages was asked: SearXNG, DataForSEO, SerpApi or Serper.'
    const overview = overviewOf({
      counted,
      beside: {
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
      ...(costUsd > 0 ? { addedCostUsd: costUsd } : {}),
    })
  })
}

/** Numbers the workspace imported, for keywords found elsewhere. */
async function addImportedNumbers(run: Run, { db, keywords }: EnrichDependencies) {
  // A report made of one import has its numbers already.
  if (run.importId || !(await keywords.hasAny(run.workspaceId))) return
  const found = await keywords.numbersFor(run.workspaceId, await findKeys(db, run))
  const numbers = found.map(({ key, metrics }) => ({ key, ...metrics }))
  await db.transaction().execute((tx) => updateMetrics(tx, run, numbers))
}

async function addLiveVolumes(
  run: Run,
  { db, sources, plans, log }: EnrichDependencies,
  missing: Record<string, string>,
  signal: AbortSignal,
): Promise<number> {
  const known = await hasVolumes(db, run)
  const explain = (sentence: string) => {
    if (!known) missing.volume = sentence
  }
  const source = [...sources.values()].find((candidate) => candidate.volumes && candidate.unavailable === null)
  if (!source?.volumes || (run.wantedSources && !run.wantedSources.includes(source.id))) {
    explain(
      'No source with search volumes was asked: set up DataForSEO, or import a Keyword Planner, Semrush or Ahrefs file.',
    )
    return 0
  }
  if (!(await plans.hasLiveVolumes(run.workspaceId))) {
    explain('Live search volumes need the search data add-on.')
    return 0
  }
  const without = await findTextsWithoutVolume(db, run)
  let costUsd = 0
  try {
    const batches = Array.from({ length: Math.ceil(without.length / volumesAtOnce) }, (_, index) =>
      without.slice(index * volumesAtOnce, (index + 1) * volumesAtOnce),
    )
    const ask = source.volumes.bind(source)
    // All at once: the adapter paces them as the vendor likes it.
    await Promise.all(
      batches.map(async (batch) => {
        const answer = await ask(batch, { country: run.country, language: run.language }, { signal, fresh: run.fresh })
        costUsd += answer.costUsd ?? 0
        const numbers = answer.metrics.map((metrics) => ({ ...metrics, key: keywordKey(metrics.text) }))
        await db.transaction().execute((tx) => updateMetrics(tx, run, numbers))
      }),
    )
  } catch (error) {
    if (!(error instanceof SourceError)) throw error
    log.warn({ err: error, report_id: run.id }, 'Volumes could not be had')
    explain(error.message)
  }
  return costUsd
}

/** From the first source that has one for this query. */
async function findTrend(
  run: Run,
  { sources, log }: EnrichDependencies,
  missing: Record<string, string>,
  signal: AbortSignal,
): Promise<TrendSeries | null> {
  if (run.isList) return null
  missing.trend = 'No source knows how interest in this query changed.'
  for (const id of ['dataforseo', 'serpapi', 'wikipedia', 'sample'] as const) {
    const source = sources.get(id)
    if (
      !source?.trend ||
      source.unavailable !== null ||
      !run.sources.some((state) => state.id === id && state.state === 'done')
    )
      continue
    try {
      const trend = await source.trend(
        run.query,
        { country: run.country, language: run.language },
        { signal, fresh: run.fresh },
      )
      if (trend && trend.points.length > 0) {
        delete missing.trend
        return trend
      }
    } catch (error) {
      if (!(error instanceof SourceError)) throw error
      log.warn({ err: error, report_id: run.id }, 'A trend could not be had')
      missing.trend = error.message
    }
  }
  return null
}
