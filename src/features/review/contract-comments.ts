import { z } from 'zod'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { exampleId, getPage, guestFields, id, itemId, paging, text, timestamp } from '#kit/fields.ts'

export const maxQuoteLength = 1000
export const maxCommentLength = 5000

export const maxMentions = 20

export const mention = z
  .object({
    user_id: itemId.nullable().describe('Id of the user. Null for guests, and in imported workspaces.'),
    name: z.string().meta({ description: 'Their name as it was then.', examples: ['Grace Hopper'] }),
  })
  .meta({ id: 'Mention' })
export type Mention = z.output<typeof mention>

/** Input of a comment. */
export const mentionsField = z
  .array(id('mentions'), 'mentions must be a list of user ids.')
  .max(maxMentions, `mentions can have up to ${maxMentions} ids.`)
  .optional()
  .meta({
    description:
      'Members only: ids of members to mention. The text has @ and the name of each; those whose name isn’t in it aren’t mentioned. Guests write @ and the name of a member who commented.',
    examples: [[exampleId]],
  })

const mentions = z.array(mention).describe('Members who are mentioned: the text has @ and their name.')

export const comment = z
  .object({
    _id: itemId.describe('Id of the comment.'),
    document_id: itemId.describe('Id of the document.'),
    parent_id: itemId.nullable().describe('Id of the comment it replies to. Null if it starts a thread.'),
    quote: z.string().meta({
      description: 'The passage it’s about, as it was then. Empty if it’s about the whole document.',
      examples: ['Steep it for 16 hours.'],
    }),
    prefix: z
      .string()
      .meta({ description: 'The words before the passage when the comment was added.', examples: ['Add the water.'] }),
    suffix: z.string().meta({ description: 'The words after it.', examples: ['Then strain it.'] }),
    text: z.string().meta({ description: 'The comment.', examples: ['Our guide says 12 hours.'] }),
    mentions,
    author: z
      .object({
        kind: z.enum(['member', 'guest']).describe('A member of the workspace, or a guest of the review link.'),
        name: z.string().meta({ description: 'The member’s name, or what the guest entered.', examples: ['Ada'] }),
        key: z
          .string()
          .nullable()
          .meta({
            description:
              'Name of the API key that the member wrote it with. Null without one, and for guests who read it.',
            examples: ['Nightly export'],
          }),
      })
      .describe('Who wrote it.'),
    created_at: timestamp.describe('When it was written.'),
    resolved_at: timestamp.nullable().describe('When its thread was resolved. Null while it’s open, and in replies.'),
    resolved_by: z
      .string()
      .nullable()
      .meta({ description: 'Who resolved it. Null while it’s open.', examples: ['Grace'] }),
    orphaned: z.boolean().describe('Whether the passage isn’t in the text any more.'),
  })
  .meta({ id: 'Comment' })
export type Comment = z.output<typeof comment>

/** Which comments of a document or a plan are listed. */
export const listFields = {
  resolved: z
    .boolean('resolved must be true or false.')
    .optional()
    .describe('True for resolved threads only, false for open ones only.'),
  pass: guestFields.pass,
  ...paging,
}

export const resolveInput = z.strictObject({
  _id: id().describe('Id of the comment.'),
  resolved: z.boolean('resolved must be true or false.').default(true).describe('False reopens the thread.'),
  ...guestFields,
})

const documentId = id('document_id').describe('Id of the document.')
const around = (field: string, where: string) =>
  text(field, 200, 0)
    .optional()
    .meta({ description: `Up to 200 characters ${where} the passage.`, examples: [''] })

export const commentsContract = group('Review', {
  add: endpoint({
    path: '/ai/comments/add',
    access: access.reviewer('viewer', 'content:write', 'comment'),
    summary: 'Comment on a passage of a document, or on all of it. With parent_id, reply.',
    effect: 'write',
    input: z.strictObject({
      document_id: documentId,
      quote: text('quote', maxQuoteLength, 0)
        .default('')
        .meta({
          description: 'The passage, as the text shows it. Omit it for the whole document.',
          examples: ['Steep it for 16 hours.'],
        }),
      prefix: around('prefix', 'before'),
      suffix: around('suffix', 'after'),
      text: text('text', maxCommentLength).meta({
        description: 'The comment.',
        examples: ['Our guide says 12 hours.'],
      }),
      mentions: mentionsField,
      parent_id: id('parent_id').optional().describe('Id of the comment to reply to.'),
      ...guestFields,
    }),
    example: { document_id: exampleId, quote: 'Steep it for 16 hours.', text: 'Our guide says 12 hours.' },
    output: z.object({ comment: comment.describe('The comment.') }),
  }),
  list: endpoint({
    path: '/ai/comments/list',
    access: access.reviewer('viewer', 'content:read', 'comment'),
    summary: 'List the comments on a document, oldest first.',
    effect: 'read',
    input: z.strictObject({
      document_id: documentId,
      ...listFields,
    }),
    output: getPage(comment),
  }),
  resolve: endpoint({
    path: '/ai/comments/resolve',
    access: access.reviewer('viewer', 'content:write', 'comment'),
    summary: 'Resolve the thread of a comment, or reopen it.',
    effect: 'write',
    input: resolveInput,
    output: z.object({ comment: comment.describe('The comment that starts the thread.') }),
  }),
})
