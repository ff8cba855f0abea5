import type { Plans } from '#features/plans/service.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import type { Listener } from './contract.ts'
import type { ListenerTokens } from './listener-tokens.ts'
import { refuseMissingListener } from './missing-listener.ts'
import { presentListener } from './present-listener.ts'
import { nextRun } from './rules/next-run.ts'
import { countActive, lockListener, releaseAll, updateListener } from './store/store.ts'

export type PauseListenerDependencies = {
  db: Database
  plans: Plans
  tokens: ListenerTokens
  /** Wakes the scheduler. */
  due(): void
  now(): Date
}

export function createListenerPausing({ db, plans, tokens, due, now }: PauseListenerDependencies) {
  return {
    /** Pausing frees the unit and cancels a run in progress; resuming reserves it again. @throws AppError limit_… */
    async setStatus(ref: ResourceRef, status: 'active' | 'paused'): Promise<Listener> {
      // Refreshes the plan before locking, since an expired plan may pause this and other listeners.
      await plans.refreshPayerIfStale(ref.workspaceId)
      const row = await db.transaction().execute(async (tx) => {
        await plans.lockPayer(tx, ref.workspaceId)
        const before = (await lockListener(tx, ref)) ?? refuseMissingListener()
        const isFirst = before.run_count === 0
        if (before.status === status)
          // A person's pause replaces the plan's pause, so that the listener doesn't resume automatically.
          return before.paused_limit === null ? before : updateListener(tx, ref, { paused_limit: null })
        if (status === 'active') {
          await plans.reserve(tx, ref.workspaceId, 'search_listener', 1)
          const next = nextRun(before.id, before.frequency, now())
          const take = isFirst ? now() : next
          return updateListener(tx, ref, { status, paused_limit: null, next_run_at: next, take_at: take })
        }
        await plans.releaseStock(tx, ref.workspaceId, 'search_listener', 1)
        return updateListener(tx, ref, {
          status,
          next_run_at: null,
          take_at: null,
          by_hand: false,
          running: false,
          attempt: before.attempt + 1,
        })
      })
      if (row.status === 'active') due()
      return presentListener(row, tokens, { secret: true })
    },

    /** Pauses all listeners of a workspace that's being deleted and frees their units. */
    async endAll(tx: Db, workspaceId: string) {
      const active = await countActive(tx, workspaceId)
      if (active > 0) await plans.releaseStock(tx, workspaceId, 'search_listener', active)
      await releaseAll(tx, workspaceId)
    },
  }
}
