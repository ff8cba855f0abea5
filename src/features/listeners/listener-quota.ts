import type { Plans } from '#features/plans/service.ts'
import type { Database, Db } from '#platform/database.ts'
import { findStillTaken } from './listener-lease-store.ts'
import {
  countHeld,
  findOutgrown,
  type Held,
  keepWaiting,
  letGoOn,
  lockHeld,
  pauseHeld,
} from './listener-quota-store.ts'
import { nextRun } from './next-run.ts'
import type { ListenerRow, Place } from './store.ts'

/** What a person is told when their plan has no room any more for some of their listeners. */
export type PausedNews = {
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
  /** Puts it in with the transaction that pauses. */
  tell(tx: Db, news: PausedNews): Promise<void>
  now?: () => Date
}

export type ListenerRoom = ReturnType<typeof createListenerRoom>

const tool = 'search_listener'
const lookedAtOnce = 200

/**
 * Keeps as many listeners active as the plan that pays for them allows. When it allows fewer than there are, the newest pause and
 * say why; when it allows more again, they go on, the oldest first. Those that people paused stay as they are.
 */
export function createListenerRoom({ db, plans, tell, now = () => new Date() }: Dependencies) {
  return {
    /** Makes a person's listeners fit their plan, in the transaction that decided it. Doing it again changes nothing. */
    async fit(tx: Db, userId: string) {
      const allowance = await plans.getAllowance(tx, userId, tool)
      const count = await countHeld(tx, userId, allowance)
      if (count.active <= allowance && count.waiting === 0) return
      const held = await lockHeld(tx, userId)
      const active = held.filter(({ status }) => status === 'active').toSorted(oldestFirst)
      const waiting = held.filter(({ status }) => status === 'paused').toSorted(oldestFirst)
      const tooMany = active.slice(allowance)
      // Room that somebody made by pausing another is theirs to fill: only a plan that grew lets listeners go on by itself.
      const returning = waiting
        .filter(({ paused_limit }) => paused_limit !== null && paused_limit < allowance)
        .slice(0, Math.max(0, allowance - active.length))
      if (tooMany.length > 0) {
        await pauseHeld(tx, tooMany.map(toLocale), allowance)
        await tell(tx, getNews(userId, tooMany, allowance))
      }
      if (returning.length > 0)
        await letGoOn(
          tx,
          returning.map((one) => ({ ...toLocale(one), next: nextRun(one.id, one.frequency, now()) })),
        )
      await keepWaiting(tx, waiting.filter((one) => !returning.includes(one)).map(toLocale), allowance)
      await plans.adjustStock(tx, userId, tool, returning.length - tooMany.length)
    },

    /**
     * Of listeners that were just taken those that may run. A plan that ended unnoticed, or whose numbers were changed, is looked
     * at here at the latest.
     */
    async admit(taken: ListenerRow[]): Promise<ListenerRow[]> {
      const over = await plans.findOverStockPayers([...new Set(taken.map(({ workspace_id }) => workspace_id))], tool)
      if (over.length === 0) return taken
      for (const userId of over) await plans.refresh(userId)
      const still = await findStillTaken(
        db,
        taken.map((one) => ({ ...toLocale(one), attempt: one.attempt })),
      )
      return taken.filter(({ id }) => still.has(id))
    },

    /** Lets those go on whose plan was given more room, for everybody on it at once, without being decided anew. */
    async sweep() {
      for (const userId of await findOutgrown(db, lookedAtOnce)) await plans.refresh(userId)
    },
  }
}

const oldestFirst = (a: Held, b: Held) => a.created_at.getTime() - b.created_at.getTime() || (a.id < b.id ? -1 : 1)

const toLocale = (one: Pick<Held, 'workspace_id' | 'id'>): Place => ({ workspaceId: one.workspace_id, id: one.id })

function getNews(userId: string, paused: Held[], limit: number): PausedNews {
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
