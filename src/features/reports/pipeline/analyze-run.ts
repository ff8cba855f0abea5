import type { Database } from '#platform/database/database.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { Overview } from '../contract.ts'
import { findBestPages, findFeatures, findSerps, replaceTerms, updatePageTerms } from '../store/finding-store.ts'
import { findRowsToAnalyse, updateAnalysis } from '../store/row-store.ts'
import { type Run, updateRun } from '../store/run-store.ts'
import { addMeaningCost, findBudget } from '../store/spending-store.ts'
import { findBuiltTopics, replaceTopics } from '../store/topic-store.ts'
import { readTexts, type TopicMeanings } from '../topics/topic-meanings.ts'
import type { AnalysisAnswer, AnalysisTask } from './analysis-thread.ts'

/** The third stage: what the rows and pages of a report mean together. */

type Dependencies = { db: Database; threads: Threads; meanings: TopicMeanings }

/** Classifies and groups a run's keywords in a worker thread. False: the run is no longer this worker's. */
export async function analyzeRun(run: Run, dependencies: Dependencies, signal: AbortSignal): Promise<boolean> {
  const { db, threads } = dependencies
  const [parts, pages, serps, features, topics] = await Promise.all([
    findRowsToAnalyse(db, run),
    findBestPages(db, run),
    findSerps(db, run),
    findFeatures(db, run),
    findBuiltTopics(db, run),
  ])
  const serpByText = Object.fromEntries(serps)
  const grouping = await findMeanings(run, parts, serpByText, dependencies, signal)
  const analysis = await threads.run<AnalysisAnswer>(
    new URL('./analysis-thread.ts', import.meta.url),
    {
      query: run.query,
      language: run.language,
      isList: run.isList,
      parts,
      pages: pages.map((page) => ({
        url: page.url,
        domain: page.domain,
        title: page.title,
        words: page.words,
        content: page.content ?? '',
        headings: page.headings ?? [],
      })),
      serps: serpByText,
      features: features.map((feature) => feature.type),
      strictness: run.strictness,
      meanings: grouping?.meanings ?? null,
      topics,
    } satisfies AnalysisTask,
    { signal },
  )
  return db.transaction().execute(async (tx) => {
    // The whole overview follows in the last stage; the difficulty is known only here.
    const overview = { difficulty: analysis.difficulty } as Overview
    if (!(await updateRun(tx, run, { progress: 0.9, overview, meaning: grouping?.about }))) return false
    await updateAnalysis(tx, run, analysis.parts)
    await replaceTopics(tx, run, analysis.clusters)
    await replaceTerms(tx, run, analysis.terms)
    await updatePageTerms(tx, run, analysis.pageTerms)
    return true
  })
}

/** What the keywords mean, where that was asked for and the spending limit allows it. */
async function findMeanings(
  run: Run,
  parts: readonly string[],
  serps: Record<string, string[]>,
  { db, meanings }: Dependencies,
  signal: AbortSignal,
) {
  if (run.meaning === null) return null
  const budget = await findBudget(db, run)
  const limitUsd = budget?.max_cost_usd == null ? null : Math.max(0, budget.max_cost_usd - budget.committed_usd)
  return meanings.find(run.workspaceId, readTexts(parts), serps, {
    ...{ isRequested: true, isPreview: false, limitUsd, signal },
    record: (usd) => addMeaningCost(db, run, usd),
  })
}
