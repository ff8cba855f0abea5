import { sql } from 'kysely'
import { guestRestTitle, isRestItem, restTitle } from '#features/content-plan/rules/rest-item.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Db } from '#platform/database/database.ts'
import type { GuestPlan, GuestPlanItem } from '../contract-plans.ts'

/** The keywords that fit no page are an item as long as there are some. */
const isShown = sql`(i.keyword_count > 0 or i.url is not null or i.title <> ${restTitle})`

/** What guests see of a plan: the columns of its pages and keywords that hold no numbers of providers and no people. */
export async function findGuestPlan(
  db: Db,
  { workspaceId, id }: ResourceRef,
  { page, limit }: { page: number; limit: number },
): Promise<GuestPlan | null> {
  const [{ rows: plans }, { rows: items }] = await Promise.all([
    sql<{ name: string; language: string; updated_at: Date; total: number }>`
      select name, language, updated_at, (
        select count(*)::int from plan_items i
        where i.workspace_id = p.workspace_id and i.plan_id = p.id and ${isShown}) as total
      from content_plans p where workspace_id = ${workspaceId} and id = ${id}`.execute(db),
    // Each pillar with its spokes, as the plan's table lists them.
    sql<Omit<GuestPlanItem, 'is_page'> & { url: string | null }>`
      select i.id as _id, i.title, i.url, i.role, i.state, i.due_on, i.keyword_count, (
        select k.text from plan_keywords k
        where k.workspace_id = i.workspace_id and k.plan_id = i.plan_id and k.item_id = i.id
        order by k.volume desc nulls last, length(k.text), k.key limit 1) as keyword
      from plan_items i
      left join plan_items p on p.workspace_id = i.workspace_id and p.plan_id = i.plan_id and p.id = i.parent_id
      where i.workspace_id = ${workspaceId} and i.plan_id = ${id} and ${isShown}
      order by coalesce(p.position, i.position), coalesce(i.parent_id, i.id), i.role = 'pillar' desc,
        i.score desc nulls last, i.id
      limit ${limit} offset ${(page - 1) * limit}`.execute(db),
  ])
  const plan = plans[0]
  if (!plan) return null
  return { ...plan, updated_at: plan.updated_at.toISOString(), items: items.map(toGuestItem), page, limit }
}

function toGuestItem({ url, ...item }: Omit<GuestPlanItem, 'is_page'> & { url: string | null }): GuestPlanItem {
  const isPage = !isRestItem({ title: item.title, url })
  return { ...item, title: isPage ? item.title : guestRestTitle, is_page: isPage }
}
