/**
 * Plans a generation in a worker thread, and writes it if the built-in writer is used, because long pages take a while.
 */
import { AppError } from '#kit/errors.ts'
import {
  builtinWrite,
  getDraftNote,
  type NothingToWrite,
  nothingToWrite,
} from '../rules/builtin-writer/builtin-writer.ts'
import type { WritingContext } from '../rules/generation/generation-context.ts'
import { createWritingJob, type GenerationRequest, type WritingJob } from '../rules/generation/generation-plan.ts'

export type JobTask = { context: WritingContext; contentMd: string; request: GenerationRequest; builtin: boolean }
export type JobAnswer = { job: Omit<WritingJob, 'context'>; texts: BuiltinTexts | null }
/** `pieces`: the built-in writer's output, one list per step. `nothing`: why no step has content, null if one has. */
export type BuiltinTexts = { pieces: string[][]; nothing: NothingToWrite | null }

export default function plan({ context, contentMd, request, builtin }: JobTask): JobAnswer {
  try {
    const { context: _, ...job } = createWritingJob(context, contentMd, request, builtin)
    return { job, texts: builtin ? builtinTexts(context, job.steps) : null }
  } catch (error) {
    throw error instanceof AppError ? error.toBody() : error
  }
}

function builtinTexts(context: WritingContext, steps: WritingJob['steps']): BuiltinTexts {
  let hasContent = false
  const pieces = steps.map(({ step }) => {
    const list: string[] = []
    const blocks = builtinWrite(context, step)
    let next = blocks.next()
    for (; !next.done; next = blocks.next()) list.push(next.value)
    hasContent ||= next.value
    return list
  })
  if (hasContent && steps.length > 1) pieces.at(-1)!.push(`\n\n${getDraftNote(context, pieces.flat().join(' '))}`)
  return { pieces, nothing: hasContent ? null : nothingToWrite(context) }
}
