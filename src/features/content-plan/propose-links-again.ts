import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Tx } from '#platform/database/database.ts'
import { refuseMissingPlan } from './get-plan.ts'
import type { LinkRecord } from './rules/plan-records.ts'
import { proposeLinks } from './rules/propose/propose-links.ts'
import { insertChange } from './store/change-store.ts'
import { deleteLinks, findItemRecords, findKeywordRecords, findLinks, upsertLinks } from './store/item-store.ts'
import { bumpPlan, lockPlan } from './store/plan-store.ts'
import { staleVersion } from './update-plan.ts'

/** Proposes links of the plan as it is now. Links that are set stay. @throws AppError not_found, conflict */
export async function proposeLinksAgain(
  tx: Tx,
  ref: ResourceRef,
  { version, userId }: { version: number; userId: string },
) {
  const locked = (await lockPlan(tx, ref)) ?? refuseMissingPlan()
  if (locked.version !== version) throw staleVersion(locked.version)
  const items = (await findItemRecords(tx, ref)).filter(({ state }) => state !== 'dropped')
  const keywords = Map.groupBy(await findKeywordRecords(tx, ref), ({ item_id }) => item_id)
  const existing = (await findLinks(tx, ref)).map(
    ({ from, to, anchor, state }): LinkRecord => ({ from_id: from, to_id: to, anchor, state }),
  )
  const indexOf = new Map(items.map(({ id }, index) => [id, index]))
  const proposed = proposeLinks(
    items.map(({ id, title, role, parent_id, url }) => ({
      title,
      role,
      url,
      parent: parent_id === null ? null : (indexOf.get(parent_id) ?? null),
      keywords: (keywords.get(id) ?? []).slice(0, 1),
    })),
    locked.language,
  )
  const set = existing.filter(({ state }) => state === 'set')
  const taken = new Set(set.map(({ from_id, to_id }) => `${from_id} ${to_id}`))
  const links = proposed
    .map(
      ({ from, to, anchor }): LinkRecord => ({
        from_id: items[from]!.id,
        to_id: items[to]!.id,
        anchor,
        state: 'proposed',
      }),
    )
    .filter(({ from_id, to_id }) => !taken.has(`${from_id} ${to_id}`))
  await deleteLinks(tx, ref, 'all')
  await upsertLinks(tx, ref, [...set, ...links])
  await insertChange(tx, ref, {
    version: await bumpPlan(tx, ref),
    userId,
    before: { name: null, items: [], added: [], keywords: [], addedKeys: [], links: existing, linkedItems: 'all' },
  })
}
