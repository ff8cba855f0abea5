import { z } from 'zod'
import { planItem } from '#features/content-plan/contract.ts'
import { shownBrand } from '#features/domains/contract.ts'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { exampleId, getPage, guestFields, id, itemId, paging, text, timestamp } from '#kit/fields.ts'
import { reviewLink } from './contract.ts'
import { comment, maxCommentLength } from './contract-comments.ts'

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

const { _id, title, role, state, due_on, keyword_count } = planItem.shape

/** What guests see of an item: no numbers of providers, no people, no documents. */
export const guestPlanItem = z
  .object({
    ...{ _id, title, role, state, due_on, keyword_count },
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

const { parent_id, text: said, author, created_at, resolved_at, resolved_by } = comment.shape

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
    ...{ parent_id, text: said, author, created_at, resolved_at, resolved_by },
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
      password: text('password', 200)
        .optional()
        .meta({ description: 'Password for the link. Omit it for none.', examples: ['correct horse battery'] }),
      expires_at: z.iso
        .datetime({ offset: true, error: 'expires_at must be an ISO 8601 time.' })
        .optional()
        .meta({ description: 'When the link expires. Omit it for never.', examples: ['2026-04-02T09:30:00.000Z'] }),
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
      token: text('token', 200).describe('Token of the link.'),
      password: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'The link’s password, if it has one.', examples: ['correct horse battery'] }),
      pass: z.string().max(200).optional().describe('The `pass` of an earlier response, instead of the password.'),
      workspace_id: id('workspace_id').optional().describe('Id of the workspace.'),
      ...paging,
    }),
    output: z.object({
      plan_id: itemId.nullable().describe('Id of the plan, for comments. Null until the password is given.'),
      plan: guestPlan.nullable().describe('The plan with a page of its items. Null until the password is given.'),
      may: permission,
      needs_password: z.boolean().describe('Whether a password is needed.'),
      brand: shownBrand.nullable().describe('Branding of the workspace. Null for the default.'),
      url: z.string().meta({
        description: 'Canonical URL: on the workspace’s custom domain, if it serves shared pages.',
        examples: ['https://example.com/d/token'],
      }),
      workspace_id: itemId.describe('Id of the workspace that shares it.'),
      pass: z.string().nullable().describe('A signed pass that replaces the password. Null if none was given.'),
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
      resolved: z
        .boolean('resolved must be true or false.')
        .optional()
        .describe('True for resolved threads only, false for open ones only.'),
      pass: guestFields.pass,
      ...paging,
    }),
    output: getPage(planComment),
  }),
  resolveComment: endpoint({
    path: '/plan/comments/resolve',
    access: access.reviewer('viewer', 'plan:write', 'comment'),
    summary: 'Resolve the thread of a comment on a content plan, or reopen it.',
    effect: 'write',
    input: z.strictObject({
      _id: id().describe('Id of the comment.'),
      resolved: z.boolean('resolved must be true or false.').default(true).describe('False reopens the thread.'),
      ...guestFields,
    }),
    output: z.object({ comment: planComment.describe('The comment that starts the thread.') }),
  }),
})
