import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { ExportColumn } from '#platform/table-export/export-file.ts'
import { maxPlanItems, type PlanItem } from './contract.ts'
import { getPlan } from './get-plan.ts'
import { ownColumns, planColumns, toPlanRows } from './rules/plan-file.ts'
import { findKeywordRecords } from './store/item-store.ts'
import { findListedItems, type ItemQuery } from './store/list-store.ts'

const forPeople = new Set(['id', 'pillar_id', 'volumes', 'difficulties'])

type TableOptions = {
  /** Emails of members by user id. */
  owners: ReadonlyMap<string, string>
  format: string
  filter: Pick<ItemQuery, 'q' | 'filters'>
  /** Adds your own pages. Left out where people outside read the table. */
  withOwn?: (plan: ResourceRef, language: string, items: PlanItem[]) => Promise<PlanItem[]>
}

/** A plan, or the items that match, as a table. Markdown is for reading, so it has no ids. */
export async function getPlanTable(db: Db, ref: ResourceRef, { owners, format, filter, withOwn }: TableOptions) {
  const [{ plan, items, links }, records, matching] = await Promise.all([
    getPlan(db, ref),
    findKeywordRecords(db, ref),
    findMatching(db, ref, filter),
  ])
  const matched = matching ? items.filter(({ _id }) => matching.has(_id)) : items
  const shown = withOwn ? await withOwn(ref, plan.language, matched) : matched
  const keywords = Map.groupBy(records, ({ item_id }) => item_id)
  const hasOwn = shown.some(({ own }) => own !== null)
  const columns: ExportColumn[] = planColumns.filter(
    ({ key }) => (format !== 'md' || !forPeople.has(key)) && (hasOwn || !ownColumns.has(key)),
  )
  return {
    title: plan.name,
    meta: [
      ['Items', matching ? `${shown.length} of ${plan.items}` : String(plan.items)],
      ['Keywords', String(shown.reduce((sum, { keyword_count }) => sum + keyword_count, 0))],
    ] as [string, string][],
    columns,
    rows: toPlanRows({ items, shown, keywords, links, owners }),
  }
}

/** Ids of the items that match; null when all do. */
async function findMatching(db: Db, ref: ResourceRef, { q, filters = {} }: TableOptions['filter']) {
  if (!q?.trim() && Object.values(filters).every((value) => value === undefined)) return null
  const { items } = await findListedItems(db, ref, { q, filters, sort: 'pillar', page: 1, limit: maxPlanItems })
  return new Set(items.map(({ id }) => id))
}
