import { z } from 'zod'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { exampleId, id, itemId } from '#kit/fields.ts'

/** Who works on a document, and until when. */

export const documentOwner = {
  owner_id: itemId.nullable().describe('Id of the member who owns it. Null if nobody does.'),
  owner: z
    .string()
    .nullable()
    .meta({ description: 'Name of its owner, who may have left. Null if nobody owns it.', examples: ['Ada Lovelace'] }),
  due_on: z
    .string()
    .nullable()
    .meta({ description: 'Due date. Null without one.', examples: ['2026-12-04'] }),
}

export const documentDueFilters = ['late', 'week', 'month', 'none'] as const
export type DocumentDue = (typeof documentDueFilters)[number]
export const documentSorts = ['-updated_at', 'due_on', '-due_on'] as const
export type DocumentSort = (typeof documentSorts)[number]

/** Filters and order of the list of documents. */
export const documentWork = {
  owner_id: z
    .union([z.uuid(), z.literal('none')], 'owner_id must be a user’s id or none.')
    .optional()
    .meta({ description: 'Only documents of this owner, or `none`.', examples: [exampleId] }),
  due: z
    .enum(documentDueFilters, `due must be one of: ${documentDueFilters.join(', ')}.`)
    .optional()
    .describe(
      'Due: late, within 7 or 31 days, or no date. A document that is approved, published, or of a plan item whose work is done isn’t late.',
    ),
  sort: z
    .enum(documentSorts, `sort must be one of: ${documentSorts.join(', ')}.`)
    .optional()
    .describe('Sort order. Documents without a date come last. Default: most recently updated first.'),
}

export const assignmentContract = group('Writing', {
  assign: endpoint({
    path: '/ai/assign',
    access: access.resource('editor', 'content:write'),
    summary: 'Set the owner and due date of a document. Its text and version stay as they are.',
    input: z.strictObject({
      _id: id().describe('Id of the document.'),
      owner_id: id('owner_id')
        .nullable()
        .optional()
        .describe('Id of the member who owns it, who is notified. Null for nobody.'),
      due_on: z.iso
        .date('due_on must be a date such as 2026-12-04.')
        .nullable()
        .optional()
        .meta({ description: 'Due date. Null removes it.', examples: ['2026-12-04'] }),
    }),
    output: z.object({
      item: z.object({ _id: itemId.describe('Id of the document.'), ...documentOwner }).describe('The document.'),
    }),
    example: { _id: exampleId, owner_id: exampleId, due_on: '2026-12-04' },
  }),
})

export type Assignment = z.output<typeof assignmentContract.assign.output>['item']
