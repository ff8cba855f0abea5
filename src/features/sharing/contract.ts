import { z } from 'zod'
import { shownBrand } from '#features/domains/contract.ts'
import {
  finding,
  opportunities,
  report,
  row,
  rowAnswer,
  rowFilter,
  rowQuery,
  sectionNames,
  topicAnswers,
} from '#features/reports/contract.ts'
import { access, endpoint, fileDownload, group } from '#kit/endpoint.ts'
import { exampleId, id, itemId, line, text, timestamp } from '#kit/fields.ts'
import { reportExtra } from './contract-extras.ts'
import { mailingCalls } from './contract-mailings.ts'

export * from './contract-extras.ts'
export * from './contract-mailings.ts'

export const share = z
  .object({
    token: z.string().describe('Token of the link.'),
    url: z.string().meta({ description: 'URL of the shared report.', examples: ['https://example.com/page'] }),
    title: z
      .string()
      .nullable()
      .meta({
        description: 'Title for readers. Null: the report is called by its query.',
        examples: ['Standing desks: what people search for'],
      }),
    sections: z.array(z.string()).meta({ description: 'Sections that are shared.', examples: [['overview']] }),
    has_password: z.boolean().describe('Whether the link needs a password.'),
    expires_at: timestamp.nullable().describe('When the link expires. Null if it doesn’t.'),
  })
  .meta({ id: 'Share' })
export type Share = z.output<typeof share>

const { hidden: _hidden, ...sharedRowFields } = rowFilter

/** Which keywords a reader of a link asks for: hidden ones are never shared. */
export const sharedRows = z.strictObject({ ...sharedRowFields, sort: rowQuery.sort }).meta({
  description:
    'Which keywords `rows` of the response has: the filter and the sort of `/reports/rows`. `cluster_ids` needs the section clusters, `serp_features` and sorting by it the section serp.',
  examples: [{ volume_min: 500 }],
})
export type SharedRows = z.output<typeof sharedRows>

export const maxSharedRows = 20_000

const aboutOpportunities =
  'Keywords worth a page. Null where keywords aren’t shared, and before the report is finished.'
const aboutTopics =
  'Up to ten main topics, most searched first. Empty where topics aren’t shared, and before the report is finished.'

