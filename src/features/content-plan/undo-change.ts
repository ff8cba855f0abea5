import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Tx } from '#platform/database/database.ts'
import { refuseMissingPlan } from './get-plan.ts'
import { withPlanKeys } from './renew-plan-keys.ts'
import type { ItemRecord, LinkRecord, PlanBefore } from './rules/plan-records.ts'
import { findChange, findExisting, insertChange } from './store/change-store.ts'
import {
  deleteItems,
  deleteKeywords,
  deleteLinks,
  findItemRecords,
  findKeywordRecords,
  findLinks,
  upsertItems,
  upsertKeywords,
  upsertLinks,
} from './store/item-store.ts'
import { bumpPlan, findPlanName, lockPlan } from './store/plan-store.ts'
import { staleVersion } from './update-plan.ts'

/**
 * Undoes the change that made `version`, which has to be the current one. What it restores is stored as before, so undoing again
 * repeats the change.
 * @throws AppError not_found; conflict when the plan changed since, or there is nothing to undo
 */
export async function undoChange(tx: Tx, ref: ResourceRef, { version, userId }: { version: number; userId: string }) {
  const locked = (await lockPlan(tx, ref)) ?? refuseMissingPlan()
  if (locked.version !== version) throw staleVersion(locked.version)
  const stored = await findChange(tx, ref, version)
  if (!stored) throw new AppError('conflict', 'There is nothing to undo.', { reason: 'nothing_to_undo' })
  const change = await withPlanKeys(tx, ref, stored, locked.language)
  const before = await readPresent(tx, ref, change)
  const items = await withoutMissing(tx, ref, change.items)
  await upsertItems(tx, ref, items)
  await upsertKeywords(tx, ref, change.keywords)
  await deleteKeywords(tx, ref, change.addedKeys)
  await deleteItems(tx, ref, change.added)
  await restoreLinks(tx, ref, change)
  const next = await bumpPlan(tx, ref, change.name ?? undefined)
  await insertChange(tx, ref, { version: next, before, userId })
}

/** What undoing replaces: the mirror image of the change. */
async function readPresent(tx: Tx, ref: ResourceRef, change: PlanBefore): Promise<PlanBefore> {
  const ids = [...change.items.map(({ id }) => id), ...change.added]
  const keys = [...change.keywords.map(({ key }) => key), ...change.addedKeys]
  const items = await findItemRecords(tx, ref, ids)
  const present = new Set(items.map(({ id }) => id))
  const keywords = await findKeywordRecords(tx, ref, { keys })
  const presentKeys = new Set(keywords.map(({ key }) => key))
  return {
    name: change.name === null ? null : await findPlanName(tx, ref),
    items,
    added: change.items.map(({ id }) => id).filter((id) => !present.has(id)),
    keywords,
    addedKeys: change.keywords.map(({ key }) => key).filter((key) => !presentKeys.has(key)),
    links: (
      await findLinks(tx, ref, change.linkedItems === 'all' ? undefined : [...change.linkedItems, ...change.added])
    ).map(({ from, to, anchor, state }): LinkRecord => ({ from_id: from, to_id: to, anchor, state })),
    linkedItems: change.linkedItems === 'all' ? 'all' : [...change.linkedItems, ...change.added],
  }
}

/** Documents and members may have gone since. */
async function withoutMissing(tx: Tx, { workspaceId }: ResourceRef, items: readonly ItemRecord[]) {
  const named = items.flatMap(({ owner_id, document_id, brief_id }) =>
    [owner_id, document_id, brief_id].filter((id) => id !== null),
  )
  const existing = await findExisting(tx, workspaceId, named)
  const orNull = (id: string | null) => (id !== null && existing.has(id) ? id : null)
  return items.map((item) => ({
    ...item,
    owner_id: orNull(item.owner_id),
    document_id: orNull(item.document_id),
    brief_id: orNull(item.brief_id),
  }))
}

async function restoreLinks(tx: Tx, ref: ResourceRef, { links, linkedItems }: PlanBefore) {
  if (linkedItems === 'all') await deleteLinks(tx, ref, 'all')
  else if (linkedItems.length > 0) await deleteLinks(tx, ref, await findLinks(tx, ref, linkedItems))
  await upsertLinks(tx, ref, links)
}
