import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Tx } from '#platform/database/database.ts'
import type { ItemRecord } from './rules/plan-records.ts'
import { findItemRecords } from './store/item-store.ts'

/** The plan's items as they become, with what they were. */
export type Draft = {
  ref: ResourceRef
  before: Map<string, ItemRecord>
  after: Map<string, ItemRecord>
  added: string[]
  removed: Set<string>
}

/** Adds items to the draft that it doesn't have yet. */
export async function load(tx: Tx, draft: Draft, ids: readonly string[]) {
  const missing = [...new Set(ids)].filter((id) => !draft.before.has(id))
  if (missing.length === 0) return
  for (const record of await findItemRecords(tx, draft.ref, missing)) take(draft, record)
}

export function take(draft: Draft, record: ItemRecord) {
  if (draft.before.has(record.id)) return
  draft.before.set(record.id, record)
  draft.after.set(record.id, { ...record })
}
