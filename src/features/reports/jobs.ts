import { AppError } from '#kit/errors.ts'
import { type JobDefinition, job } from '#platform/jobs/queue.ts'
import { type Stage, stages } from './contract.ts'
import type { Pipeline } from './pipeline/pipeline.ts'

export type StagePayload = { workspace_id: string; report_id: string }

/** The queue of a stage, or of making the columns of a big report that has none. */
export const stageJob = (stage: Stage | 'columns') => `report-${stage}`

const reportFailed = (id: string, cause: unknown) =>
  new AppError(
    'internal',
    `This report failed because of an error on our side. Try again. If it keeps failing, contact support with report ID ${id}.`,
    { reason: 'report_failed', params: { report_id: id }, cause },
  )

type WorkingStage = Exclude<Stage, 'done'>
const workingStages = stages.filter((stage): stage is WorkingStage => stage !== 'done')

export function reportJobs(pipeline: Pipeline): JobDefinition[] {
  const columns = job<StagePayload>({
    name: stageJob('columns'),
    concurrency: 1,
    work: (payload) => pipeline.makeColumns({ workspaceId: payload.workspace_id, id: payload.report_id }),
  })
  const work = workingStages.map((stage) =>
    job<StagePayload>({
      name: stageJob(stage),
      concurrency: stage === 'analyse' ? 2 : 8,
      retryLimit: 3,
      // A vendor's queue can take hours for a long list; dead workers are detected by their heartbeat.
      expireInSeconds: stage === 'collect' ? 6 * 3600 : 1800,
      async work(payload, { signal, lastAttempt, log }) {
        const report = { workspaceId: payload.workspace_id, id: payload.report_id }
        try {
          await pipeline.runStage(stage, report, signal)
        } catch (error) {
          if (!lastAttempt) throw error
          log.error({ err: error, report_id: report.id }, 'A report failed permanently')
          await pipeline.fail(report, stage, error instanceof AppError ? error : reportFailed(report.id, error))
        }
      },
    }),
  )
  return [...work, columns] as JobDefinition[]
}
