import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import { type MapItem, maxMapItems, type PlanLink, type PlanRow } from './contract.ts'
import { getWeights, presentRow, requirePlan } from './get-plan.ts'
import { findChangesSince } from './store/change-store.ts'
import { findLinksBetween } from './store/item-store.ts'
import { findListedById, findListedItems, type ItemQuery } from './store/list-store.ts'

type MapQuery = Pick<ItemQuery, 'q' | 'filters'>

/** The items that match, by pillar, with the links between them. @throws AppError not_found */
export async function getMap(db: Db, ref: ResourceRef, { q, filters }: MapQuery) {
  const [plan, found] = await Promise.all([
    requirePlan(db, ref),
    findListedItems(db, ref, { q, filters, sort: 'pillar', page: 1, limit: maxMapItems }),
  ])
  const items = found.items.map(
    ({ id: _id, title, role, parent_id, state, url, volume }): MapItem => ({
      _id,
      title,
      role,
      parent_id,
      state,
      url,
      volume,
    }),
  )
  const links: PlanLink[] = await findLinksBetween(
    db,
    ref,
    items.map(({ _id }) => _id),
  )
  return { plan, items, total: found.total, links }
}

const maxChangedItems = 500

/** What changed after a version, with the items as they are now. @throws AppError not_found */
export async function getChanges(db: Db, ref: ResourceRef, { since, item_ids }: { since: number; item_ids: string[] }) {
  const [plan, changes, weights] = await Promise.all([
    requirePlan(db, ref),
    findChangesSince(db, ref, since),
    getWeights(db, ref.workspaceId),
  ])
  const changedIds = [...new Set(changes.flatMap(({ ids }) => ids))]
  const listed = await findListedById(db, ref, [...new Set([...item_ids, ...changedIds.slice(0, maxChangedItems)])])
  return {
    plan,
    items: listed.map((item): PlanRow => presentRow(item, weights)),
    changed_ids: changedIds,
    changed_by: [...new Set(changes.flatMap(({ changed_by }) => changed_by ?? []))],
    complete: changes.length >= plan.version - since,
  }
}
