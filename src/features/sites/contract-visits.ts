import { z } from 'zod'
import { access, endpoint } from '#kit/endpoint.ts'
import { exampleId, getPage, id, itemId, paging, timestamp } from '#kit/fields.ts'
import { period } from './contract-period.ts'
import { crawlerPurposes } from './contract-site.ts'

const siteId = id().describe('Id of the site.')
const read = access.resource('viewer', 'sites:read')
const edit = access.resource('editor', 'sites:write')
const count = (description: string, example: number) => z.number().meta({ description, examples: [example] })
const day = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: ['2026-11-19'] })
const upload = (description: string) => z.instanceof(File, { error: 'file must be a file.' }).describe(description)

export const visitLog = z
  .object({
    _id: itemId.describe('Id of the log.'),
    file_name: z.string().meta({ description: 'Name of the file.', examples: ['access.log.1.gz'] }),
    from: day('First day in the log. Null if no line has one.'),
    to: day('Last day in the log. Null if no line has one.'),
    lines: count('Lines of the log.', 48_210),
    visits: count('Of these, visits of the listed bots.', 1904),
    added: count('Of these, visits that no earlier log had.', 1640),
    unread: count('Lines that look like one of these bots and can’t be read.', 0),
    elsewhere: count('Visits of pages that aren’t the site’s.', 0),
    created_at: timestamp.describe('When it was uploaded.'),
  })
  .meta({ id: 'SiteVisitLog' })
export type VisitLogRecord = z.output<typeof visitLog>

const statuses = z
  .array(z.object({ status: count('HTTP status.', 200), visits: count('Visits that got it.', 1800) }))
  .describe('Visits by HTTP status, most first.')

export const botVisits = z
  .object({
    bot: z.string().meta({ description: 'What it calls itself.', examples: ['OAI-SearchBot'] }),
    vendor: z.string().meta({ description: 'Whose it says it is.', examples: ['OpenAI'] }),
    purpose: z.enum(crawlerPurposes).describe('As in `ai_crawlers` of sites.'),
    about: z.string().describe('What it’s for, by its vendor’s documentation.'),
    visits: count('Visits of pages.', 412),
    files: count('Requests of images, styles and scripts.', 60),
    robots: count('Requests of robots.txt, sitemaps and llms.txt.', 12),
    last_at: timestamp.nullable().describe('Its latest request in all logs. Null if it never came.'),
    statuses,
    pages: z
      .array(z.object({ path: z.string().describe('Path without its query.'), visits: z.number().describe('Visits.') }))
      .describe('The five pages it visited most.'),
    unvisited: z
      .number()
      .nullable()
      .describe('Indexable pages of the latest crawl that it didn’t visit in these days. Null without a crawl.'),
  })
  .meta({ id: 'SiteBotVisits' })
export type BotVisits = z.output<typeof botVisits>

export const referrals = z
  .object({
    file_name: z.string().describe('Name of the file.'),
    from: day('First day of the export. Null if it doesn’t say.'),
    to: day('Last day of the export. Null if it doesn’t say.'),
    sessions: count('Sessions from assistants.', 84),
    all_sessions: count('Sessions from all sources in the export.', 5120),
    rows: count('Rows of the export.', 640),
    rejected: count('Rows that can’t be read.', 0),
    assistants: z
      .array(
        z.object({
          assistant: z.string().meta({ description: 'The assistant.', examples: ['ChatGPT'] }),
          sources: z.array(z.string()).meta({ description: 'Its sources in the export.', examples: [['chatgpt.com']] }),
          sessions: count('Sessions from it.', 61),
          pages: z
            .array(
              z.object({
                page: z.string().nullable().describe('Landing page. Null where the export has none.'),
                sessions: z.number().describe('Sessions that began there.'),
              }),
            )
            .describe('Landing pages, most sessions first, up to 50.'),
        }),
      )
      .describe('Assistants, most sessions first.'),
    created_at: timestamp.describe('When it was uploaded.'),
  })
  .meta({ id: 'SiteReferrals' })
export type Referrals = z.output<typeof referrals>