export const sharingContract = group(
  { name: 'Sharing', area: 'Research', about: 'Share a report by link.' },
  {
    share: endpoint({
      path: '/reports/share',
      access: access.resource('editor', 'reports:write'),
      summary: 'Share a report by link. Sharing again changes what the link shows.',
      idempotent: true,
      example: { _id: exampleId, sections: ['overview', 'questions'] },
      input: z.strictObject({
        _id: id().describe('Id of the report.'),
        sections: z
          .array(z.enum(sectionNames, `sections may hold: ${sectionNames.join(', ')}.`))
          .min(1, 'sections is empty. Leave it out to share everything.')
          .max(sectionNames.length)
          .optional()
          .meta({ description: 'Sections to share.', examples: [['overview', 'questions']] }),
        title: line('title', 200)
          .optional()
          .meta({
            description:
              'Title for readers: on the cover, in the PDF and in link previews. Default: the report’s query, and for imports what it is, without the end of the file’s name.',
            examples: ['Standing desks: what people search for'],
          }),
        password: text('password', 200)
          .optional()
          .meta({ description: 'Password for the link. Omit it for none.', examples: ['correct horse battery'] }),
        expires_at: z.iso
          .datetime({ offset: true, error: 'expires_at must be an ISO 8601 time.' })
          .optional()
          .meta({ description: 'When the link expires. Omit it for never.', examples: ['2026-04-02T09:30:00.000Z'] }),
      }),
      output: z.object({ share: share.describe('The link.') }),
    }),
    unshare: endpoint({
      path: '/reports/unshare',
      access: access.resource('editor', 'reports:write'),
      summary: 'Disable a report’s link.',
      input: z.strictObject({ _id: id().describe('Id of the report.') }),
      output: z.object({}),
    }),
    sharing: endpoint({
      path: '/reports/sharing',
      access: access.resource('viewer', 'reports:read'),
      summary: 'Get a report’s link, if it’s shared.',
      input: z.strictObject({ _id: id().describe('Id of the report.') }),
      output: z.object({ share: share.nullable().describe('The link. Null if the report isn’t shared.') }),
    }),
    ...mailingCalls,
    pdf: fileDownload({
      method: 'GET',
      path: '/reports/pdf/:id',
      access: access.resource('viewer', 'reports:read'),
      summary: 'Get a report as a PDF. Where the server has no Chromium it redirects to a page to print.',
      files: ['application/pdf'],
      input: z.strictObject({ id: id('id').describe('Id of the report.') }),
      output: z.any(),
    }),
    sharedPdf: fileDownload({
      method: 'GET',
      path: '/shared/pdf/:token',
      access: access.public,
      summary: 'Get a shared report as a PDF, with the sections that are shared.',
      files: ['application/pdf'],
      input: z.strictObject({
        token: text('token', 200).describe('Token of the link.'),
        pass: z.string().max(200).optional().describe('The `pass` of `/shared/open`, if the link has a password.'),
        workspace_id: id('workspace_id')
          .optional()
          .describe('Id of the workspace. The link has to be one of it. Needed on its custom domain.'),
      }),
      output: z.any(),
    }),
    printable: endpoint({
      path: '/shared/print',
      access: access.public,
      summary: 'Get a report and its findings for the printable page.',
      input: z.strictObject({
        pass: text('pass', 3000).describe('The sealed part of the page’s URL.'),
        workspace_id: id('workspace_id').optional().describe('Id of the workspace. The report has to be in it.'),
      }),
      output: z.object({
        report: report.describe('The report, with its title for readers.'),
        brand: shownBrand.nullable().describe('Branding of the workspace. Null for the default.'),
        findings: z.array(finding).describe('Findings, counted from its rows.'),
        opportunities: opportunities.nullable().describe(aboutOpportunities),
        topics: z.array(topicAnswers).describe(aboutTopics),
        extras: z.array(reportExtra).describe('What an emailed report has besides the report.'),
        can_pdf: z.boolean().describe('Whether this server can make the PDF itself.'),
      }),
    }),
    open: endpoint({
      path: '/shared/open',
      access: access.public,
      summary: 'Get a shared report by its link, with the password if it has one.',
      input: z.strictObject({
        token: text('token', 200).describe('Token of the link.'),
        password: z
          .string()
          .max(200)
          .optional()
          .meta({ description: 'The link’s password, if it has one.', examples: ['correct horse battery'] }),
        pass: z.string().max(200).optional().describe('The `pass` of an earlier response, instead of the password.'),
        workspace_id: id('workspace_id').optional().describe('Id of the workspace.'),
        rows: sharedRows.optional(),
      }),
      output: z.object({
        report: report.nullable().describe('The report, with its title for readers. Null until the password is given.'),
        findings: z
          .array(finding)
          .describe('Findings, counted from its rows. Empty where overview or keywords aren’t shared.'),
        opportunities: opportunities.nullable().describe(aboutOpportunities),
        topics: z.array(topicAnswers).describe(aboutTopics),
        rows: z
          .object({
            items: z.array(row).max(maxSharedRows).describe(`Matching keywords, up to ${maxSharedRows} of them.`),
            total: z.number().describe('Number of matching keywords.'),
            of: z
              .number()
              .describe('Number of keywords without the filter. With template phrases if the filter asks for them.'),
            unknown: rowAnswer.unknown,
          })
          .nullable()
          .describe('The keywords that `rows` asks for. Null without it, and until the password is given.'),
        needs_password: z.boolean().describe('Whether a password is needed.'),
        brand: shownBrand.nullable().describe('Branding of the workspace. Null for the default.'),
        url: z.string().meta({
          description: 'Canonical URL: on the workspace’s custom domain, if it serves reports.',
          examples: ['https://example.com/page'],
        }),
        workspace_id: itemId.describe('Id of the workspace that shares it.'),
        pass: z.string().nullable().describe('A signed pass that replaces the password. Null if none was given.'),
      }),
    }),
  },
)
