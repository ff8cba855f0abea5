import { z } from 'zod'
import { planItem } from '#features/content-plan/contract.ts'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { exampleId, getPage, guestFields, id, itemId, paging, text, timestamp } from '#kit/fields.ts'
import { linkTerms, openedFields, openFields, reviewLink } from './contract.ts'
import { comment, listFields, maxCommentLength, mentionsField, resolveInput } from './contract-comments.ts'

/** What guests may do with a plan. */
export const planPermissions = ['read', 'comment'] as const
export type PlanPermission = (typeof planPermissions)[number]

const permission = z
  .enum(planPermissions, `may must be one of: ${planPermissions.join(', ')}.`)
  .meta({ description: 'What guests may do.', examples: ['read'] })

export const planReviewLink = reviewLink
  .omit({ brief: true })
  .extend({ may: permission })
  .meta({ id: 'PlanReviewLink' })
export type PlanReviewLink = z.output<typeof planReviewLink>

const { _id, role, state, due_on, keyword_count } = planItem.shape

/** What guests see of an item: no numbers of providers, no people, no documents. */
export const guestPlanItem = z
  .object({
    _id,
    title: z.string().meta({
      description: 'Title of the page, or “Other keywords” where is_page is false.',
      examples: ['How to make cold brew coffee'],
    }),
    is_page: z
      .boolean()
      .describe(
        'Whether a page is planned. False for the item with the keywords that fit no page. That item is left out if it has none.',
      ),
    ...{ role, state, due_on, keyword_count },
    keyword: z
      .string()
      .nullable()
      .meta({ description: 'Its most searched keyword. Null without one.', examples: ['cold brew ratio'] }),
  })
  .meta({ id: 'GuestPlanItem' })
export type GuestPlanItem = z.output<typeof guestPlanItem>

export const guestPlan = z
  .object({
    name: z.string().meta({ description: 'Name of the plan.', examples: ['Cold brew, winter 2026'] }),
    language: z.string().meta({ description: 'Language of the plan.', examples: ['en'] }),
    updated_at: timestamp.describe('When the plan was last changed.'),
    ...getPage(guestPlanItem).shape,
  })
  .meta({ id: 'GuestPlan' })
export type GuestPlan = z.output<typeof guestPlan>

const { parent_id, text: said, mentions, author, created_at, resolved_at, resolved_by } = comment.shape

export const planComment = z
  .object({
    _id: itemId.describe('Id of the comment.'),
    plan_id: itemId.describe('Id of the plan.'),
    item_id: itemId
      .nullable()
      .describe(
        'Id of the item it’s about. Null if it’s about the whole plan, or the item was removed, and in replies.',
      ),
    item_title: z.string().meta({
      description: 'Title of the item. Empty if it’s about the whole plan, and in replies.',
      examples: ['How to make cold brew coffee'],
    }),
    ...{ parent_id, text: said, mentions, author, created_at, resolved_at, resolved_by },
    orphaned: z.boolean().describe('Whether the item isn’t in the plan any more.'),
  })
  .meta({ id: 'PlanComment' })
export type PlanComment = z.output<typeof planComment>

const planIdField = id().describe('Id of the plan.')
const planId = id('plan_id').describe('Id of the plan.')

export const planReviewContract = group('Review', {
  share: endpoint({
    path: '/plan/share',
    access: access.resource('editor', 'plan:write'),
    summary: 'Share a content plan by link. Sharing again keeps the link and changes what it allows.',
    idempotent: true,
    input: z.strictObject({
      _id: planIdField,
      may: permission,
      ...linkTerms,
    }),
    example: { _id: exampleId, may: 'comment' },
    output: z.object({ share: planReviewLink.describe('The link.') }),
  }),
  unshare: endpoint({
    path: '/plan/unshare',
    access: access.resource('editor', 'plan:write'),
    summary: 'Disable a content plan’s link immediately.',
    effect: 'delete',
    input: z.strictObject({ _id: planIdField }),
    output: z.object({}),
  }),
  sharing: endpoint({
    path: '/plan/sharing',
    access: access.resource('editor', 'plan:read'),
    summary: 'Get a content plan’s link, if it’s shared.',
    effect: 'read',
    input: z.strictObject({ _id: planIdField }),
    output: z.object({ share: planReviewLink.nullable().describe('The link. Null if the plan isn’t shared.') }),
  }),
  open: endpoint({
    path: '/plan/share/open',
    access: access.public,
    summary: 'Get a shared content plan by its link, with the password if it has one.',
    input: z.strictObject({
      ...openFields,
      ...paging,
    }),
    output: z.object({
      plan_id: itemId.nullable().describe('Id of the plan, for comments. Null until the password is given.'),
      plan: guestPlan.nullable().describe('The plan with a page of its items. Null until the password is given.'),
      may: permission,
      ...openedFields,
    }),
  }),
  addComment: endpoint({
    path: '/plan/comments/add',
    access: access.reviewer('viewer', 'plan:write', 'comment'),
    summary: 'Comment on an item of a content plan, or on the whole plan. With parent_id, reply.',
    effect: 'write',
    input: z.strictObject({
      plan_id: planId,
      item_id: id('item_id').optional().describe('Id of the item. Omit it for the whole plan.'),
      text: text('text', maxCommentLength).meta({
        description: 'The comment.',
        examples: ['Can we publish this one first?'],
      }),
      mentions: mentionsField,
      parent_id: id('parent_id').optional().describe('Id of the comment to reply to.'),
      ...guestFields,
    }),
    example: { plan_id: exampleId, item_id: exampleId, text: 'Can we publish this one first?' },
    output: z.object({ comment: planComment.describe('The comment.') }),
  }),
  comments: endpoint({
    path: '/plan/comments/list',
    access: access.reviewer('viewer', 'plan:read', 'comment'),
    summary: 'List the comments on a content plan and its items, oldest first.',
    effect: 'read',
    input: z.strictObject({
      plan_id: planId,
      item_id: id('item_id').optional().describe('Id of an item. Only comments on it, with their replies.'),
      ...listFields,
    }),
    output: getPage(planComment),
  }),
  resolveComment: endpoint({
    path: '/plan/comments/resolve',
    access: access.reviewer('viewer', 'plan:write', 'comment'),
    summary: 'Resolve the thread of a comment on a content plan, or reopen it.',
    effect: 'write',
    input: resolveInput,
    output: z.object({ comment: planComment.describe('The comment that starts the thread.') }),
  }),
})
