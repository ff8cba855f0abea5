import { toAppError } from '#features/ai-content/rules/generation/model-errors.ts'
import { AppError } from '#kit/errors.ts'
import { toStoredError } from '#platform/stored-error.ts'
import { getLastingProblem } from './budgeted-model.ts'
import type { ItemStep } from './contract.ts'
import type { ItemDependencies, StepContext } from './dependencies.ts'
import type { FinishBatch } from './finish-batch.ts'
import { batchTopic } from './follow-batch.ts'
import { createHumanizeStep } from './humanize-text.ts'
import { releaseUnits } from './release-units.ts'
import { isPassingFailure } from './rules/passing-failure.ts'
import { BatchPaused, ClaimLost, WorkStopped } from './rules/work-errors.ts'
import { createScoreStep } from './score-item.ts'
import { lockBatch, setBatchState } from './store/batch-store.ts'
import { type Claim, type ClaimedItem, findClaimed, saveClaimed, settleLostCalls } from './store/item-store.ts'
import { createTextStep } from './write-text.ts'

/** How often a step is begun again after failures that may pass. */
const maxAttempts = 4
const firstRetrySeconds = 2

export type RunItem = (claim: Claim, signal: AbortSignal) => Promise<void>

/** Works on a claimed item until it ends, its batch is paused or its claim is lost. */
export function createItemRunner(dependencies: ItemDependencies & { finish: FinishBatch }): RunItem {
  const { db, plans, content, signals, log, finish } = dependencies
  const { background } = content
  const writeText = createTextStep(dependencies)
  const humanize = createHumanizeStep(dependencies)
  const score = createScoreStep(dependencies)
  const steps: Record<ItemStep, (context: StepContext) => Promise<void>> = {
    ...{ outline: writeText, brief: writeText, article: writeText },
    ...{ humanize, score },
  }

  return async function runItem(claim, signal) {
    try {
      for (;;) {
        const item = await findClaimed(db, claim)
        if (!item?.step) return
        if (item.batch_status !== 'running') throw new WorkStopped()
        if (signal.aborted) throw signal.reason
        await steps[item.step]({ claim, item, signal })
        signals.publish(batchTopic, claim.batchId)
        if (item.step === 'score') return
      }
    } catch (error) {
      await settle(claim, signal.aborted ? signal.reason : error)
      signals.publish(batchTopic, claim.batchId)
    }
  }

  /** Decides what an error means for the item. */
  async function settle(claim: Claim, error: unknown) {
    if (error instanceof ClaimLost) return
    const item = await findClaimed(db, claim)
    if (!item) return
    if (error instanceof WorkStopped) return release(claim, item)
    if (error instanceof BatchPaused) return pause(claim, item, error)
    if (isPassingFailure(error) && item.attempts < maxAttempts) {
      const runAfterSeconds = firstRetrySeconds * 2 ** item.attempts
      await db.transaction().execute(async (tx) => {
        await lockBatch(tx, { workspaceId: claim.workspaceId, id: claim.batchId })
        await settleLostCalls(tx, claim)
        await saveClaimed(tx, claim, { status: 'queued', attempts: item.attempts + 1, runAfterSeconds })
      })
      return
    }
    const lasting = getLastingProblem(error)
    if (lasting) return pause(claim, item, new BatchPaused('model_unavailable', toStoredError(lasting)))
    log.warn({ err: error, batch: claim.batchId, item: claim.id, step: item.step }, 'An item of a batch failed')
    await fail(claim, item, toStoredError(toAppError(error)))
  }

  /** The item waits for the batch to go on. While it's paused, its text can be edited. */
  async function release(claim: Claim, item: ClaimedItem) {
    await db.transaction().execute(async (tx) => {
      const batch = await lockBatch(tx, { workspaceId: claim.workspaceId, id: claim.batchId })
      await settleLostCalls(tx, claim)
      const closed = batch?.status === 'paused' ? await closeText(claim, item, tx, batchPaused()) : {}
      await saveClaimed(tx, claim, { status: 'queued', ...closed })
    })
  }

  async function pause(claim: Claim, item: ClaimedItem, { reason, error }: BatchPaused) {
    const ref = { workspaceId: claim.workspaceId, id: claim.batchId }
    await db.transaction().execute(async (tx) => {
      const batch = await lockBatch(tx, ref)
      await settleLostCalls(tx, claim)
      if (batch?.status === 'running') await setBatchState(tx, ref, { status: 'paused', reason, error })
      await saveClaimed(tx, claim, { status: 'queued', ...(await closeText(claim, item, tx, batchPaused())) })
    })
  }

  async function fail(claim: Claim, item: ClaimedItem, error: AppError) {
    const ref = { workspaceId: claim.workspaceId, id: claim.batchId }
    const after = await db.transaction().execute(async (tx) => {
      await lockBatch(tx, ref)
      await settleLostCalls(tx, claim)
      const closed = await closeText(claim, item, tx, error)
      const units = await releaseUnits(tx, plans, item)
      if (!(await saveClaimed(tx, claim, { status: 'failed', error, ...closed, ...units }))) throw new ClaimLost()
      return finish(tx, ref)
    })
    after()
  }

  /** Closes the generation of the step and keeps its text. */
  async function closeText(claim: Claim, item: ClaimedItem, tx: Parameters<typeof lockBatch>[0], error: AppError) {
    if (!item.generation_id) return {}
    const id = item.step === 'article' ? item.document_id : item.brief_id
    const ref = { workspaceId: claim.workspaceId, id: id ?? '' }
    const version = id ? await background.close(tx, ref, item.generation_id, error) : null
    if (id) signals.publish('document', id)
    return { generation_id: null, document_version: version }
  }
}

const batchPaused = () =>
  new AppError('unavailable', 'The batch is paused. The text so far was saved.', { reason: 'batch_paused' })
