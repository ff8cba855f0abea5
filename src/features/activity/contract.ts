import { z } from 'zod'
import { reviewStates } from '#features/review/contract-state.ts'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { exampleId, id, itemId, limit, timestamp } from '#kit/fields.ts'
import { destinationKinds } from '#providers/publishing/port.ts'

/** Who did what in a workspace or a document. */

export const actorKinds = ['member', 'guest', 'api', 'earshot'] as const
export type ActorKind = (typeof actorKinds)[number]

export const activityKinds = [
  'created',
  'edited',
  'generated',
  'deleted',
  'state_changed',
  'assigned',
  'commented',
  'resolved',
  'suggested',
  'suggestions_accepted',
  'suggestions_rejected',
  'published',
  'post_updated',
  'unpublished',
  'link_created',
  'link_revoked',
  'report_done',
  'report_failed',
] as const
export type ActivityKind = (typeof activityKinds)[number]

export const subjectKinds = ['document', 'plan', 'report', 'post'] as const
export type SubjectKind = (typeof subjectKinds)[number]

export const activityEntry = z
  .object({
    _id: z.string().meta({ description: 'Id of the entry.', examples: ['entry-0199a3c4'] }),
    at: timestamp.describe('When it happened.'),
    kind: z
      .enum(activityKinds)
      .describe(
        'What happened. `edited`: one entry a person and hour, of the last version saved then. `generated`: the AI writer saved a version. `state_changed`: the review state, in `state`. `post_updated`: what was published was replaced.',
      ),
    actor: z
      .object({
        kind: z
          .enum(actorKinds)
          .describe(
            '`member`, `guest` of a review link, `api` for a member’s API key, or `earshot` where no person did it, such as a scheduled post or a text of the AI writer.',
          ),
        name: z
          .string()
          .nullable()
          .meta({
            description:
              'Name of the member or guest, or of the member whose key it is. Null if the account was deleted.',
            examples: ['Ana Duarte'],
          }),
        key: z
          .string()
          .nullable()
          .meta({
            description:
              'For `api`: name of the API key. Null if it isn’t known, as in entries of before it was recorded. Otherwise null.',
            examples: ['Nightly export'],
          }),
      })
      .describe('Who did it.'),
    subject: z
      .object({
        kind: z.enum(subjectKinds).describe('What it was done to. `post`: a post of the blog without a document.'),
        _id: itemId.nullable().describe('Its id. Null if it was deleted.'),
        title: z.string().meta({ description: 'Its name.', examples: ['Best cold brew grinders'] }),
        link: z
          .string()
          .nullable()
          .meta({ description: 'Path of its screen. Null if it was deleted.', examples: ['/app/content'] }),
      })
      .describe('What it was done to.'),
    version: z.number().nullable().describe('Version of the document that was saved or reviewed. Otherwise null.'),
    state: z.enum(reviewStates).nullable().describe('For `state_changed`: the new state. Otherwise null.'),
    count: z.number().nullable().describe('How many suggestions were made or decided. Otherwise null.'),
    owner: z
      .string()
      .nullable()
      .meta({ description: 'For `assigned`: name of the owner. Null for nobody.', examples: ['Ada Lovelace'] }),
    due_on: z
      .string()
      .nullable()
      .meta({ description: 'For `assigned`: due date. Null without one.', examples: ['2026-12-04'] }),
    text: z
      .string()
      .nullable()
      .meta({ description: 'First 140 characters of a comment. Otherwise null.', examples: ['Please add prices.'] }),
    destination: z
      .enum(destinationKinds)
      .nullable()
      .describe('What runs the site it was published on: `blog` is the workspace’s own blog. Otherwise null.'),
    url: z
      .string()
      .nullable()
      .meta({ description: 'Public URL of the post. Otherwise null.', examples: ['https://example.com/cold-brew'] }),
  })
  .meta({ id: 'ActivityEntry' })
export type ActivityEntry = z.output<typeof activityEntry>

const page = {
  cursor: z
    .string('cursor must be text.')
    .max(300, 'This isn’t a cursor.')
    .optional()
    .describe('The `next_cursor` of the last page.'),
  limit,
}
const feed = z.object({
  items: z.array(activityEntry).describe('Entries, latest first.'),
  next_cursor: z.string().nullable().describe('`cursor` of the next page. Null on the last page.'),
})

export const activityContract = group(
  {
    name: 'Activity',
    area: 'Content',
    about: 'Who did what in a workspace or a document, latest first.',
  },
  {
    workspace: endpoint({
      path: '/workspace/activity',
      access: access.workspace('viewer', 'content:read'),
      summary: 'List what happened to the documents, plans, posts and reports of a workspace, latest first.',
      example: { workspace_id: exampleId },
      input: z.strictObject({ workspace_id: id('workspace_id'), ...page }),
      output: feed,
    }),
    document: endpoint({
      path: '/documents/activity',
      access: access.resource('viewer', 'content:read'),
      summary: 'List what happened to a document, latest first.',
      input: z.strictObject({ _id: id().describe('Id of the document.'), ...page }),
      output: feed,
    }),
  },
)
