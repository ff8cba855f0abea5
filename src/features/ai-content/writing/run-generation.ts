import type { Plans, Reservation } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db, Tx } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { LeasedRuns } from '#platform/jobs/leased-runs.ts'
import type { Log } from '#platform/log.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import { toStoredError } from '#platform/stored-error.ts'
import type { Provenance, RemovedList } from '../contract.ts'
import { findCutEnd, toCutEndNote } from '../rules/generation/cleaning/cut-end.ts'
import { toAppError } from '../rules/generation/model-errors.ts'
import { promptVersion } from '../rules/generation/prompts.ts'
import { type Ended, endGeneration, saveCheckpoint } from '../store/generation-store.ts'
import { type DocumentRow, lockDocument, setState } from '../store/store.ts'
import { createGeneratedText, type GeneratedText } from './generated-text.ts'
import { produceText, type WritingTask } from './produce-text.ts'
import { getRestStatus, interrupted, saveDraft } from './save-generation.ts'

/** A started generation: what to write, into which document, and the reserved unit. */
export type Generation = WritingTask & { id: string; reservation: Reservation; ref: ResourceRef; row: DocumentRow }

/** Called in the transaction that ends a generation which wrote the text to its end. */
export type OnFinished = (tx: Tx, document: ResourceRef, about: { title: string; words: number }) => Promise<void>

type Dependencies = {
  db: Database
  plans: Plans
  signals: Signals
  log: Log
  enqueueScore(tx: Db, ref: ResourceRef): Promise<void>
  onFinished: OnFinished
  runs: LeasedRuns
  gapMs(): number
  getCheckpointGapMs(): number
}

/** Most removed citations and links that are listed. */
const maxRemoved = 100

type Reader = { send: SendEvent; signal: AbortSignal }

/**
 * Writes a generation's text for as long as its reader is connected, and saves it every few seconds (checkpoint) and at
 * the end. The unit is refunded if there's no text.
 * @throws AppError why writing ended early, unless the reader left
 */
export async function runGeneration(dependencies: Dependencies, generation: Generation, reader: Reader): Promise<void> {
  const { db, runs, gapMs, getCheckpointGapMs } = dependencies
  const { ref, job, model } = generation
  const { send } = reader
  const builtin = { provider: 'builtin', model: 'builtin' }
  const text = createGeneratedText(job, model ? { provider: model.provider, model: model.model } : builtin)
  const leaseLost = new AbortController()
  const signal = AbortSignal.any([reader.signal, leaseLost.signal])
  const checkpoints = runs.startHeartbeat({
    async save() {
      const reached = { progress: text.progress, characters: text.made.length }
      const made = text.made === '' ? null : { text: text.whole(), words: text.words() }
      return saveCheckpoint(db, ref, generation.id, reached, made)
    },
    getGapMs: getCheckpointGapMs,
    onLost: () => leaseLost.abort(generationClosed()),
  })
  let failure: unknown = null
  try {
    await produceText({ task: generation, text, send, signal, gapMs })
  } catch (error) {
    failure = error
  }
  await checkpoints.stop()
  const ended = await saveEnd(dependencies, generation, text, { failure, readerSignal: reader.signal })
  if (failure && reader.signal.aborted) return
  if (failure) throw toAppError(failure)
  if (!ended) throw generationClosed()
  const { input, output, cached } = text.tokens
  await send('usage', {
    input_tokens: input,
    output_tokens: output,
    ...(cached === null ? {} : { cached_input_tokens: cached }),
  })
  await send('done', { _id: ref.id, ...ended, removed: toRemovedList(text) })
}

/** What was taken out of the text, for the reader. */
function toRemovedList({ removed }: GeneratedText): RemovedList {
  return {
    claims: removed
      .flatMap((one) => {
        if (one.kind !== 'citation') return []
        const { kind: _, ...claim } = one
        return [claim]
      })
      .slice(0, maxRemoved),
    links: removed
      .flatMap((one) => (one.kind === 'link' ? [{ text: one.text, url: one.url }] : []))
      .slice(0, maxRemoved),
  }
}

