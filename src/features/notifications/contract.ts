import { z } from 'zod'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { getPage, id, itemId, nothing, paging, text, timestamp } from '#kit/fields.ts'

export const notificationKinds = [
  'listener_news',
  'listeners_paused',
  'batch_done',
  'site_decay',
  'document_comment',
  'document_mention',
  'document_suggestion',
  'document_assigned',
  'plan_comment',
  'plan_mention',
] as const

export const notification = z.object({
  _id: itemId.describe('Id of the notification.'),
  workspace_id: itemId.describe('Id of the workspace.'),
  workspace: z.string().meta({ description: 'Name of the workspace.', examples: ['Hollow Oak'] }),
  kind: z
    .string()
    .describe(
      '`listener_news`, `listeners_paused` when the plan’s limit paused listeners, `batch_done`, `site_decay`, `document_comment`, `document_mention` when a comment mentions you, `document_suggestion`, `document_assigned` when you became its owner, `plan_comment`, or `plan_mention`.',
    ),
  subject_id: itemId.describe('Id of the listener, batch, site, document or plan it’s about.'),
  run_id: itemId.describe('Id of the run it’s about.'),
  keyword: z.string().meta({
    description: 'The listener’s topic, the batch’s name, the site, the document’s title, or the plan’s name.',
    examples: ['cold brew coffee'],
  }),
  added: z.number().describe('Number of new keywords.'),
  removed: z.number().describe('Number of lost keywords.'),
  first: z.boolean().describe('Whether it’s the listener’s first run, in which all keywords are new.'),
  examples: z.array(z.string()).describe('Up to three new keywords, otherwise lost ones.'),
  paused: z
    .object({
      count: z.number().describe('Number of paused listeners.'),
      limit: z.number().describe('Number of listeners the plan allows.'),
    })
    .optional()
    .describe('For `listeners_paused`: how many, and the limit.'),
  batch: z
    .object({
      done: z.number().describe('Number of items that were written.'),
      failed: z.number().describe('Number of items that failed.'),
    })
    .optional()
    .describe('For `batch_done`: how it ended.'),
  decay: z
    .object({
      pages: z.number().describe('Number of pages that lose clicks.'),
      change: z.number().describe('Share of clicks that the first of them lost, below 0.'),
    })
    .optional()
    .describe('For `site_decay`: how many pages, and how much.'),
  comment: z
    .object({
      by: z.string().meta({ description: 'Who wrote it.', examples: ['Ada'] }),
      is_guest: z.boolean().describe('Whether that is a guest of a review link.'),
      decision: z
        .enum(['approved', 'changes'])
        .optional()
        .describe('Set if they approved the document or requested changes.'),
    })
    .optional()
    .describe(
      'For `document_comment`, `plan_comment` and mentions: the last comment, whose first words are in `examples`. For `document_suggestion`: who suggests changes.',
    ),
  assigned: z
    .object({
      by: z.string().meta({ description: 'Who assigned it.', examples: ['Ada'] }),
      due_on: z
        .string()
        .nullable()
        .meta({ description: 'Due date. Null without one.', examples: ['2026-12-04'] }),
    })
    .optional()
    .describe('For `document_assigned`: by whom, and when it’s due.'),
  created_at: timestamp.describe('When it was created.'),
  read: z.boolean().describe('Whether it was read.'),
})
export type Notification = z.output<typeof notification>

/** Screens that notifications lead to, as the sidebar names them. */
export const notificationAreas = ['listeners', 'plan', 'sites', 'content'] as const
export type NotificationArea = (typeof notificationAreas)[number]

const unreadCounts = z.object({
  unread: z.number().describe('Number of unread notifications.'),
  areas: z
    .array(
      z.object({
        workspace_id: itemId.describe('Id of the workspace.'),
        area: z.enum(notificationAreas).describe('The screens they lead to.'),
        unread: z.number().describe('Number of unread notifications.'),
      }),
    )
    .describe('The same by workspace and area, without those that have none.'),
})
export type UnreadCounts = z.output<typeof unreadCounts>

export const notificationsContract = group('Search listeners', {
  list: endpoint({
    path: '/notifications/list',
    access: access.user,
    summary: 'List notifications from your workspaces, newest first.',
    input: z.strictObject({ ...paging }),
    output: getPage(notification).extend({ unread: z.number().describe('Number of unread notifications.') }),
  }),
  unread: endpoint({
    path: '/notifications/unread',
    access: access.user,
    summary: 'Get your number of unread notifications.',
    input: nothing,
    output: unreadCounts,
  }),
  read: endpoint({
    path: '/notifications/read',
    access: access.user,
    summary: 'Mark notifications as read: one, those about something, those of a kind, or all.',
    input: z.strictObject({
      _id: id().optional().describe('Id of the notification.'),
      all: z.boolean('all must be true or false.').optional().describe('True marks all as read.'),
      subject_id: id('subject_id')
        .optional()
        .describe(
          'Id of a listener, batch, site, document or plan: marks all notifications about it as read. None is no error.',
        ),
      kind: z
        .enum(notificationKinds, `kind must be one of: ${notificationKinds.join(', ')}.`)
        .optional()
        .describe('Marks all notifications of this kind in a workspace as read. Takes `workspace_id`.'),
      workspace_id: id('workspace_id').optional(),
    }),
    output: unreadCounts,
  }),
  unsubscribe: endpoint({
    path: '/notifications/unsubscribe',
    access: access.public,
    summary: 'Unsubscribe the recipient of a digest email by its link’s token, or resubscribe with resume.',
    input: z.strictObject({
      token: text('token', 600).describe('Token of the link in the email.'),
      resume: z.boolean('resume must be true or false.').default(false).describe('True subscribes again.'),
    }),
    output: z.object({
      email_masked: z
        .string()
        .meta({ description: 'The email address, partly hidden.', examples: ['a***@example.com'] }),
      subscribed: z.boolean().describe('Whether the address gets emails now.'),
    }),
  }),
})
