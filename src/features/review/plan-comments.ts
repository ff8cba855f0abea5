import { randomUUIDv7 } from 'node:crypto'
import type { Notifications } from '#features/notifications/service.ts'
import { AppError } from '#kit/errors.ts'
import type { ResourceRef } from '#kit/resource-ref.ts'
import type { Database } from '#platform/database/database.ts'
import type { ReviewerCall } from '#platform/http/context.ts'
import type { RateLimiter } from '#platform/http/rate-limit.ts'
import { getAuthor, getWorkspaceId } from './comment-author.ts'
import { refuseMissingComment } from './comments.ts'
import type { PlanComment } from './contract-plans.ts'
import { limitGuestComments } from './limit-guests.ts'
import {
  countPlanComments,
  findItemTitle,
  findPlanComment,
  findPlanComments,
  findPlanName,
  insertPlanComment,
  locatePlanComment,
  type PlanCommentRow,
  updatePlanCommentResolved,
} from './store/plan-comment-store.ts'

export const maxCommentsPerPlan = 2000

export type PlanComments = ReturnType<typeof createPlanComments>

type Dependencies = { db: Database; rates: RateLimiter; notify: Notifications['notifyPlanComment'] }

type NewComment = {
  plan_id: string
  item_id?: string | undefined
  text: string
  parent_id?: string | undefined
  guest_name?: string | undefined
}

/** Comments of members and guests on content plans and their items. */
export function createPlanComments({ db, rates, notify }: Dependencies) {
  return {
    /** @throws AppError invalid_input, not_found, conflict, rate_limited */
    async add(call: ReviewerCall, { plan_id, item_id, parent_id, ...input }: NewComment): Promise<PlanComment> {
      const plan = { workspaceId: getWorkspaceId(call), id: plan_id }
      if (call.guest) await limitGuestComments(rates, call.guest)
      const author = await getAuthor(db, call, input.guest_name)
      const parent = parent_id ? await requireParent(plan, parent_id) : null
      const itemId = parent ? null : (item_id ?? null)
      const itemTitle = itemId ? await requireItemTitle(plan, itemId) : ''
      const name = (await findPlanName(db, plan)) ?? refuseMissingPlan()
      if ((await countPlanComments(db, plan)) >= maxCommentsPerPlan)
        throw new AppError('conflict', `A plan can have up to ${maxCommentsPerPlan} comments.`, {
          reason: 'too_many_plan_comments',
          params: { max: maxCommentsPerPlan },
        })
      const row = await db.transaction().execute(async (tx) => {
        const added = await insertPlanComment(tx, {
          workspace_id: plan.workspaceId,
          id: randomUUIDv7(),
          plan_id,
          item_id: itemId,
          item_title: itemTitle,
          // A reply to a reply is one to its thread.
          parent_id: parent ? (parent.parent_id ?? parent.id) : null,
          text: input.text,
          ...author,
        })
        await notify(tx, {
          ...{ workspaceId: plan.workspaceId, planId: plan.id, itemId: itemId ?? parent?.item_id ?? null },
          ...{ name, text: input.text, authorId: author.author_id, by: author.author_name },
        })
        return added
      })
      return present(row)
    },

    async list(
      call: ReviewerCall,
      input: {
        plan_id: string
        item_id?: string | undefined
        resolved?: boolean | undefined
        page: number
        limit: number
      },
    ) {
      const { plan_id, ...filter } = input
      const { rows, total } = await findPlanComments(db, { workspaceId: getWorkspaceId(call), id: plan_id }, filter)
      return { items: rows.map(present), total, page: filter.page, limit: filter.limit }
    },

    /** @throws AppError invalid_input, not_found */
    async resolve(
      call: ReviewerCall,
      { _id, resolved, guest_name }: { _id: string; resolved: boolean; guest_name?: string | undefined },
    ): Promise<PlanComment> {
      const workspaceId = getWorkspaceId(call)
      const named = (await findPlanComment(db, { workspaceId, id: _id })) ?? refuseMissingComment()
      const { author_name } = await getAuthor(db, call, guest_name)
      const thread = { workspaceId, id: named.parent_id ?? named.id }
      return present(
        (await updatePlanCommentResolved(db, thread, resolved ? author_name : null)) ?? refuseMissingComment(),
      )
    },

    locate: (workspaceIds: string[], id: string) => locatePlanComment(db, workspaceIds, id),

    find: (ref: ResourceRef) => findPlanComment(db, ref),
  }

  /** @throws AppError invalid_input */
  async function requireParent(plan: ResourceRef, id: string): Promise<PlanCommentRow> {
    const parent = await findPlanComment(db, { workspaceId: plan.workspaceId, id })
    if (parent?.plan_id === plan.id) return parent
    throw new AppError('invalid_input', 'parent_id isn’t a comment on this plan.', {
      field: 'parent_id',
      reason: 'comment_missing',
    })
  }

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

const present = (row: PlanCommentRow): PlanComment => ({
  _id: row.id,
  plan_id: row.plan_id,
  item_id: row.item_id,
  item_title: row.item_title,
  parent_id: row.parent_id,
  text: row.text,
  author: { kind: row.author_kind, name: row.author_name },
  created_at: row.created_at.toISOString(),
  resolved_at: row.resolved_at?.toISOString() ?? null,
  resolved_by: row.resolver_name,
  orphaned: row.item_title !== '' && row.item_id === null,
})

/** A guest learns nothing about other plans. */
export function refuseMissingPlan(): never {
  throw new AppError('not_found', 'Plan not found.', { reason: 'plan_missing' })
}
