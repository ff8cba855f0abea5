import { z } from 'zod'
import { access, endpoint, eventStream, fileDownload, group, tableFiles } from '#kit/endpoint.ts'
import { country, exampleId, getPage, id, language, paging } from '#kit/fields.ts'
import { keywordCalls } from './contract-keyword-calls.ts'
import {
  estimate,
  newReport,
  progress,
  query,
  report,
  reportDetails,
  reportHead,
  reportSorts,
  reportStatuses,
  reportTypes,
} from './contract-report.ts'
import { exportQuery, rowAnswer, rowQuery } from './contract-rows.ts'
import { row, sourceState } from './contract-sections.ts'
import { topicCalls } from './contract-topic-calls.ts'

export * from './contract-findings.ts'
export * from './contract-highlights.ts'
export * from './contract-keyword.ts'
export * from './contract-own.ts'
export * from './contract-report.ts'
export * from './contract-rows.ts'
export * from './contract-sections.ts'
export * from './contract-topics.ts'
export * from './contract-views.ts'

const read = (by: 'workspace' | 'resource') => access[by]('viewer', 'reports:read')
const write = (by: 'workspace' | 'resource') => access[by]('editor', 'reports:write')

export const reportsContract = group(
  { name: 'Reports', area: 'Research', about: 'Run reports, follow their progress, read rows and export files.' },
  {
    new: endpoint({
      path: '/reports/new',
      access: write('workspace'),
      summary: 'Run a report. With dry_run, only returns the cost.',
      idempotent: true,
      maxBytes: 25_000_000,
      example: { workspace_id: exampleId, type: 'topic', query: 'cold brew coffee', country: 'US', language: 'en' },
      input: newReport,
      output: z.object({
        report: reportHead.optional().describe('The report.'),
        reports: z.array(reportHead).optional().describe('The reports, if several were requested.'),
        estimate: estimate.describe('What it costs.'),
      }),
    }),
    checkstatus: endpoint({
      path: '/reports/checkstatus',
      access: read('resource'),
      summary: 'Get the progress of a report, or of up to 100 reports.',
      example: { _id: exampleId },
      input: z.strictObject({
        _id: id().optional().describe('Id of the report.'),
        ids: z
          .array(id('ids'))
          .min(1, 'ids is empty.')
          .max(100, 'ids can have up to 100 ids.')
          .optional()
          .describe('Ids of up to 100 reports.'),
      }),
      output: z.object({
        ...progress.partial().shape,
        items: z.array(progress).optional().describe('Progress of each report, if several were requested.'),
      }),
    }),
    events: eventStream({
      method: 'GET',
      path: '/reports/events/:id',
      access: read('resource'),
      summary: 'Stream progress as Server-Sent Events: source, rows, stage, done, failed.',
      input: z.strictObject({ id: id('id').describe('Id of the report.') }),
      output: z.object({
        source: sourceState.describe('A source changed.'),
        rows: z
          .object({
            total: z.number().describe('Number of rows found.'),
            latest: z.array(row).describe('The latest rows.'),
            progress: z.number().meta({ description: 'From 0 to 1. Never decreases.', examples: [0.4] }),
          })
          .describe('Rows arrived.'),
        stage: z
          .object({
            stage: z.string().meta({ description: 'Current stage.', examples: ['collect'] }),
            progress: z.number().meta({ description: 'From 0 to 1. Never decreases.', examples: [0.4] }),
            status: z.enum(reportStatuses).describe('Status of the report.'),
          })
          .describe('The stage changed.'),
        done: progress.describe('Last event: the report is finished.'),
        failed: progress.describe('Last event if the report failed.'),
      }),
    }),
    get: endpoint({
      method: 'GET',
      path: '/reports/get/:id',
      access: read('resource'),
      summary: 'Get a report with all its sections, or only those named (comma-separated).',
      input: z.strictObject({
        id: id('id').describe('Id of the report.'),
        sections: z.string().max(300).optional().describe('Sections to return, comma-separated. Default: all.'),
      }),
      output: z.object({ report: report.describe('The report.') }),
    }),
    rows: endpoint({
      path: '/reports/rows',
      access: read('resource'),
      summary: 'Get one section of a report, filtered, sorted and paginated on the server.',
      example: { _id: exampleId, section: 'questions', filters: { modifier: ['how'] }, sort: '-popularity', limit: 50 },
      input: z.strictObject({
        _id: id().describe('Id of the report.'),
        ...rowQuery,
        ...paging,
      }),
      output: getPage(z.record(z.string(), z.unknown())).extend(rowAnswer),
    }),
    ...keywordCalls,
    find: endpoint({
      path: '/reports/find',
      access: read('workspace'),
      summary: 'List a workspace’s reports, newest first unless `sort` says otherwise.',
      example: { workspace_id: exampleId, type: 'topic', q: 'coffee', page: 1, limit: 25 },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        type: z
          .enum(reportTypes, `type must be one of: ${reportTypes.join(', ')}.`)
          .optional()
          .describe('Only reports of this type.'),
        q: z
          .string('q must be text.')
          .max(200, 'q can have up to 200 characters.')
          .optional()
          .meta({ description: 'Text to search for.', examples: ['coffee'] }),
        status: z
          .enum(reportStatuses, `status must be one of: ${reportStatuses.join(', ')}.`)
          .optional()
          .describe('Only reports with this status.'),
        hidden: z.boolean('hidden must be true or false.').optional().describe('True lists hidden reports instead.'),
        favorite: z.boolean('favorite must be true or false.').optional().describe('Only favorites, or only others.'),
        tag: z
          .string('tag must be text.')
          .max(40, 'tag can have up to 40 characters.')
          .optional()
          .meta({ description: 'Only reports with this tag.', examples: ['client A'] }),
        same_as: id('same_as')
          .optional()
          .describe('Id of a report: only runs of the same query, country, language and type.'),
        deleted: z
          .boolean('deleted must be true or false.')
          .optional()
          .describe('True lists deleted reports that can be restored. Other filters don’t apply.'),
        group: z
          .boolean('group must be true or false.')
          .optional()
          .describe(
            'True lists only the latest report of each query, country, language and type, with `runs`. Lists of more than 20,000 reports aren’t grouped.',
          ),
        sort: z
          .enum(reportSorts, `sort must be one of: ${reportSorts.join(', ')}.`)
          .optional()
          .meta({ description: 'Order. Default: newest first.', examples: ['-created_at'] }),
        ...paging,
      }),
      output: getPage(reportHead),
    }),
    hide: endpoint({
      path: '/reports/hide',
      access: write('resource'),
      summary: 'Hide a report from the list, or show it again.',
      input: z.strictObject({
        _id: id().describe('Id of the report.'),
        hidden: z
          .boolean('hidden must be true or false.')
          .default(true)
          .describe('True hides the report, false shows it again.'),
      }),
      output: z.object({ report: reportHead.describe('The report.') }),
    }),
    update: endpoint({
      path: '/reports/update',
      access: write('resource'),
      summary: 'Rename a report, or change its tags, note or favorite state. Fields you leave out don’t change.',
      example: { _id: exampleId, title: 'Autumn campaign', tags: ['client A'], favorite: true },
      input: z.strictObject({ _id: id().describe('Id of the report.'), ...reportDetails.shape }),
      output: z.object({ report: reportHead.describe('The report.') }),
    }),
    delete: endpoint({
      path: '/reports/delete',
      access: write('resource'),
      summary: 'Delete a report. Its link stops working. It can be restored for 7 days.',
      input: z.strictObject({ _id: id().describe('Id of the report.') }),
      output: z.object({}),
    }),
    restore: endpoint({
      path: '/reports/restore',
      access: write('resource'),
      summary: 'Restore a deleted report.',
      input: z.strictObject({ _id: id().describe('Id of the report.') }),
      output: z.object({ report: reportHead.describe('The report.') }),
    }),
    tags: endpoint({
      path: '/reports/tags',
      access: read('workspace'),
      summary: 'List the tags of a workspace’s reports, the most used first.',
      input: z.strictObject({ workspace_id: id('workspace_id') }),
      output: z.object({
        items: z
          .array(
            z.object({
              tag: z.string().meta({ description: 'The tag.', examples: ['client A'] }),
              count: z.number().describe('Number of reports with it.'),
            }),
          )
          .describe('The tags.'),
      }),
    }),
    overview: endpoint({
      path: '/reports/overview',
      access: read('workspace'),
      summary: 'Get a workspace’s recent reports, totals and usage.',
      input: z.strictObject({ workspace_id: id('workspace_id') }),
      output: z.object({
        totals_by_type: z.record(z.string(), z.number()).describe('Number of reports by type.'),
        usage: z.record(z.string(), z.unknown()).describe('Credits used this month, by tool.'),
        recent: z.array(reportHead).describe('The latest reports.'),
        listeners_new: z.number().describe('Number of listeners with new keywords.'),
      }),
    }),
    cancel: endpoint({
      path: '/reports/cancel',
      access: write('resource'),
      summary: 'Stop a report. Results found so far are saved.',
      input: z.strictObject({ _id: id().describe('Id of the report.') }),
      output: z.object({ report: reportHead.describe('The report.') }),
    }),
    retry: endpoint({
      path: '/reports/retry',
      access: write('resource'),
      spends: true,
      summary: 'Retry only the failed sources.',
      idempotent: true,
      input: z.strictObject({ _id: id().describe('Id of the report.') }),
      output: z.object({ report: reportHead.describe('The report.') }),
    }),
    ...topicCalls,
    export: fileDownload({
      method: 'GET',
      path: '/reports/export/:id',
      access: read('resource'),
      summary: 'Export a report, one of its sections or the rows that match a filter, as a file.',
      files: tableFiles,
      input: z.strictObject({
        id: id('id').describe('Id of the report.'),
        format: z
          .enum(['csv', 'xlsx', 'json', 'md'], 'format must be one of: csv, xlsx, json, md.')
          .default('csv')
          .describe('File format.'),
        ...exportQuery,
      }),
      output: z.any(),
    }),
    compare: endpoint({
      path: '/reports/compare',
      access: read('resource'),
      summary:
        'Compare two reports of the same query: new, lost and changed keywords, limited to sources that responded in both.',
      input: z.strictObject({
        a: id('a').describe('Id of the earlier report.'),
        b: id('b').describe('Id of the later report.'),
      }),
      output: z.object({
        a: reportHead.describe('The earlier report.'),
        b: reportHead.describe('The later report.'),
        added: z.array(row).describe('Keywords only in the later report.'),
        removed: z.array(row).describe('Keywords only in the earlier report.'),
        changed: z
          .array(
            z.object({
              text: z.string().meta({ description: 'The keyword.', examples: ['how to make cold brew coffee'] }),
              field: z.string().describe('The column.'),
              before: z.unknown().describe('Value in the earlier report.'),
              after: z.unknown().describe('Value in the later report.'),
            }),
          )
          .describe('Values that differ.'),
        not_compared: z
          .array(
            z.object({
              source: z.string().meta({ description: 'Id of the source.', examples: ['google_suggest'] }),
              failed_in: z.enum(['a', 'b']).describe('The report without a full answer.'),
              reason: z
                .enum(['failed', 'partial', 'skipped', 'budget', 'unfinished', 'not_asked'])
                .describe('`partial`: some answers are missing. `unfinished`: the report ended first.'),
            }),
          )
          .describe(
            'Sources without a full answer in one of the reports. Keywords only they found count as neither added nor removed.',
          ),
      }),
    }),
    sources: endpoint({
      path: '/reports/sources',
      access: access.user,
      summary: 'List all sources, and why a source isn’t available.',
      input: z.strictObject({}),
      output: z.object({
        items: z
          .array(
            z.object({
              id: z.string().meta({ description: 'Id of the source.', examples: ['google_suggest'] }),
              label: z.string().meta({ description: 'Name of the source.', examples: ['Google'] }),
              unavailable: z.string().nullable().describe('Why the source isn’t available. Null if it is.'),
              unavailable_details: z.string().optional().describe('Which settings are missing. For staff only.'),
              by_default: z.boolean().describe('Whether it’s used when `sources` is omitted.'),
              cost_per_ask_usd: z.number().describe('Fee per request, in US dollars.'),
              cost_per_queued_ask_usd: z
                .number()
                .optional()
                .describe(
                  'Fee per request through its queue, in US dollars. Cheaper but minutes slower; used for long lists.',
                ),
              queued_from: z.number().optional().describe('Number of requests from which its queue is used.'),
              adds: z
                .enum(['volumes', 'trends'])
                .optional()
                .describe('What it adds to keywords of other sources. It finds none itself.'),
              fan_out: z
                .enum(['expansions', 'seed'])
                .describe('Whether it’s sent every expansion of the topic, or the topic only.'),
            }),
          )
          .describe('All sources.'),
      }),
    }),
    demo: endpoint({
      path: '/demoreports/basic',
      access: access.public,
      summary: 'Run a small report without an account.',
      rate: '30 per hour per client IP.',
      input: z.strictObject({ query, country, language }),
      output: z.object({ report: report.describe('The report.') }),
    }),
  },
)