export const visitEndpoints = {
  uploadLog: endpoint({
    path: '/sites/bots/upload',
    access: edit,
    summary:
      'Upload a server log in the combined format, as text or gzip. Visits of AI crawlers are counted; IP addresses aren’t stored. Lines that an earlier log had are counted once.',
    body: 'multipart',
    maxBytes: 52_000_000,
    rate: 'One file per account is read at a time. Up to four more wait; the next returns 429.',
    input: z.strictObject({
      _id: siteId,
      file: upload('The log, up to 50 MB, or 1,000 MB unpacked, with up to 500,000 visits of these bots.'),
    }),
    output: z.object({
      log: visitLog.describe('What the log had.'),
      repeated: z.boolean().describe('Whether this file was uploaded before. Then nothing changed.'),
    }),
  }),
  bots: endpoint({
    path: '/sites/bots',
    access: read,
    summary:
      'Get visits of AI crawlers from uploaded server logs. Bots are recognized by their user agents, which anybody can use: IP addresses aren’t checked.',
    input: z.strictObject({ _id: siteId, ...period }),
    output: z.object({
      from: day('First day. Null without logs.'),
      to: day('Last day. Null without logs.'),
      days: count('Days in this period that a log has lines of.', 28),
      crawled_pages: z
        .number()
        .nullable()
        .describe('Indexable pages of the latest crawl, which visits are compared with. Null without a crawl.'),
      incomplete: z
        .boolean()
        .describe('Whether a log had more pages of a bot than are stored per day. Then some pages weren’t compared.'),
      bots: z.array(botVisits).describe('All bots with user agents, most visits first.'),
      logs: z.array(visitLog).describe('The latest logs, up to 50.'),
    }),
  }),
  botPages: endpoint({
    path: '/sites/bots/pages',
    access: read,
    summary: 'List the pages that a bot visited, most visits first, or the indexable pages that it didn’t visit.',
    example: { _id: exampleId, bot: 'OAI-SearchBot', view: 'unvisited' },
    input: z.strictObject({
      _id: siteId,
      bot: z
        .string('bot must be text.')
        .max(100, 'bot can have up to 100 characters.')
        .meta({ description: 'Name of the bot.', examples: ['OAI-SearchBot'] }),
      view: z
        .enum(['visited', 'unvisited'], 'view must be visited or unvisited.')
        .default('visited')
        .describe('Which.'),
      ...period,
      ...paging,
    }),
    output: getPage(
      z.object({
        path: z.string().meta({ description: 'Path without its query.', examples: ['/guides/ratio'] }),
        url: z.string().nullable().describe('URL of the crawled page. Null if no crawl has it.'),
        visits: z.number().describe('Visits. 0 for pages it didn’t visit.'),
        last_at: timestamp.nullable().describe('Its latest visit in these days. Null without one.'),
        statuses,
      }),
    ),
  }),
  removeLogs: endpoint({
    path: '/sites/bots/remove',
    access: edit,
    summary: 'Delete all visits of bots that logs of a site had.',
    input: z.strictObject({ _id: siteId }),
    output: z.object({}),
  }),
  uploadReferrals: endpoint({
    path: '/sites/referrals/upload',
    access: edit,
    summary:
      'Upload a Google Analytics export (CSV or XLSX) with session source, landing page and sessions. It replaces the earlier one.',
    body: 'multipart',
    maxBytes: 26_000_000,
    rate: 'One file per account is read at a time. Up to four more wait; the next returns 429.',
    input: z.strictObject({ _id: siteId, file: upload('The export, up to 25 MB.') }),
    output: z.object({ referrals: referrals.describe('Sessions from assistants.') }),
  }),
  referrals: endpoint({
    path: '/sites/referrals',
    access: read,
    summary: 'Get sessions that came from AI assistants, from the latest uploaded Google Analytics export.',
    input: z.strictObject({ _id: siteId }),
    output: z.object({ referrals: referrals.nullable().describe('Null without an export.') }),
  }),
  removeReferrals: endpoint({
    path: '/sites/referrals/remove',
    access: edit,
    summary: 'Delete the sessions of an uploaded Google Analytics export.',
    input: z.strictObject({ _id: siteId }),
    output: z.object({}),
  }),
}
