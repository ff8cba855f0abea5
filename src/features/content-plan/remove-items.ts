import { AppError } from '#kit/errors.ts'
import type { Tx } from '#platform/database/database.ts'
import { type Draft, load, take } from './plan-draft.ts'
import type { ItemRecord } from './rules/plan-records.ts'
import { findChildren, findEdges } from './store/item-store.ts'

/**
 * Marks items removed and says which item takes the keywords of each, so that every keyword stays in the plan: a spoke's go to its
 * pillar. A removed pillar's best spoke becomes the pillar and takes them.
 * @throws AppError conflict when nothing would be left to take them
 */
export async function removeItems(tx: Tx, draft: Draft, ids: readonly string[]): Promise<Map<string, string>> {
  const heirs = new Map<string, string>()
  if (ids.length === 0) return heirs
  for (const id of ids) draft.removed.add(id)
  for (const record of await findChildren(tx, draft.ref, ids)) take(draft, record)
  await load(
    tx,
    draft,
    ids.flatMap((id) => draft.before.get(id)!.parent_id ?? []),
  )
  const children = Map.groupBy(
    [...draft.after.values()].filter(({ id, parent_id }) => parent_id !== null && !draft.removed.has(id)),
    ({ parent_id }) => parent_id!,
  )
  const removed = ids.map((id) => draft.after.get(id)!)
  // Pillars first, because their spokes ask for who follows them.
  for (const item of removed.filter(({ role }) => role === 'pillar')) {
    const spokes = (children.get(item.id) ?? []).toSorted(byScore)
    const heir = spokes[0]
    if (!heir) continue
    heir.role = 'pillar'
    heir.parent_id = null
    for (const spoke of spokes.slice(1)) spoke.parent_id = heir.id
    heirs.set(item.id, heir.id)
  }
  const { first } = await findEdges(tx, draft.ref, ids)
  for (const item of removed) {
    if (heirs.has(item.id)) continue
    const pillar = item.parent_id
    const heir = pillar === null ? null : draft.removed.has(pillar) ? heirs.get(pillar) : pillar
    if (heir) heirs.set(item.id, heir)
    else if (first) heirs.set(item.id, first)
    else if (item.keyword_count > 0)
      throw new AppError('conflict', 'The last item keeps the plan’s keywords. Delete the plan instead.', {
        field: 'remove',
        reason: 'last_item',
      })
  }
  await load(tx, draft, [...heirs.values()])
  return heirs
}

const byScore = (a: ItemRecord, b: ItemRecord) => (b.score ?? -1) - (a.score ?? -1) || a.position - b.position
