import type { Database, Tx } from '#platform/database/database.ts'
import { findUnmeasured } from './store/list-store.ts'

type ItemRef = { workspaceId: string; planId: string; id: string }

/** Changes one item because of work done elsewhere. */
export type ChangeItem = (tx: Tx, item: ItemRef, fields: object) => Promise<void>

/** Whether a published item does what it was planned for is known to other features: from Search Console, or from an outcome. */
export const createMeasuring = (db: Database, changeItem: ChangeItem) => ({
  /** Items published before then that aren't measured yet, with the addresses of their pages. */
  findUnmeasured: (workspaceId: string, before: Date) => findUnmeasured(db, workspaceId, before),

  /** It's known how these items' pages do since they were published. */
  async itemsMeasured(workspaceId: string, items: readonly { plan_id: string; id: string }[]) {
    for (const { plan_id: planId, id } of items)
      await db.transaction().execute((tx) => changeItem(tx, { workspaceId, planId, id }, { state: 'measured' }))
  },
})