/** What was removed from the document's text so far. A text written from scratch has no earlier ones. */
function toStoredRemoved({ row, job }: Generation, text: GeneratedText): Pick<Provenance, 'removed'> {
  const isWhole = job.before === '' && job.after === ''
  const earlier = (isWhole ? null : row.provenance?.removed) ?? { claims: [], links: [] }
  const { claims, links } = toRemovedList(text)
  const removed = {
    claims: [...earlier.claims, ...claims].slice(-maxRemoved),
    links: [...earlier.links, ...links].slice(-maxRemoved),
  }
  return removed.claims.length + removed.links.length > 0 ? { removed } : {}
}

/** Saves how the generation ended. Null if the document or the generation was deleted, or there's no text. */
async function saveEnd(
  { db, plans, signals, log, enqueueScore, onFinished }: Dependencies,
  generation: Generation,
  text: GeneratedText,
  { failure, readerSignal }: { failure: unknown; readerSignal: AbortSignal },
) {
  const { ref } = generation
  const error = failure ? getEndError(failure, readerSignal) : null
  if (failure && !readerSignal.aborted)
    log.warn({ err: failure, document: ref.id, ...text.wrote, saved: text.made.length }, 'Generation ended early')
  const result = await db
    .transaction()
    .execute((tx) => endInTransaction(tx, { plans, enqueueScore, onFinished }, generation, { text, error }))
  signals.publish('document', ref.id)
  return result
}

/**
 * Closes a generation and saves its text as the document's next version, or refunds its unit if there's none.
 * Null if the document or the generation was deleted, or there's no text.
 */
export async function endInTransaction(
  tx: Tx,
  { plans, enqueueScore, onFinished }: Pick<Dependencies, 'plans' | 'enqueueScore' | 'onFinished'>,
  generation: Generation,
  { text, error }: { text: GeneratedText; error: AppError | null },
) {
  const { ref, job } = generation
  const hasText = text.made.trim() !== ''
  const ended: Ended = {
    status: error ? (hasText ? 'cut' : 'failed') : 'done',
    ...text.wrote,
    inputTokens: text.tokens.input,
    outputTokens: text.tokens.output,
    progress: text.progress,
    characters: text.made.length,
    error,
    unitsReturned: !hasText,
  }
  const notes = [...text.notes, ...toCutEndNote(error ? null : findCutEnd(generation.row.template, text.whole()))]
  const provenance: Provenance = {
    ...text.wrote,
    prompt_version: promptVersion,
    ...(text.notes.length > 0 ? { notes: text.notes } : {}),
    ...toStoredRemoved(generation, text),
  }
  const row = await lockDocument(tx, ref)
  if (!row || !(await endGeneration(tx, ref, generation.id, ended))) return null
  if (!hasText) {
    await plans.refund(tx, generation.reservation)
    await setState(tx, ref, { status: getRestStatus(generation.row), error })
    return null
  }
  const saved = { ...row, content_md: text.whole(), citations: [...row.citations, ...text.citations.values()] }
  const state = { status: error ? 'partial' : 'done', error, provenance } as const
  const draft = await saveDraft(tx, saved, { plan: job.outline, state, enqueueScore })
  if (!error) await onFinished(tx, ref, { title: row.title, words: draft.words })
  return { ...draft, notes }
}

const generationClosed = () =>
  new AppError('conflict', 'This generation was closed in the meantime. Reload the document.', {
    reason: 'generation_closed',
  })

/** Why a generation ended early: its reader left, the server shut down, or it failed. */
function getEndError(failure: unknown, readerSignal: AbortSignal): AppError {
  if (!readerSignal.aborted) return toStoredError(toAppError(failure))
  const { reason } = readerSignal
  if (reason instanceof AppError && reason.options.reason === 'server_restarting') return interrupted()
  return new AppError('unavailable', 'Writing was stopped. The text so far was saved.', { reason: 'writing_stopped' })
}
