import { AppError } from '#kit/errors.ts'
import type { Database, Db } from '#platform/database/database.ts'
import { isStale } from './present-plan.ts'
import type { RecalculatePlan } from './recalculate-plan.ts'
import { findPayer, lockWorkspaceShared } from './store/store.ts'

type Dependencies = { db: Database; recalculatePlan: RecalculatePlan; now(): Date }

export type Payers = ReturnType<typeof createPayers>

/** A workspace's payer is its owner: work there takes units from the owner's plan. */
export function createPayers({ db, recalculatePlan, now }: Dependencies) {
  return { getPayer, lockPayer, lockAndGetPayer }

  /** The workspace's payer, with the plan recalculated if it is stale. @throws AppError not_found */
  async function getPayer(at: Db, workspaceId: string) {
    const payer = await findPayer(at, workspaceId)
    if (!payer) throw noWorkspace()
    if (!isStale(payer, now())) return payer
    if (at.isTransaction) await recalculatePlan(at, payer.user_id)
    else await db.transaction().execute((tx) => recalculatePlan(tx, payer.user_id))
    return (await findPayer(at, workspaceId)) ?? payer
  }

  /**
   * Locks the workspace against deletion and transfer until the transaction ends, so that units are taken from the plan of
   * the owner at commit. @throws AppError not_found
   */
  async function lockPayer(tx: Db, workspaceId: string) {
    if (!(await lockWorkspaceShared(tx, workspaceId))) throw noWorkspace()
  }

  /** Both in one query, unless the workspace was transferred or deleted while that waited for the lock. */
  async function lockAndGetPayer(tx: Db, workspaceId: string) {
    const payer = await findPayer(tx, workspaceId, { lock: true })
    if (payer && !isStale(payer, now())) return payer
    await lockPayer(tx, workspaceId)
    return getPayer(tx, workspaceId)
  }
}

const noWorkspace = () => new AppError('not_found', 'This workspace doesn’t exist.', { reason: 'workspace_missing' })
