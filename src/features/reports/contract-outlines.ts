import { z } from 'zod'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { id, itemId, timestamp } from '#kit/fields.ts'
import { headingTypes } from './contract-sections.ts'

/** An outline as stored: the workspace's for a report, one of its topics, or for new documents without a report. */

export const maxOutlineHeadings = 500

const outlineHeading = z.strictObject({
  type: z.enum(headingTypes, `type must be one of: ${headingTypes.join(', ')}.`).describe('Level of the heading.'),
  text: z
    .string('text must be a string.')
    .min(1, 'text is missing.')
    .max(300, 'text can have up to 300 characters.')
    .meta({ description: 'Text of the heading.', examples: ['How to make cold brew coffee'] }),
})

export const storedOutline = z.object({
  report_id: itemId.nullable().describe('Id of the report. Null for new documents without a report.'),
  cluster_id: itemId.nullable().describe('Id of the report’s topic. Null for the whole report.'),
  headings: z
    .array(
      z.object({
        type: z.enum(headingTypes).describe('Level of the heading.'),
        text: z.string().describe('Text of the heading.'),
      }),
    )
    .describe('Headings, in order.'),
  version: z.number().meta({ description: 'Number of the version. 0 if there’s none yet.', examples: [1] }),
  updated_at: timestamp.nullable().describe('When it was last changed. Null if there’s none yet.'),
})
export type StoredOutline = z.output<typeof storedOutline>

const ref = {
  workspace_id: id('workspace_id'),
  report_id: id('report_id').optional().describe('Id of the report. Omit it for new documents without a report.'),
  cluster_id: id('cluster_id').optional().describe('Id of a topic of the report.'),
}

export const outlinesContract = group('Reports', {
  get: endpoint({
    path: '/outlines/get',
    access: access.workspace('viewer', 'reports:read'),
    summary: 'Get the workspace’s outline for a report, a topic or new documents.',
    input: z.strictObject(ref),
    output: z.object({ outline: storedOutline.describe('The outline.') }),
  }),
  save: endpoint({
    path: '/outlines/save',
    access: access.workspace('editor', 'reports:write'),
    summary: 'Save the workspace’s outline. A stale version answers 409.',
    input: z.strictObject({
      ...ref,
      headings: z
        .array(outlineHeading)
        .max(maxOutlineHeadings, 'headings can have up to 500 entries.')
        .describe('Headings, in order.'),
      version: z
        .number('version must be a number.')
        .int('version must be a whole number.')
        .min(0, 'version must be 0 or more.')
        .meta({ description: 'The version you edited, or 0 for a new outline.', examples: [1] }),
    }),
    output: z.object({ outline: storedOutline.describe('The outline.') }),
  }),
})
