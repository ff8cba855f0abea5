import { keywordKeyIn } from '#features/reports/rules/keywords/normalize-keyword.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database, Tx } from '#platform/database/database.ts'
import type { PlanBefore } from './rules/plan-records.ts'
import { findExistingKeys, findOldKeys, findPlanWithOldKeys, markKeysMade, renameKeys } from './store/plan-key-store.ts'
import { lockPlan } from './store/plan-store.ts'

/** Makes the keys of plans of earlier versions by today's rule, one short transaction each. */
export async function renewPlanKeys(db: Database) {
  for (;;) {
    const ref = await findPlanWithOldKeys(db)
    if (!ref) return
    await db.transaction().execute(async (tx) => {
      const plan = await lockPlan(tx, ref)
      if (plan) await renewKeys(tx, ref, plan.language)
    })
  }
}

/** Two keywords that were different and are the same now both stay. */
async function renewKeys(tx: Tx, ref: ResourceRef, language: string) {
  const rows = await findOldKeys(tx, ref)
  const now = rows.map(({ key, text }) => ({ old: key, key: keywordKeyIn(text, language) }))
  const changed = now.filter(({ old, key }) => old !== key)
  const taken = await findExistingKeys(
    tx,
    ref,
    changed.map(({ key }) => key),
  )
  const renamed = changed.filter(({ key }) => !taken.has(key) && taken.add(key))
  await renameKeys(tx, ref, renamed)
  await markKeysMade(tx, ref)
}

/** A change may have been stored before the keys were made again: gives its keywords the keys that the plan has for them. */
export async function withPlanKeys(tx: Tx, ref: ResourceRef, change: PlanBefore, language: string) {
  const keys = [...change.keywords.map(({ key }) => key), ...change.addedKeys]
  const existing = await findExistingKeys(tx, ref, keys)
  const renew = (key: string, text = key) => (existing.has(key) ? key : keywordKeyIn(text, language))
  return {
    ...change,
    keywords: change.keywords.map((keyword) => ({ ...keyword, key: renew(keyword.key, keyword.text) })),
    addedKeys: change.addedKeys.map((key) => renew(key)),
  } satisfies PlanBefore
}
