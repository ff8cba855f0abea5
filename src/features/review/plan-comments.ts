import type { Activity } from '#features/activity/service.ts'
import type { Notifications } from '#features/notifications/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import { createComments, getMentionedIds } from './comments.ts'
import type { PlanComment } from './contract-plans.ts'
import { createCommentStore, findItemTitle, findPlanName, type PlanCommentRow } from './store/comment-store.ts'

export type PlanComments = ReturnType<typeof createPlanComments>

type Dependencies = {
  db: Database
  activity: Activity
  rates: RateLimiter
  notify: Notifications['notifyPlanComment']
}

/** Comments on content plans and their items. */
export function createPlanComments({ db, activity, rates, notify }: Dependencies) {
  return createComments<PlanCommentRow, { item_id?: string | undefined }, PlanComment>({
    db,
    activity,
    rates,
    store: createCommentStore('plan'),

    async getAbout(plan, about) {
      const itemId = about?.item_id ?? null
      return { plan_id: plan.id, item_id: itemId, item_title: itemId ? await requireItemTitle(plan, itemId) : '' }
    },

    getTitle: async (plan) => (await findPlanName(db, plan)) ?? refuseMissingPlan(),

    notify: (tx, { row, thread, title }) =>
      notify(tx, {
        ...{ workspaceId: row.workspace_id, planId: row.plan_id, itemId: row.item_id ?? thread?.item_id ?? null },
        ...{ name: title, text: row.text, authorId: row.author_id, by: row.author_name },
        ...{ mentioned: getMentionedIds(row.mentions), commentId: row.id },
      }),

    present: async (rows) =>
      rows.map((row) => ({
        _id: row.id,
        plan_id: row.plan_id,
        item_id: row.item_id,
        item_title: row.item_title,
        parent_id: row.parent_id,
        text: row.text,
        mentions: row.mentions,
        author: { kind: row.author_kind, name: row.author_name, key: row.key_name },
        created_at: row.created_at.toISOString(),
        resolved_at: row.resolved_at?.toISOString() ?? null,
        resolved_by: row.resolver_name,
        orphaned: row.item_title !== '' && row.item_id === null,
      })),
  })

  /** @throws AppError invalid_input */
  async function requireItemTitle(plan: ResourceRef, itemId: string): Promise<string> {
    const title = await findItemTitle(db, plan, itemId)
    if (title !== null) return title
    throw new AppError('invalid_input', 'This plan has no such item. It may have been removed.', {
      field: 'item_id',
      reason: 'plan_item_missing',
    })
  }
}

/** A guest learns nothing about other plans. */
export function refuseMissingPlan(): never {
  throw new AppError('not_found', 'Plan not found.', { reason: 'plan_missing' })
}
