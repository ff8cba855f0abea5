import type { Threads } from '#platform/threads/worker-threads.ts'
import { maxInlineText } from '../checks/text-stats.ts'
import { createWritingJob, type WritingJob } from '../rules/generation/generation-plan.ts'
import type { BuiltinTexts, JobAnswer, JobTask } from './plan-thread.ts'

/** Plans a generation, in a worker thread if there are pages or a long text to read. @throws AppError; see createWritingJob */
export async function planJob(
  threads: Threads,
  task: JobTask,
): Promise<{ job: WritingJob; texts: BuiltinTexts | null }> {
  const inline = !task.builtin && task.context.pages.length === 0 && task.contentMd.length <= maxInlineText
  const answer = inline
    ? { job: createWritingJob(task.context, task.contentMd, task.request, false), texts: null }
    : await threads.run<JobAnswer>(new URL('./plan-thread.ts', import.meta.url), task, { pool: 'texts' })
  return { job: { ...answer.job, context: task.context }, texts: answer.texts }
}
