import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { Signals } from '#platform/database/notify-signals.ts'
import type { SendEvent } from '#platform/server-sent-events.ts'
import type { BatchStatus } from './contract.ts'
import type { createControls } from './control-batch.ts'
import type { createBatchCreation } from './create-batch.ts'
import { followBatch } from './follow-batch.ts'
import { getBatch, presentHead } from './present-batch.ts'
import { findBatches, findRecentBatches, locateBatch } from './store/batch-store.ts'

export type Batches = ReturnType<typeof createBatches>

type Dependencies = {
  db: Database
  signals: Signals
  create: ReturnType<typeof createBatchCreation>
  controls: ReturnType<typeof createControls>
}

export function createBatches({ db, signals, create, controls }: Dependencies) {
  return {
    ...controls,
    create,
    locate: (workspaceIds: string[], id: string) => locateBatch(db, workspaceIds, id),
    get: (ref: ResourceRef) => getBatch(db, ref),

    async find(workspaceId: string, filter: { status?: BatchStatus; page: number; limit: number }) {
      const { items, total } = await findBatches(db, workspaceId, filter)
      return { items: items.map((row) => presentHead(row)), total, page: filter.page, limit: filter.limit }
    },

    /** Batches that aren't over, and those that ended since then. */
    async getChangesSince(workspaceId: string, since: Date) {
      return (await findRecentBatches(db, workspaceId, since)).map((row) => presentHead(row))
    },

    follow: (ref: ResourceRef, send: SendEvent, signal: AbortSignal) => followBatch({ db, signals }, ref, send, signal),
  }
}
