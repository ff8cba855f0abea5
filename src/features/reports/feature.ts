import type { KeywordMeanings } from '#features/keywords/meanings.ts'
import type { Keywords } from '#features/keywords/service.ts'
import type { Plans } from '#features/plans/service.ts'
import type { WorkspacesFeature } from '#features/workspaces/feature.ts'
import type { AppError } from '#kit/errors.ts'
import { createHook } from '#kit/hooks.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Core } from '#platform/core.ts'
import type { Db } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import type { SearchSource, SourceId } from '#providers/search-data/port.ts'
import { isSampleTopic, samplePage } from '#providers/search-data/sample.ts'
import { exportReports } from './account-export.ts'
import type { Stage } from './contract.ts'
import { createDemoReports } from './demo/demo-report.ts'
import { createReportExports } from './export/export-report.ts'
import { reportJobs, stageJob } from './jobs.ts'
import { createOutlines } from './outlines.ts'
import type { OwnSites } from './own-figures.ts'
import { createPageFetcher } from './pages/page-fetch.ts'
import { createRobotsReader } from './pages/page-reader.ts'
import { deleteExpiredAnswers } from './pipeline/answer-cache.ts'
import { createPipeline } from './pipeline/pipeline.ts'
import { createReportReader } from './report-reader.ts'
import { reportsRoutes } from './routes.ts'
import { createReports } from './service.ts'
import { createTopicMeanings } from './topics/topic-meanings.ts'

const demoRate = { max: 30, windowSeconds: 3600 }

type Dependencies = {
  plans: Plans
  keywords: Keywords & { meanings: KeywordMeanings }
  workspaces: WorkspacesFeature
  sources: Map<SourceId, SearchSource>
  /** New keywords that listeners found. */
  countNew: Parameters<typeof createReports>[0]['countNew']
  own: OwnSites
}

export type ReportsFeature = ReturnType<typeof createReportsFeature>

export function createReportsFeature(core: Core, dependencies: Dependencies) {
  const { config, db, replica, queue, signals, threads, rates, log, outbound } = core
  const { plans, keywords, workspaces, sources, countNew, own } = dependencies
  const pages = createPageFetcher({
    fetch: outbound.fetch,
    readRobots: createRobotsReader(threads),
    // Real sites get a pause between two pages; doubles and intranets need none.
    perHostSpacingMs: config.OUTBOUND_ALLOW.length > 0 ? 0 : 500,
  })
  const fetchPage: typeof pages.fetchPage = async (url, options) => {
    const html = samplePage(url)
    return html === null
      ? pages.fetchPage(url, options)
      : { ok: true, url, status: 200, contentType: 'text/html; charset=utf-8', bytes: new TextEncoder().encode(html) }
  }
  const enqueue = (tx: Db, stage: Stage | 'columns', report: ResourceRef) =>
    queue.send(tx, stageJob(stage), { workspace_id: report.workspaceId, report_id: report.id })
  const hooks = {
    /** A report is done or failed, in the transaction that says so. */
    finished: createHook<[tx: Db, report: ResourceRef, error: AppError | null]>(),
  }
  const reports = createReports({
    db,
    read: createReportReader({ db, replica }),
    plans,
    keywords,
    sources,
    signals,
    threads,
    enqueue,
    countNew,
    own,
  })
  const exports = createReportExports({ reports, threads })
  const demo = createDemoReports({
    sources,
    isSampleTopic,
    fetchPage,
    threads,
    countOrRefuse: (address) => rates.countAddress('demo', address, demoRate),
  })
  const pipeline = createPipeline({
    db,
    sources,
    keywords,
    meanings: createTopicMeanings(keywords),
    plans,
    threads,
    signals,
    log,
    fetchPage,
    enqueue,
    onFinished: async (tx, report, error) => void (await hooks.finished.run(tx, report, error)),
  })
  workspaces.hooks.removing.on((tx, workspaceId) => reports.endAll(tx, workspaceId))
  const feature = {
    service: reports,
    hooks,
    routes: reportsRoutes({ reports, exports, demo, outlines: createOutlines({ db }) }),
    jobs: reportJobs(pipeline),
    cleanup: [() => reports.cleanUp(), () => deleteExpiredAnswers(db)],
    accountExport: [exportReports(db, { reports, exports })],
  } satisfies Feature
  return { ...feature, exports, fetchPage }
}
