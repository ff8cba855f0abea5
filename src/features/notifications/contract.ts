import { z } from 'zod'
import { access, endpoint } from '#kit/endpoint.ts'
import { getPage, id, nothing, paging, text, timestamp } from '#kit/fields.ts'

export const notification = z.object({
  _id: z.string(),
  workspace_id: z.string(),
  workspace: z.string(),
  /** `listener_news`, or `listeners_paused` when the plan's limit paused listeners. */
  kind: z.string(),
  /** The listener it is about. */
  subject_id: z.string(),
  run_id: z.string(),
  keyword: z.string(),
  added: z.number(),
  removed: z.number(),
  /** The listener's first run: all keywords are new. */
  first: z.boolean(),
  /** Up to three added keywords, else removed ones. */
  examples: z.array(z.string()),
  /** For `listeners_paused`: how many were paused, and the plan's limit. */
  paused: z.object({ count: z.number(), limit: z.number() }).optional(),
  created_at: timestamp,
  read: z.boolean(),
})
export type Notification = z.output<typeof notification>

export const notificationsContract = {
  list: endpoint({
    path: '/notifications/list',
    access: access.user,
    summary: 'List notifications from your workspaces, newest first.',
    input: z.strictObject({ ...paging }),
    output: getPage(notification).extend({ unread: z.number() }),
  }),
  unread: endpoint({
    path: '/notifications/unread',
    access: access.user,
    summary: 'Get your number of unread notifications.',
    input: nothing,
    output: z.object({ unread: z.number() }),
  }),
  read: endpoint({
    path: '/notifications/read',
    access: access.user,
    summary: 'Mark one notification or all as read.',
    input: z.strictObject({ _id: id().optional(), all: z.boolean('all must be true or false.').optional() }),
    output: z.object({ unread: z.number() }),
  }),
  unsubscribe: endpoint({
    path: '/notifications/unsubscribe',
    access: access.public,
    summary: 'Unsubscribe the recipient of a digest email by its link’s token, or resubscribe with resume.',
    input: z.strictObject({
      token: text('token', 600),
      resume: z.boolean('resume must be true or false.').default(false),
    }),
    output: z.object({ email_masked: z.string(), subscribed: z.boolean() }),
  }),
}
