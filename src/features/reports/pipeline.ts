import type { Keywords } from '#features/keywords/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { Database, Db } from '#platform/database.ts'
import type { Log } from '#platform/log.ts'
import type { Signals } from '#platform/signals.ts'
import type { Threads } from '#platform/threads.ts'
import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import type { AnalysisAnswer, AnalysisTask } from './analysis-thread.ts'
import { collect } from './collect.ts'
import { insertColumns, lockWithoutColumns } from './column-store.ts'
import type { Overview, Stage } from './contract.ts'
import { enrich } from './enrich.ts'
import {
  findAsks,
  findBestPages,
  findFeatures,
  findSerps,
  replaceClusters,
  replaceTerms,
  updatePageTerms,
} from './finding-store.ts'
import { type FetchPage, readPages } from './read-pages.ts'
import { findRowsToAnalyse, updateAnalysis } from './row-store.ts'
import { type Run, takeRun, updateRun } from './run-store.ts'

/**
 * The stages of a report. Each is a job; what a stage finished and the job for the next commit together, so that a kill
 * at any point repeats at most what was not yet stored.
 */

export type PipelineDependencies = {
  db: Database
  sources: Map<SourceId, SearchSource>
  keywords: Keywords
  plans: Plans
  threads: Threads
  signals: Signals
  log: Log
  fetchPage: FetchPage
  /** Puts the next stage's job in with the transaction. */
  enqueue(tx: Db, stage: Stage, report: { workspaceId: string; id: string }): Promise<void>
}

/** Sources that propose or repeat: they answer nothing about what people search. */
const silentSources = new Set(['patterns', 'imported', 'sample'])

export type Pipeline = ReturnType<typeof createPipeline>

export function createPipeline(dependencies: PipelineDependencies) {
  const { db, plans, threads, signals, enqueue } = dependencies

  const perform: Record<
    Exclude<Stage, 'done'>,
    (run: Run, published: () => void, signal: AbortSignal) => Promise<boolean>
  > = {
    collect: (run, published, signal) =>
      collect(
        run,
        {
          ...dependencies,
          published,
          readPagesEarly: (stopped) => readPages(run, { ...dependencies, published, early: true }, stopped),
        },
        signal,
      ),
    pages: (run, published, signal) => readPages(run, { ...dependencies, published }, signal),
    analyse: (run, _published, signal) => analyseRun(run, signal),
    enrich: (run, _published, signal) => enrich(run, dependencies, signal),
  }

  return {
    /** Runs one stage to its end and hands over to the next. Does nothing when the report is past it. */
    async runStage(stage: Exclude<Stage, 'done'>, report: { workspaceId: string; id: string }, signal: AbortSignal) {
      const run = await takeRun(db, report.workspaceId, report.id, stage)
      if (!run) return
      const published = () => signals.publish('report', run.id)
      published()
      const finished = await perform[stage](run, published, signal)
      if (finished) await handOver(run)
      published()
    },

    /** For a big report that was finished elsewhere, or before there were columns. */
    async makeColumns(report: { workspaceId: string; id: string }) {
      await db.transaction().execute(async (tx) => {
        const attempt = await lockWithoutColumns(tx, report)
        if (attempt !== null) await insertColumns(tx, report, attempt)
      })
    },

    /** A stage that failed for good: the report says so, and its units go back if it has nothing to show. */
    async fail(report: { workspaceId: string; id: string }, stage: Stage, sentence: string) {
      const run = await takeRun(db, report.workspaceId, report.id, stage)
      if (run) await failRun(run, sentence)
      signals.publish('report', report.id)
    },
  }

  async function handOver(run: Run) {
    if (run.stage === 'collect') {
      const refusal = await whyFailed(run)
      if (refusal) return failRun(run, refusal)
    }
    const next = nextStage(run)
    await db.transaction().execute(async (tx) => {
      const mine = await updateRun(
        tx,
        run,
        next === 'done' ? { stage: next, status: 'done', progress: 1, finished: true } : { stage: next },
      )
      if (mine && next !== 'done') await enqueue(tx, next, run)
    })
  }

  async function failRun(run: Run, sentence: string) {
    await db.transaction().execute(async (tx) => {
      const mine = await updateRun(tx, run, {
        status: 'failed',
        error: sentence,
        progress: 1,
        finished: true,
        unitsReturned: true,
      })
      if (!mine || !run.payerId || !run.unitsPeriod) return
      await plans.giveBack(tx, {
        userId: run.payerId,
        tool: run.isList ? 'clusters' : 'reports',
        amount: run.units,
        periodStart: run.unitsPeriod,
      })
    })
  }

  /** A report that none of its real sources answered has failed, whatever phrase patterns proposed. */
  async function whyFailed(run: Run): Promise<string | null> {
    if (run.isList) return null
    const speaking = run.sources.filter((state) => !silentSources.has(state.id))
    if (speaking.length === 0) return null
    const answered = new Set((await findAsks(db, run)).map((ask) => ask.source))
    if (speaking.some((state) => answered.has(state.id))) return null
    return 'None of the sources answered. See beside each why; then try again, or make a report from an imported file.'
  }

  async function analyseRun(run: Run, signal: AbortSignal): Promise<boolean> {
    const [parts, pages, serps, features] = await Promise.all([
      findRowsToAnalyse(db, run),
      findBestPages(db, run),
      findSerps(db, run),
      findFeatures(db, run),
    ])
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
        serps: Object.fromEntries(serps),
        features: features.map((feature) => feature.type),
      } satisfies AnalysisTask,
      { signal },
    )
    return db.transaction().execute(async (tx) => {
      // The whole overview follows in the last stage; the difficulty is known only here.
      const overview = { difficulty: analysis.difficulty } as Overview
      if (!(await updateRun(tx, run, { progress: 0.9, overview }))) return false
      await updateAnalysis(tx, run, analysis.parts)
      await replaceClusters(tx, run, analysis.clusters)
      await replaceTerms(tx, run, analysis.terms)
      await updatePageTerms(tx, run, analysis.pageTerms)
      return true
    })
  }
}

function nextStage({ stage }: Run): Stage {
  const next: Record<Stage, Stage> = {
    collect: 'pages',
    pages: 'analyse',
    analyse: 'enrich',
    enrich: 'done',
    done: 'done',
  }
  return next[stage]
}
