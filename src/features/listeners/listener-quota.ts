import type { Plans } from '#features/plans/service.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { nextRun } from './rules/next-run.ts'
import { findStillLeased } from './store/listener-lease-store.ts'
import {
  countOwned,
  findOwnersWithNewLimit,
  lockOwned,
  type OwnedListener,
  pauseListeners,
  resumeListeners,
  updatePausedLimit,
} from './store/listener-quota-store.ts'
import type { ListenerRow } from './store/store.ts'

/** The notification that some listeners were paused because the plan shrank. */
export type PausedAlert = {
  userId: string
  workspaceId: string
  listenerId: string
  keywords: string[]
  paused: number
  limit: number
}

type Dependencies = {
  db: Database
  plans: Plans
  /** Adds the notification in the same transaction. */
  notifyPaused(tx: Db, news: PausedAlert): Promise<void>
  now?: () => Date
}

const tool = 'search_listener'
const ownersPerCleanup = 200

/**
 * Keeps up to as many listeners active as the plan that pays for them allows. A lower limit pauses the newest and stores the
 * reason; a higher one resumes the oldest first. Listeners that people paused stay paused.
 */
export function createListenerQuota({ db, plans, notifyPaused, now = () => new Date() }: Dependencies) {
  return {
    /** Enforces a user's listener limit, in the transaction that changed the plan. Idempotent. */
    async enforce(tx: Db, userId: string) {
      const allowance = await plans.getAllowance(tx, userId, tool)
      const count = await countOwned(tx, userId, allowance)
      if (count.active <= allowance && count.waiting === 0) return
      const owned = await lockOwned(tx, userId)
      const active = owned.filter(({ status }) => status === 'active').toSorted(oldestFirst)
      const waiting = owned.filter(({ status }) => status === 'paused').toSorted(oldestFirst)
      const tooMany = active.slice(allowance)
      // Resumes only when the limit grew: a slot freed by pausing a listener stays free for its owner.
      const returning = waiting
        .filter(({ paused_limit }) => paused_limit !== null && paused_limit < allowance)
        .slice(0, Math.max(0, allowance - active.length))
      if (tooMany.length > 0) {
        await pauseListeners(tx, tooMany.map(toRef), allowance)
        await notifyPaused(tx, toPausedAlert(userId, tooMany, allowance))
      }
      if (returning.length > 0)
        await resumeListeners(
          tx,
          returning.map((one) => ({ ...toRef(one), next: nextRun(one.id, one.frequency, now()) })),
        )
      await updatePausedLimit(tx, waiting.filter((one) => !returning.includes(one)).map(toRef), allowance)
      await plans.adjustStock(tx, userId, tool, returning.length - tooMany.length)
    },

    /**
     * Returns those of the leased listeners that may run. Also enforces the limit of a plan that ended or changed without
     * notice.
     */
    async admit(leased: ListenerRow[]): Promise<ListenerRow[]> {
      const over = await plans.findOverStockPayers([...new Set(leased.map(({ workspace_id }) => workspace_id))], tool)
      if (over.length === 0) return leased
      for (const userId of over) await plans.refresh(userId)
      const stillLeased = await findStillLeased(
        db,
        leased.map((one) => ({ ...toRef(one), attempt: one.attempt })),
      )
      return leased.filter(({ id }) => stillLeased.has(id))
    },

    /** Resumes listeners whose plan's limit was raised for everyone on it. */
    async cleanUp() {
      for (const userId of await findOwnersWithNewLimit(db, ownersPerCleanup)) await plans.refresh(userId)
    },
  }
}

const oldestFirst = (a: OwnedListener, b: OwnedListener) =>
  a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)

const toRef = (one: Pick<OwnedListener, 'workspace_id' | 'id'>): ResourceRef => ({
  workspaceId: one.workspace_id,
  id: one.id,
})

function toPausedAlert(userId: string, paused: OwnedListener[], limit: number): PausedAlert {
  const newest = paused.at(-1)!
  return {
    userId,
    workspaceId: newest.workspace_id,
    listenerId: newest.id,
    keywords: paused.map(({ keyword }) => keyword),
    paused: paused.length,
    limit,
  }
}
