import { randomUUIDv7 } from 'node:crypto'
import type { Plans, Reservation } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { Database, HotWrite } from '#platform/database.ts'
import type { LanguageModel } from '#providers/language-model/port.ts'
import { maxContentLength } from './contract.ts'
import { insertGeneration, isSecondWriter, isWithoutDocument, startWriting } from './generation-store.ts'
import { promptVersion } from './prompts.ts'
import { missing } from './service.ts'
import { lockDocument, type ResourceRef } from './store.ts'
import type { GenerationsTable } from './tables.ts'

/** A started generation and its reserved unit. */
export type Started = { id: string; reservation: Reservation }

type GenerationStart = {
  userId: string
  ref: ResourceRef
  kind: GenerationsTable['kind']
  model: LanguageModel | null
}

/**
 * Starts writing a document with one database round trip, because the user is waiting. If that isn't possible, the
 * slower
 * path runs and throws the reason.
 * @param asked.version version of the text to continue
 * @throws AppError as startGenerations
 */
export async function startGeneration(
  { hotWrite, ...dependencies }: { db: Database; hotWrite: HotWrite; plans: Plans },
  request: GenerationStart & { kind: 'document' | 'section' | 'continue'; version: number },
): Promise<Started> {
  const { userId, ref, kind, model, version } = request
  const units = dependencies.plans.getReservationStatement(ref.workspaceId, 'ai', 1)
  if (units) {
    const id = randomUUIDv7()
    const generation = { id, ref, kind, ...getWriter(model), promptVersion, startedBy: userId }
    const started = await startWriting(hotWrite, units, generation, version).catch(refuse)
    if (started) return { id, reservation: units.reservation }
  }
  const [started] = await startGenerations(dependencies, { ...request, count: 1 })
  return started!
}

/**
 * Reserves units and creates generations in one transaction, one unit per generation.
 * @throws AppError limit_…; conflict if the document is being written or has a newer version
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
      if (version !== undefined) {
        const present = (await lockDocument(tx, ref)) ?? missing()
        // Someone saved during planning. Writing now would overwrite their text.
        if (present.version !== version && present.status !== 'writing')
          throw new AppError('conflict', 'This document was just saved, perhaps in another tab. Try again.', {
            reason: 'just_saved',
            retryable: true,
            details: { version: present.version },
          })
      }
      const started = Array.from({ length: count }, () => ({ id: randomUUIDv7(), reservation }))
      for (const { id } of started)
        await insertGeneration(
          tx,
          {
            id,
            ref,
            kind,
            ...getWriter(model),
            promptVersion,
            payerId: reservation.userId,
            units: 1,
            unitsPeriod: reservation.periodStart,
            startedBy: userId,
          },
          { writes: kind !== 'more' && kind !== 'edit' },
        )
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
