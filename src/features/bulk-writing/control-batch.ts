import type { BackgroundWriting } from '#features/ai-content/writing/background-writing.ts'
import type { Models } from '#features/ai-content/writing/workspace-model.ts'
import type { Audit } from '#features/audit/service.ts'
import type { Plans } from '#features/plans/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import { workTopic } from './batch-worker.ts'
import type { Batch } from './contract.ts'
import type { FinishBatch } from './finish-batch.ts'
import { batchTopic } from './follow-batch.ts'
import type { FindPrice } from './model-price.ts'
import { getBatch, refuseMissingBatch } from './present-batch.ts'
import { releaseUnits } from './release-units.ts'
import { isOver } from './rules/batch-status.ts'
import { getUnits } from './rules/chain.ts'
import { toNano, toUsd } from './rules/money.ts'
import { findBatchItems, isInOtherBatch, type LockedBatch, lockBatch, setBatchState } from './store/batch-store.ts'
import { cancelItems, requeueItem } from './store/control-store.ts'
import { settleLostCalls } from './store/item-store.ts'

export type Person = { userId: string; email: string; address: string | null }

type Dependencies = {
  db: Database
  plans: Plans
  models: Models
  background: BackgroundWriting
  audit: Audit
  signals: Signals
  findPrice: FindPrice
  finish: FinishBatch
}

/** What people do with a batch: pause, resume, cancel, retry. */
export function createControls(dependencies: Dependencies) {
  const { db, plans, models, background, audit, signals, findPrice } = dependencies

  return {
    pause: (by: Person, ref: ResourceRef) =>
      change(by, ref, 'paused', async (tx, batch) => {
        if (batch.status !== 'queued' && batch.status !== 'running') throw notRunning()
        await setBatchState(tx, ref, { status: 'paused', reason: 'by_hand' })
      }),

    resume: (by: Person, ref: ResourceRef, budgetUsd?: number) =>
      change(by, ref, 'resumed', async (tx, batch) => {
        if (batch.status !== 'paused')
          throw new AppError('conflict', 'This batch isn’t paused.', { reason: 'batch_not_paused' })
        const chosen = await models.chooseWithKey(ref.workspaceId, batch.options.model)
        const price = await findPrice(chosen)
        const budgetNano = getBudget(batch, budgetUsd, price !== null)
        await setBatchState(tx, ref, {
          ...{ status: 'running', reason: null, price },
          ...(budgetNano === null ? {} : { budget_nano: budgetNano }),
          ...{ provider: chosen.model?.provider ?? 'builtin', model: chosen.model?.model ?? 'builtin' },
          model_key: chosen.key,
        })
      }),

    /** Ends a batch. Texts that were begun are kept; everything else is returned. */
    cancel: (by: Person, ref: ResourceRef) =>
      change(by, ref, 'canceled', async (tx, batch) => {
        if (isOver(batch)) throw batchOver()
        for (const item of await findBatchItems(tx, ref)) {
          if (item.status !== 'queued' && item.status !== 'running') continue
          await settleLostCalls(tx, { workspaceId: ref.workspaceId, batchId: ref.id, id: item.id })
          const documentId = item.step === 'article' ? item.document_id : item.brief_id
          if (item.generation_id && documentId) {
            await background.close(tx, { ...ref, id: documentId }, item.generation_id, batchCanceled())
            signals.publish('document', documentId)
          }
          await cancelItems(tx, ref, item.id, await releaseUnits(tx, plans, item))
        }
        await setBatchState(tx, ref, { status: 'cancelled', finished: true })
      }),

    retry: (by: Person, ref: ResourceRef, itemIds?: string[]) =>
      change(by, ref, 'retried', async (tx, batch) => {
        if (batch.status === 'cancelled') throw batchOver()
        const failed = (await findBatchItems(tx, ref)).filter(
          ({ id, status }) => status === 'failed' && (!itemIds || itemIds.includes(id)),
        )
        if (failed.length === 0 || (itemIds && failed.length < new Set(itemIds).size))
          throw new AppError('conflict', 'There’s no failed item to try again.', { reason: 'nothing_to_retry' })
        const units = failed.map(({ step }) => getUnits(batch.chain, step ?? 'score', 1))
        const ai = await plans.reserve(tx, ref.workspaceId, 'ai', sum(units.map((unit) => unit.ai)))
        await plans.reserve(tx, ref.workspaceId, 'humanizer', sum(units.map((unit) => unit.humanizer)))
        const payer = { userId: ai.userId, periodStart: ai.periodStart }
        for (const [index, { id }] of failed.entries()) await requeueItem(tx, ref, { id, payer, units: units[index]! })
        if (isOver(batch)) await setBatchState(tx, ref, { status: 'running' })
      }),
  }

  /** Makes one change of a batch at a time, and tells workers and readers. */
  async function change(
    by: Person,
    ref: ResourceRef,
    action: string,
    make: (tx: Tx, batch: LockedBatch) => Promise<void>,
  ): Promise<{ batch: Batch }> {
    try {
      await db.transaction().execute(async (tx) => {
        const batch = (await lockBatch(tx, ref)) ?? refuseMissingBatch()
        await make(tx, batch)
        await audit.record(tx, {
          actorId: by.userId,
          actorEmail: by.email,
          action: `batch.${action}`,
          subject: batch.name,
          details: { batch_id: ref.id, workspace_id: ref.workspaceId },
          address: by.address,
        })
      })
    } catch (error) {
      if (isInOtherBatch(error)) throw inOtherBatch()
      throw error
    }
    signals.publish(workTopic, 'changed')
    signals.publish(batchTopic, ref.id)
    return { batch: await getBatch(db, ref) }
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)

/** The budget in billionths after a change; null to keep it. @throws AppError invalid_input */
function getBudget(batch: LockedBatch, budgetUsd: number | undefined, isPriced: boolean): number | null {
  if (budgetUsd === undefined) {
    if (batch.budget_nano !== null && !isPriced) throw priceUnknown()
    return null
  }
  if (!isPriced) throw priceUnknown()
  const nano = toNano(budgetUsd)
  if (nano <= batch.spent_nano)
    throw new AppError('invalid_input', `budget_usd must be more than what was spent, ${toUsd(batch.spent_nano)}.`, {
      field: 'budget_usd',
      reason: 'budget_below_spent',
      params: { spent: toUsd(batch.spent_nano) },
    })
  return nano
}

export const priceUnknown = () =>
  new AppError('invalid_input', 'budget_usd needs a known price. Set the model’s price first.', {
    field: 'budget_usd',
    reason: 'price_unknown',
  })

export const inOtherBatch = (title?: string) =>
  new AppError('conflict', `${title ? `“${title}”` : 'An item'} is in another running batch.`, {
    field: 'plan_item_ids',
    reason: 'in_running_batch',
    params: { title: title ?? null },
  })

const notRunning = () => new AppError('conflict', 'This batch isn’t running.', { reason: 'batch_not_running' })
const batchOver = () => new AppError('conflict', 'This batch has ended.', { reason: 'batch_over' })
const batchCanceled = () =>
  new AppError('unavailable', 'The batch was canceled. The text so far was saved.', { reason: 'batch_canceled' })
