import { z } from 'zod'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { exampleId, getPage, guestFields, id, itemId, paging, timestamp } from '#kit/fields.ts'

/** Suggested changes of one text. A text with more is compared by line, and then as a whole. */
export const maxSuggestions = 500

export const suggestion = z
  .object({
    _id: itemId.describe('Id of the suggestion.'),
    document_id: itemId.describe('Id of the document.'),
    proposal_id: itemId.describe('Id of the guest’s text that it’s a change of.'),
    author: z
      .object({
        kind: z.literal('guest').describe('A guest of the review link.'),
        name: z.string().meta({ description: 'The name that the guest entered.', examples: ['Ada'] }),
      })
      .describe('Who suggests it.'),
    at: timestamp.describe('When the guest saved it.'),
    base_version: z.number().meta({ description: 'Version of the document that the guest edited.', examples: [3] }),
    before: z.string().meta({
      description: 'Markdown of the passage to replace. Empty if something is inserted.',
      examples: ['16 hours'],
    }),
    after: z
      .string()
      .meta({ description: 'Markdown of what replaces it. Empty if it’s deleted.', examples: ['12 hours'] }),
    prefix: z.string().meta({ description: 'Up to 80 characters before it.', examples: ['Steep it for '] }),
    suffix: z.string().meta({ description: 'Up to 80 characters after it.', examples: ['.'] }),
    state: z
      .enum(['open', 'conflict'])
      .describe('`conflict`: the passage was changed since, so the suggestion can’t be accepted. See `now`.'),
    now: z.string().nullable().describe('The passage as it’s now. Null unless `state` is `conflict`.'),
  })
  .meta({ id: 'Suggestion' })
export type SuggestionItem = z.output<typeof suggestion>

const documentId = id('document_id').describe('Id of the document.')
const chosen = {
  document_id: documentId,
  ids: z
    .array(id('ids'))
    .min(1, 'ids needs at least one id.')
    .max(maxSuggestions, `ids can have up to ${maxSuggestions} entries.`)
    .optional()
    .describe('Ids of the suggestions. Omit them for all.'),
}

export const suggestionsContract = group('Review', {
  list: endpoint({
    path: '/ai/suggestions/list',
    access: access.reviewer('viewer', 'content:read', 'write'),
    summary: 'List the changes that guests suggest in a document and nobody decided on, oldest first.',
    effect: 'read',
    input: z.strictObject({ document_id: documentId, pass: guestFields.pass, ...paging }),
    output: getPage(suggestion),
  }),
  text: endpoint({
    path: '/ai/suggestions/text',
    access: access.reviewer('viewer', 'content:read', 'write'),
    summary: 'Get the text that a guest edits: the saved one, with the changes of an earlier text of theirs.',
    effect: 'read',
    input: z.strictObject({
      document_id: documentId,
      replaces: id('replaces').optional().describe('Id of the guest’s earlier text.'),
      pass: guestFields.pass,
    }),
    output: z.object({
      content_md: z.string().meta({ description: 'The text in Markdown.', examples: ['Steep it for 12 hours.'] }),
      version: z.number().meta({ description: 'Version of the document that it’s based on.', examples: [3] }),
    }),
  }),
  accept: endpoint({
    path: '/ai/suggestions/accept',
    access: access.resource('editor', 'content:write'),
    summary:
      'Accept suggestions: their changes are saved as a version of the document. Those that conflict with later edits stay.',
    effect: 'write',
    input: z.strictObject(chosen),
    example: { document_id: exampleId, ids: [exampleId] },
    output: z.object({
      accepted: z.number().meta({ description: 'Number of accepted suggestions.', examples: [2] }),
      conflicts: z.number().meta({ description: 'Number of those that conflict with later edits.', examples: [0] }),
      version: z.number().meta({ description: 'Version of the document now.', examples: [4] }),
    }),
  }),
  reject: endpoint({
    path: '/ai/suggestions/reject',
    access: access.resource('editor', 'content:write'),
    summary: 'Reject suggestions. The document stays as it is.',
    effect: 'write',
    input: z.strictObject(chosen),
    example: { document_id: exampleId, ids: [exampleId] },
    output: z.object({
      rejected: z.number().meta({ description: 'Number of rejected suggestions.', examples: [2] }),
    }),
  }),
})
