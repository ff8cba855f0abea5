/** Plans what a generation writes from a report's pages, and with the built-in writer writes it: long pages take a while. */
import { AppError } from '#kit/errors.ts'
import { builtinWrite } from './builtin-writer.ts'
import type { WritingContext } from './writing-context.ts'
import { type Asked, type WritingJob, writingJob } from './writing-job.ts'

export type JobTask = { context: WritingContext; contentMd: string; asked: Asked; builtin: boolean }
/** `texts`: the built-in writer's pieces, a list a step. */
export type JobAnswer = { job: Omit<WritingJob, 'context'>; texts: string[][] | null }

export default function plan({ context, contentMd, asked, builtin }: JobTask): JobAnswer {
  try {
    const { context: _, ...job } = writingJob(context, contentMd, asked, builtin)
    return { job, texts: builtin ? job.steps.map(({ step }) => [...builtinWrite(context, step)]) : null }
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}
