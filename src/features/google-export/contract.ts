import { z } from 'zod'
import { sectionNames } from '#features/reports/contract-sections.ts'
import { access, endpoint, group } from '#kit/endpoint.ts'
import { exampleId, id, itemId, timestamp } from '#kit/fields.ts'
import { googleFileKinds } from '#providers/google-drive/port.ts'

/** What can be exported: a document to Google Docs, a section of a report to Google Sheets. */
export const googleSources = ['document', 'report'] as const
export type GoogleSource = (typeof googleSources)[number]

const source = {
  kind: z
    .enum(googleSources, `kind must be one of: ${googleSources.join(', ')}.`)
    .describe('What to export: a document to Google Docs, a section of a report to Google Sheets.'),
  source_id: id('source_id').describe('Id of the document or report.'),
  section: z
    .enum(sectionNames, `section must be one of: ${sectionNames.join(', ')}.`)
    .optional()
    .describe('Section of a report. Default: its keywords.'),
}

export const googleTarget = z.strictObject(source).meta({ id: 'GoogleExportTarget' })
export type GoogleTarget = z.output<typeof googleTarget>

export const googleFile = z
  .object({
    kind: z.enum(googleFileKinds).describe('What Google made of it.'),
    name: z.string().meta({ description: 'Name of the file.', examples: ['cold brew coffee'] }),
    url: z.string().meta({
      description: 'Opens the file, in the Google account it belongs to.',
      examples: ['https://docs.google.com/spreadsheets/d/1AbC…/edit'],
    }),
  })
  .meta({ id: 'GoogleFile' })
export type GoogleFileLink = z.output<typeof googleFile>

export const googleConnection = z
  .object({
    available: z.boolean().describe('Whether Google Docs and Sheets are set up on this server.'),
    connected_at: timestamp
      .nullable()
      .describe('When you connected your Google account for this workspace. Null if it isn’t connected.'),
  })
  .meta({ id: 'GoogleConnection' })
export type GoogleConnection = z.output<typeof googleConnection>

/** A connection is of one person and their Google account, so API keys have none and support can't use it. */
const member = access.workspace('viewer', null)

export const googleExportContract = group(
  {
    name: 'Google Docs and Sheets',
    area: 'Account',
    about:
      'Export documents and reports to the Google Drive of the person who asks. Earshot sees only the files it creates there.',
  },
  {
    connection: endpoint({
      path: '/google/connection',
      access: member,
      summary: 'See whether your Google account is connected for a workspace.',
      effect: 'read',
      input: z.strictObject({ workspace_id: id('workspace_id') }),
      output: z.object({ connection: googleConnection.describe('Your connection.') }),
    }),
    connect: endpoint({
      path: '/google/connect',
      access: member,
      summary:
        'Start connecting your Google account. Send the person to `url`; Google sends them back to `/app/google`.',
      support: false,
      effect: 'write',
      example: { workspace_id: exampleId, export: { kind: 'document', source_id: exampleId } },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        export: googleTarget.optional().describe('What to export once it’s connected. `/google/finish` returns it.'),
      }),
      output: z.object({
        url: z.string().meta({
          description: 'Google’s consent page. Valid for 15 minutes.',
          examples: ['https://accounts.google.com/o/oauth2/v2/auth?client_id=…'],
        }),
      }),
    }),
    finish: endpoint({
      path: '/google/finish',
      access: access.user,
      summary: 'Finish connecting after consent, with what Google sent to `/app/google`.',
      support: false,
      input: z.strictObject({
        state: z
          .string('state is missing.')
          .min(1, 'state is missing.')
          .max(500, 'state is too long.')
          .describe('As Google returned it.'),
        code: z
          .string('code is missing.')
          .min(1, 'code is missing.')
          .max(2000, 'code is too long.')
          .describe('As Google returned it.'),
      }),
      output: z.object({
        workspace_id: itemId.describe('Id of the workspace it’s connected for.'),
        export: googleTarget.nullable().describe('The export to start after connecting. Null if there is none.'),
      }),
    }),
    disconnect: endpoint({
      path: '/google/disconnect',
      access: member,
      summary: 'Revoke your consent at Google and delete the connection. Files stay in your Drive.',
      support: false,
      effect: 'delete',
      input: z.strictObject({ workspace_id: id('workspace_id') }),
      output: z.object({}),
    }),
    export: endpoint({
      path: '/google/export',
      access: member,
      summary: 'Create a Google Doc of a document, or a Google Sheet of a section of a report, in your Drive.',
      support: false,
      effect: 'write',
      idempotent: true,
      rate: '60 per hour per person.',
      example: { workspace_id: exampleId, kind: 'report', source_id: exampleId, section: 'questions' },
      input: z.strictObject({ workspace_id: id('workspace_id'), ...source }),
      output: z.object({ file: googleFile.describe('The new file.') }),
    }),
  },
)
