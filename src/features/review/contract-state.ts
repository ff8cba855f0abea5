import { z } from 'zod'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { exampleId, guestFields, id, itemId, text, timestamp } from '#kit/fields.ts'

/** `changes`: changes were requested. */
export const reviewStates = ['draft', 'review', 'changes', 'approved'] as const
export type ReviewStateName = (typeof reviewStates)[number]

export const maxNoteLength = 1000

export const reviewState = z
  .object({
    state: z
      .enum(reviewStates)
      .describe(
        '`draft`, `review`, `changes` when changes were requested, or `approved`. An edit reopens an approved one as `review`.',
      ),
    version: z.number().meta({ description: 'Version of the document that this was said of.', examples: [3] }),
    reopened: z.boolean().describe('Whether it was approved and edited since.'),
    by: z
      .object({
        kind: z.enum(['member', 'guest']).describe('A member of the workspace, or a guest of the review link.'),
        name: z.string().meta({ description: 'The member’s name, or what the guest entered.', examples: ['Ada'] }),
      })
      .describe('Who said so.'),
    at: timestamp.describe('When it was said.'),
    note: z.string().meta({ description: 'What they added. Empty if nothing.', examples: ['Please add prices.'] }),
  })
  .meta({ id: 'ReviewState' })
export type ReviewState = z.output<typeof reviewState>

const item = z
  .object({
    _id: itemId.describe('Id of the document.'),
    review: reviewState.nullable().describe('Its state. Null for a draft that nobody sent to review.'),
  })
  .describe('The document.')
const documentId = id().describe('Id of the document.')

export const reviewStateContract = group('Review', {
  set: endpoint({
    path: '/ai/review',
    access: access.reviewer('editor', 'content:write', 'comment'),
    summary: 'Send a document to review, approve it or request changes. Guests can approve and request changes.',
    effect: 'write',
    input: z.strictObject({
      _id: documentId,
      state: z.enum(reviewStates, `state must be one of: ${reviewStates.join(', ')}.`).describe('The new state.'),
      note: text('note', maxNoteLength, 0)
        .optional()
        .meta({ description: 'What to add, such as what to change.', examples: ['Please add prices.'] }),
      version: z
        .int('version must be a whole number.')
        .min(1, 'version must be at least 1.')
        .optional()
        .describe('The version you read. If it was edited since, the call is refused.'),
      ...guestFields,
    }),
    example: { _id: exampleId, state: 'approved', version: 3 },
    output: z.object({ item }),
  }),
  get: endpoint({
    path: '/ai/review/get',
    access: access.reviewer('viewer', 'content:read', 'read'),
    summary: 'Get whether a document is in review or approved.',
    effect: 'read',
    input: z.strictObject({ _id: documentId, pass: guestFields.pass }),
    output: z.object({ item }),
  }),
})
