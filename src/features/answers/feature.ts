import type { FetchPage } from '#features/reports/pipeline/read-pages.ts'
import type { OwnPages } from '#features/sites/own/own-pages.ts'
import type { Maintenance } from '#features/status/maintenance.ts'
import type { WorkspacesFeature } from '#features/workspaces/feature.ts'
import { createHook } from '#kit/hooks.ts'
import type { Core } from '#platform/core.ts'
import type { Db } from '#platform/database/database.ts'
import type { Feature } from '#platform/feature.ts'
import type { AnswerEngine, EngineId } from '#providers/answer-engines/port.ts'
import { exportAnswers } from './account-export.ts'
import { createCitedPages } from './cited-pages.ts'
import { type AnswersChange, findAnswersChange } from './find-change.ts'
import { answersRoutes } from './routes.ts'
import { type SchedulerDependencies, startScheduler } from './scheduler.ts'
import { createAnswers } from './service.ts'

export type AnswersFeature = ReturnType<typeof createAnswersFeature>

type Dependencies = {
  workspaces: WorkspacesFeature
  engines: Map<EngineId, AnswerEngine>
  /** During maintenance no period starts. */
  maintenance: Maintenance
  fetchPage: FetchPage
  own: OwnPages
}

export function createAnswersFeature(core: Core, { workspaces, engines, maintenance, fetchPage, own }: Dependencies) {
  const { db, rates, signals, threads, log } = core
  const answers = createAnswers({ db, engines, rates, signals })
  const hooks = {
    /** More moved than chance explains. */
    changed: createHook<[tx: Db, change: AnswersChange]>(),
  }
  workspaces.hooks.removing.on(async (tx, workspaceId) => {
    await answers.stopAll(tx, workspaceId)
  })
  return {
    service: answers,
    hooks,
    routes: answersRoutes(answers, createCitedPages({ db, threads, rates, fetchPage, own })),
    accountExport: [exportAnswers(db)],
    async start(options) {
      const isPaused = async () => (await maintenance.current()) !== null
      const onFinished: SchedulerDependencies['onFinished'] = async (tx, watch, period) => {
        const change = await findAnswersChange(tx, watch, period)
        if (change) await hooks.changed.run(tx, change)
      }
      const scheduler = await startScheduler({ db, engines, signals, log, isPaused, onFinished }, options)
      return () => scheduler.stop()
    },
  } satisfies Feature
}
