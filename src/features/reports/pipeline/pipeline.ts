import type { Keywords } from '#features/keywords/service.ts'
import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { Log } from '#platform/log.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import type { Stage } from '../contract.ts'
import { type PlannedRun, planCalls } from '../rules/call-plan.ts'
import { ideaSource } from '../rules/questions/ideas.ts'
import { insertColumns, lockIfColumnsOutdated } from '../store/column-store.ts'
import { findAsks, hasFindings } from '../store/finding-store.ts'
import { deleteIdeas } from '../store/row-store.ts'
import { type Run, takeRun, updateRun } from '../store/run-store.ts'
import { findBudget, findPlannedEndpoints, insertBudget } from '../store/spending-store.ts'
import type { TopicMeanings } from '../topics/topic-meanings.ts'
import { analyzeRun } from './analyze-run.ts'
import { collect } from './collect-sources.ts'
import { enrich } from './enrich-rows.ts'
import { type FetchPage, readPages } from './read-pages.ts'
import { createReportSpending } from './spending.ts'

/**
 * The stages of a report, one job each. A stage's result and the next stage's job commit together (a checkpoint), so that a crash
 * repeats at most the unstored part.
 */

export type PipelineDependencies = {
  db: Database
  sources: Map<SourceId, SearchSource>
  keywords: Keywords
  meanings: TopicMeanings
  plans: Plans
  threads: Threads
  signals: Signals
  log: Log
  fetchPage: FetchPage
  /** Enqueues the next stage's job in the transaction. */
  enqueue(tx: Db, stage: Stage, report: ResourceRef): Promise<void>
  /** Called in the transaction that finishes a report. */
  onFinished(tx: Db, report: ResourceRef, error: AppError | null): Promise<void>
}

/** Sources that say nothing about what people search: templates, imports, samples. */
const silentSources: ReadonlySet<string> = new Set(['patterns', 'imported', 'sample'])

export type Pipeline = ReturnType<typeof createPipeline>

export function createPipeline(dependencies: PipelineDependencies) {
  const { db, sources, keywords, plans, signals, enqueue, onFinished } = dependencies

  const perform: Record<
    Exclude<Stage, 'done'>,
    (run: Run, published: () => void, signal: AbortSignal) => Promise<boolean>
  > = {
    collect: async (run, published, signal) =>
      collect(
        run,
        {
          ...dependencies,
          ...(await openBudget(run, signal)),
          onWrite: published,
          readPagesEarly: (stopped) => readPages(run, { ...dependencies, published, early: true }, stopped),
        },
        signal,
      ),
    pages: (run, published, signal) => readPages(run, { ...dependencies, published }, signal),
    analyse: (run, _published, signal) => analyzeRun(run, dependencies, signal),
    enrich: async (run, _published, signal) => {
      const budget = await openBudget(run, signal)
      return enrich(run, { ...dependencies, ...budget, foundNothing: await foundNothing(run) }, signal)
    },
  }

  return {
    /** Runs one stage and enqueues the next. Does nothing when the report is past it. */
    async runStage(stage: Exclude<Stage, 'done'>, report: ResourceRef, signal: AbortSignal) {
      const run = await takeRun(db, report.workspaceId, report.id, stage)
      if (!run) return
      const published = () => signals.publish('report', run.id)
      published()
      const finished = await perform[stage](run, published, signal)
      if (finished) await handOver(run)
      published()
    },

    /** Builds the columns of a big report that was imported or finished by an earlier version. */
    async makeColumns(report: ResourceRef) {
      await db.transaction().execute(async (tx) => {
        const attempt = await lockIfColumnsOutdated(tx, report)
        if (attempt !== null) await insertColumns(tx, report, attempt)
      })
    },

    /** Marks a report as failed after the last retry and refunds its units. */
    async fail(report: ResourceRef, stage: Stage, error: AppError) {
      const run = await takeRun(db, report.workspaceId, report.id, stage)
      if (run) await failRun(run, error)
      signals.publish('report', report.id)
    },
  }

  /** The run's budget. A run from before call plans existed gets its plan now. */
  async function openBudget(run: Run, signal: AbortSignal) {
    const imported = run.importId ? await keywords.find(run.workspaceId, run.importId) : null
    const plannedRun: PlannedRun = { ...run, keywords: run.isList ? run.units : (imported?.keywords ?? 0) }
    await db.transaction().execute((tx) => insertBudget(tx, run, null, planCalls(sources, run.sources, plannedRun)))
    const planned = await findPlannedEndpoints(db, run)
    return {
      spending: createReportSpending(db, run, signal),
      plannedRun,
      maxCostUsd: (await findBudget(db, run))?.max_cost_usd ?? null,
      isPlanned: (source: string, endpoint: string) =>
        planned.some((line) => line.source === source && line.endpoint === endpoint),
    }
  }

  /** Whether the live sources responded without results. */
  async function foundNothing(run: Run): Promise<boolean> {
    if (run.isList) return false
    const answered = await findAsks(db, run)
    if (!answered.some(({ source }) => !silentSources.has(source))) return false
    return !(await hasFindings(db, run, [...silentSources]))
  }

  async function handOver(run: Run) {
    if (run.stage === 'collect') {
      const refusal = await whyFailed(run)
      if (refusal) return failRun(run, refusal)
      if (await ideasAreOff(db, run)) await db.transaction().execute((tx) => deleteIdeas(tx, run))
    }
    const next = nextStage(run)
    const empty = next === 'done' && (await foundNothing(run))
    await db.transaction().execute(async (tx) => {
      const finished = { status: 'done', progress: 1, finished: true, empty, unitsReturned: empty } as const
      const mine = await updateRun(tx, run, { stage: next, ...(next === 'done' ? finished : {}) })
      if (!mine) return
      if (empty) await giveBack(tx, run)
      await (next === 'done' ? onFinished(tx, run, null) : enqueue(tx, next, run))
    })
  }

  async function failRun(run: Run, error: AppError) {
    await db.transaction().execute(async (tx) => {
      const mine = await updateRun(tx, run, {
        status: 'failed',
        error,
        progress: 1,
        finished: true,
        unitsReturned: true,
      })
      if (!mine) return
      await giveBack(tx, run)
      await onFinished(tx, run, error)
    })
  }

  async function giveBack(tx: Db, run: Run) {
    if (!run.payerId || !run.unitsPeriod) return
    await plans.refund(tx, {
      userId: run.payerId,
      tool: run.isList ? 'clusters' : 'reports',
      amount: run.units,
      periodStart: run.unitsPeriod,
    })
  }

  /** A report fails when no live source responded, even if template phrases exist. */
  async function whyFailed(run: Run): Promise<AppError | null> {
    if (run.isList) return null
    const speaking = run.sources.filter(
      (state) => !silentSources.has(state.id) && !sources.get(state.id as SourceId)?.adds,
    )
    if (speaking.length === 0) return null
    const answered = new Set((await findAsks(db, run)).map((ask) => ask.source))
    if (speaking.some((state) => answered.has(state.id))) return null
    return new AppError(
      'upstream_failed',
      'None of the sources responded. Each one’s error says why. Try again, or run a report from an imported file.',
      { reason: 'no_source_responded' },
    )
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

/** Once a live source responded, ideas stay only if they were requested by name. */
async function ideasAreOff(db: Database, run: Run): Promise<boolean> {
  if (run.isList || run.requestedSources?.includes(ideaSource)) return false
  if (!run.sources.some(({ id }) => id === ideaSource)) return false
  return (await findAsks(db, run)).some(({ source }) => !silentSources.has(source))
}
