import { z } from 'zod'
import { sectionNames } from '#features/reports/contract-sections.ts'
import { access, endpoint, fileDownload, group } from '#kit/endpoint.ts'
import { exampleId, id, itemId, timestamp } from '#kit/fields.ts'

/** What a feed shows. */
export const feedKinds = ['report', 'list', 'listener', 'plan', 'tracker'] as const
export type FeedKind = (typeof feedKinds)[number]

export const feedFiles = ['data.csv', 'data.json'] as const

export const dataFeed = z
  .object({
    _id: itemId.describe('Id of the feed.'),
    workspace_id: itemId.describe('Id of the workspace.'),
    kind: z.enum(feedKinds).describe('What it shows.'),
    source_id: itemId.describe('Id of the report, list, listener, plan or rank tracker.'),
    section: z
      .enum(sectionNames)
      .nullable()
      .describe('Section of the report. Null for the keywords, and for everything else.'),
    title: z.string().meta({ description: 'What it shows, when it was created.', examples: ['cold brew coffee'] }),
    csv_url: z.string().meta({
      description: 'The table as CSV. Anyone with the URL can read it.',
      examples: ['https://seo.example.com/feeds/data/…/data.csv'],
    }),
    json_url: z.string().meta({
      description: 'The same as JSON: its `rows` are the table.',
      examples: ['https://seo.example.com/feeds/data/…/data.json'],
    }),
    made_by: z
      .string()
      .nullable()
      .meta({ description: 'Email of who created it. Null if that account is gone.', examples: ['ada@example.com'] }),
    last_read_at: timestamp.nullable().describe('When it was last read, to the minute. Null if never.'),
    created_at: timestamp.describe('When it was created.'),
  })
  .meta({ id: 'DataFeed' })
export type DataFeed = z.output<typeof dataFeed>

/** API keys can't create feeds: what a leaked key made would outlive it. */
const people = access.workspace('editor', null)

export const dataFeedsContract = group(
  {
    name: 'Data feeds',
    area: 'Account',
    about:
      'Addresses at which spreadsheets and dashboards read reports, lists, listeners, plans and ranks as CSV or JSON.',
  },
  {
    add: endpoint({
      path: '/data_feeds/add',
      access: people,
      summary: 'Get the feed of a report, list, listener, plan or rank tracker. It’s created the first time.',
      example: { workspace_id: exampleId, kind: 'report', source_id: exampleId, section: 'questions' },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        kind: z.enum(feedKinds, `kind must be one of: ${feedKinds.join(', ')}.`).describe('What the feed shows.'),
        source_id: id('source_id').describe('Id of the report, list, listener, plan or rank tracker.'),
        section: z
          .enum(sectionNames, `section must be one of: ${sectionNames.join(', ')}.`)
          .optional()
          .describe('Section of a report. Default: its keywords.'),
      }),
      output: z.object({ feed: dataFeed.describe('The feed.') }),
    }),
    list: endpoint({
      path: '/data_feeds/list',
      access: people,
      summary: 'List a workspace’s feeds, newest first.',
      input: z.strictObject({ workspace_id: id('workspace_id') }),
      output: z.object({
        items: z.array(dataFeed).describe('All feeds of the workspace.'),
        total: z.number().describe('Number of feeds.'),
      }),
    }),
    remove: endpoint({
      path: '/data_feeds/remove',
      access: access.resource('editor', null),
      summary: 'Revoke a feed. Its addresses stop working immediately; a new feed of the same table gets others.',
      input: z.strictObject({ _id: id().describe('Id of the feed.') }),
      output: z.object({}),
    }),
    read: fileDownload({
      method: 'GET',
      path: '/feeds/data/:token/:file',
      access: access.public,
      anyOrigin: true,
      summary:
        'Read a feed, at its secret address: as CSV for spreadsheets, with formulas as text, or as JSON with the table in `rows`.',
      rate: '120 per hour per feed.',
      files: ['text/csv', 'application/json'],
      input: z.strictObject({
        token: z
          .string()
          .max(200)
          .meta({ description: 'Token of the feed.', examples: ['AZoJX…'] }),
        file: z.enum(feedFiles, `The address must end with ${feedFiles.join(' or ')}.`).describe('The format.'),
      }),
      output: z.object({}),
    }),
  },
)
