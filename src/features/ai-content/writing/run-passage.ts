import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Log } from '#platform/log.ts'
import { toStoredError } from '#platform/stored-error.ts'
import type { LanguageModel } from '#providers/language-model/port.ts'
import { toAppError } from '../rules/generation/model-errors.ts'
import { type Ended, endGeneration } from '../store/generation-store.ts'
import { nothingWritten, type Started } from './start-generation.ts'

export type EditOutput = {
  text: string
  /** Links that the model invented, which aren't in the text. */
  links: { text: string; url: string }[]
  inputTokens: number | null
  outputTokens: number | null
  wrote: { provider: string; model: string } | null
}

/** Runs one generation to its end and stores how it ended; its unit is refunded when it produced no text. */
export async function runPassage(
  { db, plans, log }: { db: Database; plans: Plans; log: Log },
  ref: ResourceRef,
  { id, reservation }: Started,
  {
    model,
    original = null,
  }: {
    model: LanguageModel | null
    /** The original passage: a model that returns it unchanged has failed. */
    original?: string | null
  },
  produce: (output: EditOutput) => Promise<void>,
): Promise<EditOutput> {
  const output: EditOutput = { text: '', links: [], inputTokens: null, outputTokens: null, wrote: null }
  let failure: unknown = null
  let repeated = false
  try {
    await produce(output)
    repeated = output.text.trim() !== '' && output.text.trim() === original?.trim()
    if (repeated)
      throw new AppError(
        'upstream_failed',
        'The model returned the passage unchanged. The credit was refunded. Try again, or add an instruction.',
        { reason: 'passage_unchanged' },
      )
    if (output.text.trim() === '') throw nothingWritten()
  } catch (error) {
    failure = toAppError(error)
    log.warn({ err: error, document: ref.id, provider: model?.provider, model: model?.model }, 'Passage edit failed')
  }
  const hasText = output.text.trim() !== '' && !repeated
  const ended: Ended = {
    status: failure ? (hasText ? 'cut' : 'failed') : 'done',
    ...output.wrote,
    inputTokens: output.inputTokens,
    outputTokens: output.outputTokens,
    output: hasText ? output.text : null,
    progress: failure ? 0 : 1,
    characters: output.text.length,
    error: failure ? toStoredError(failure) : null,
    unitsReturned: !hasText,
  }
  await db.transaction().execute(async (tx) => {
    if ((await endGeneration(tx, ref, id, ended)) && !hasText) await plans.refund(tx, reservation)
  })
  if (failure) throw failure
  return output
}
