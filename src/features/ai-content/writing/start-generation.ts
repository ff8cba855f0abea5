import { randomUUIDv7 } from 'node:crypto'
import type { Plans, Reservation } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { LanguageModel } from '#providers/language-model/port.ts'
import { maxContentLength } from '../contract.ts'
import { missing } from '../get-document.ts'
import { promptVersion } from '../rules/generation/prompts.ts'
import { insertGeneration, isSecondWriter, isWithoutDocument } from '../store/generation-store.ts'
import { lockDocument } from '../store/store.ts'
import type { GenerationsTable } from '../store/tables.ts'

/** A started generation and its reserved unit. */
export type Started = { id: string; reservation: Reservation }

type GenerationStart = {
  userId: string
  ref: ResourceRef
  kind: GenerationsTable['kind']
  model: LanguageModel | null
}

/**
 * Reserves units and creates generations in one transaction, one unit per generation.
 * @throws AppError limit_…; conflict if the document is being written or has a newer version; not_found if it was deleted
 */
export async function startGenerations(
  { db, plans }: { db: Database; plans: Plans },
  request: GenerationStart & {
    count: number
    /** Version of the text to continue. */
    version?: number
  },
): Promise<Started[]> {
  const { userId, ref, kind, model, count, version } = request
  try {
    return await db.transaction().execute(async (tx) => {
      const taken = await plans.reserve(tx, ref.workspaceId, 'ai', count)
      const reservation = { ...taken, amount: 1 }
      const started = Array.from({ length: count }, () => ({ id: randomUUIDv7(), reservation }))
      for (const { id } of started) {
        const generation = {
          id,
          ref,
          kind,
          ...getWriter(model),
          promptVersion,
          payerId: reservation.userId,
          units: 1,
          unitsPeriod: reservation.periodStart,
          startedBy: userId,
        }
        const writes = kind !== 'more' && kind !== 'edit'
        if (await insertGeneration(tx, generation, { writes, version })) continue
        const present = (await lockDocument(tx, ref)) ?? missing()
        // Someone saved during planning. Writing now would overwrite their text.
        throw new AppError('conflict', 'This document was just saved, perhaps in another tab. Try again.', {
          reason: 'just_saved',
          retryable: true,
          details: { version: present.version },
        })
      }
      return started
    })
  } catch (error) {
    return refuse(error)
  }
}

const getWriter = (model: LanguageModel | null) => ({
  provider: model?.provider ?? 'builtin',
  model: model?.model ?? 'builtin',
})

function refuse(error: unknown): never {
  if (isSecondWriter(error))
    throw new AppError('conflict', 'This document is already being written, perhaps in another tab.', {
      reason: 'being_written',
      retryable: true,
    })
  if (isWithoutDocument(error)) missing()
  throw error
}

/** The text reached the length limit. */
export const tooLongText = () =>
  new AppError(
    'too_large',
    `The text reached the limit of ${maxContentLength.toLocaleString('en')} characters and was saved. Continue in a new document.`,
    { reason: 'document_too_long', params: { max: maxContentLength }, details: { max: maxContentLength } },
  )

export const nothingWritten = () =>
  new AppError('upstream_failed', 'The writer returned nothing. Try again or change the brief.', {
    reason: 'nothing_written',
  })
