import type { OwnPage, OwnRequest, OwnTopic } from '#features/reports/contract.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { PlanRow } from './contract.ts'
import { getItem, getPlan, listItems } from './get-plan.ts'
import type { ItemQuery } from './store/list-store.ts'
import { findMainKeywords } from './store/own-position-store.ts'

/** What the workspace’s own sites have for planned pages. */
export type OwnItems = {
  ofItems(plan: ResourceRef, items: readonly OwnRequest[], language: string): Promise<Map<string, OwnTopic>>
  ofTexts(workspaceId: string, texts: readonly string[]): Promise<Map<string, OwnPage>>
}

/** Plans as members read them: with the own page of each item, which may only need a refresh. */
export function createPlanReads({ db, own }: { db: Database; own: OwnItems }) {
  async function withOwn<Item extends PlanRow>(
    plan: ResourceRef,
    language: string,
    items: readonly Item[],
  ): Promise<Item[]> {
    if (items.length === 0) return []
    const ids = items.map(({ _id }) => _id)
    const keywords = await findMainKeywords(db, plan, ids)
    const requests = items.map(({ _id, title }) => ({ id: _id, name: title, pillar: keywords.get(_id) ?? title }))
    const pages = await own.ofItems(plan, requests, language)
    return items.map((item) => {
      const page = pages.get(item._id) ?? null
      return { ...item, own: page, page_id: item.page_id ?? page?.page_id ?? null }
    })
  }

  return {
    withOwn,

    /** The whole plan. @throws AppError not_found */
    async get(ref: ResourceRef) {
      const found = await getPlan(db, ref)
      return { ...found, items: await withOwn(ref, found.plan.language, found.items) }
    },

    async items(ref: ResourceRef, query: ItemQuery) {
      const found = await listItems(db, ref, query)
      return { ...found, items: await withOwn(ref, found.plan.language, found.items) }
    },

    async item(ref: ResourceRef, itemId: string) {
      const found = await getItem(db, ref, itemId)
      const [item] = await withOwn(ref, found.plan.language, [found.item])
      return { ...found, item: item! }
    },
  }
}
