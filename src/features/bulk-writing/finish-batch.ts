import type { BackgroundWriting } from '#features/ai-content/writing/background-writing.ts'
import type { Notifications } from '#features/notifications/service.ts'
import type { AfterCommit, Hook } from '#kit/hooks.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Tx } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { Queue } from '#platform/jobs/queue.ts'
import type { Log } from '#platform/log.ts'
import type { Threads } from '#platform/threads/worker-threads.ts'
import { batchEmailJob } from './jobs.ts'
import type { BatchOverlap } from './rules/batch-records.ts'
import type { Article } from './rules/overlaps.ts'
import { findBatch, findBatchItems, saveOverlaps } from './store/batch-store.ts'
import { endBatchIfDone } from './store/item-store.ts'

/** Called in the transaction that ends an item. Returns what to do after the commit. */
export type FinishBatch = (tx: Tx, ref: ResourceRef) => Promise<AfterCommit>

export type BatchDone = { batchId: string; name: string; done: number; failed: number }
export type BatchDoneHook = Hook<[tx: Tx, workspaceId: string, batch: BatchDone]>

type Dependencies = {
  background: BackgroundWriting
  notifications: Notifications
  queue: Queue
  signals: Signals
  threads: Threads
  log: Log
  batchDone: BatchDoneHook
}

/** Ends a batch with its last item: compares its articles, and tells who created it and who listens. */
export function createFinish(dependencies: Dependencies): FinishBatch {
  const { background, notifications, queue, signals, threads, log, batchDone } = dependencies

  return async (tx, ref) => {
    if (await endBatchIfDone(tx, ref)) await reportEnd(tx, ref)
    return () => signals.publish('writing-batch', ref.id)
  }

  async function reportEnd(tx: Tx, ref: ResourceRef) {
    const { workspaceId } = ref
    await saveOverlaps(tx, ref, await compare(tx, ref))
    const batch = (await findBatch(tx, ref))!
    const { done, failed } = batch.sums
    const summary = { batchId: ref.id, name: batch.name, done, failed }
    if (batch.created_by) {
      await notifications.notifyBatch(tx, { ...summary, userId: batch.created_by, workspaceId })
      await queue.send(tx, batchEmailJob, { workspace_id: workspaceId, batch_id: ref.id, user_id: batch.created_by })
    }
    await batchDone.run(tx, workspaceId, summary)
  }

  /** Articles that compete. A comparison that fails doesn't hold up the batch. */
  async function compare(tx: Tx, ref: ResourceRef): Promise<BatchOverlap[]> {
    const items = await findBatchItems(tx, ref)
    const written = items.flatMap(({ status, document_id, ...item }) =>
      status === 'done' && document_id ? [{ ...item, documentId: document_id }] : [],
    )
    const texts = await background.readTexts(
      tx,
      ref.workspaceId,
      written.map(({ documentId }) => documentId),
    )
    const articles = written.map(
      ({ id, title, input, documentId }): Article => ({
        ...{ id, title, keywords: input.keywords ?? [] },
        text: texts.get(documentId) ?? '',
      }),
    )
    if (articles.length < 2) return []
    try {
      const thread = new URL('./overlaps-thread.ts', import.meta.url)
      return await threads.run<BatchOverlap[]>(thread, articles, { turn: ref.workspaceId })
    } catch (err) {
      log.warn({ err, batch: ref.id }, 'Articles of a batch could not be compared')
      return []
    }
  }
}
