import { z } from 'zod'
import { type SourceId, sourceIds } from '#features/reports/contract.ts'
import { access, endpoint, fileDownload, group } from '#kit/endpoint.ts'
import {
  country,
  email,
  exampleId,
  failure,
  getPage,
  id,
  itemId,
  language,
  paging,
  text,
  timestamp,
} from '#kit/fields.ts'
import { change, itemNumbers, maxTextsOfVolumes } from './contract-keywords.ts'

export type { Change, ItemNumbers } from './contract-keywords.ts'

export const frequencies = ['daily', 'weekly', 'monthly'] as const
export type Frequency = (typeof frequencies)[number]
export const listenerStatuses = ['active', 'paused'] as const
export type ListenerStatus = (typeof listenerStatuses)[number]
export type { SourceId }

const frequency = z
  .enum(frequencies, `frequency must be one of: ${frequencies.join(', ')}.`)
  .describe('How often the listener runs.')
const phrases = (field: string) =>
  z.array(text(field, 100)).max(50, `${field} can have up to 50 words or phrases.`).default([])
const sources = z
  .array(z.enum(sourceIds, `sources can contain: ${sourceIds.join(', ')}.`))
  .min(1, 'sources is empty. Omit it to use all available sources.')
  .max(sourceIds.length)
  .meta({ description: 'Sources to use.', examples: [['google_suggest', 'wikipedia']] })

export const filters = z.strictObject({
  include: phrases('filters.include').describe('Only keywords with one of these words or phrases.'),
  exclude: phrases('filters.exclude').describe('No keywords with any of these words or phrases.'),
})

const webhook = z
  .string('notify.webhook must be a URL.')
  .trim()
  .max(2000, 'notify.webhook can have up to 2,000 characters.')
  .regex(/^https?:\/\//i, 'notify.webhook must be an http or https URL.')

export const notify = z.strictObject({
  email: z
    .array(email)
    .max(20, 'notify.email can have up to 20 email addresses.')
    .default([])
    .meta({ description: 'Email addresses that get the alerts.', examples: [['ada@example.com']] }),
  webhook: webhook
    .nullable()
    .default(null)
    .meta({
      description: 'URL that receives alerts by POST. Null for none.',
      examples: ['https://example.com/hooks/earshot'],
    }),
  rss: z.boolean('notify.rss must be true or false.').default(true).describe('Whether to provide RSS and JSON feeds.'),
})

export const listenerHead = z.object({
  _id: itemId.describe('Id of the listener.'),
  workspace_id: itemId.describe('Id of the workspace.'),
  keyword: z.string().meta({ description: 'The topic.', examples: ['cold brew coffee'] }),
  country: z.string().meta({ description: 'ISO 3166-1 alpha-2 country code.', examples: ['US'] }),
  language: z.string().meta({ description: 'BCP 47 language tag.', examples: ['en'] }),
  frequency: frequency.describe('How often it runs.'),
  status: z.enum(listenerStatuses).describe('Whether it’s active or paused.'),
  paused_reason: z
    .string()
    .nullable()
    .describe('Why the plan’s limit paused it. It resumes when the plan allows. Otherwise null.'),
  running: z.boolean().describe('Whether a run is in progress or about to start.'),
  last_run_at: timestamp.nullable().describe('When it last ran. Null if never.'),
  next_run_at: timestamp.nullable().describe('When it runs next. Null while paused.'),
  new_count: z.number().describe('Number of new keywords in the latest run.'),
  item_count: z.number().describe('Number of keywords that at least one source suggests now.'),
  run_count: z.number().describe('Number of runs so far.'),
  failing_sources: z.number().describe('Number of sources without a full answer in the latest run.'),
  sparkline: z.array(z.number()).describe('Number of keywords added in each of the latest 20 runs, oldest first.'),
  created_at: timestamp.describe('When the listener was created.'),
})
export type ListenerHead = z.output<typeof listenerHead>

export const listener = listenerHead.extend({
  sources: z.array(z.string()).nullable().describe('Sources it uses. Null: all sources available at each run.'),
  filters: z
    .object({
      include: z.array(z.string()).describe('Only keywords with one of these words or phrases.'),
      exclude: z.array(z.string()).describe('No keywords with any of these words or phrases.'),
    })
    .describe('Which keywords it reports.'),
  notify: z
    .object({
      email: z
        .array(z.string())
        .meta({ description: 'Email addresses that get the alerts.', examples: [['ada@example.com']] }),
      webhook: z.string().nullable().describe('URL that receives alerts by POST. Null for none.'),
      rss: z.boolean().describe('Whether RSS and JSON feeds are provided.'),
    })
    .describe('Where alerts are sent.'),
  webhook_secret: z.string().nullable().describe('Secret that signs webhooks. Null for viewers.'),
  rss_url: z.string().nullable().describe('URL of the RSS feed. Null if feeds are off.'),
  json_feed_url: z.string().nullable().describe('URL of the JSON feed. Null if feeds are off.'),
  volatility: z
    .number()
    .nullable()
    .describe(
      'Average share of keywords added or removed per run over the latest 10 runs, 0 to 1. Null before the second run.',
    ),
})
export type Listener = z.output<typeof listener>

export const sourceError = z.object({
  source: z.string().meta({ description: 'Id of the source.', examples: ['google_suggest'] }),
  label: z.string().meta({ description: 'Name of the source.', examples: ['Google'] }),
  outcome: z
    .enum(['cut_short', 'failed', 'skipped'])
    .describe('`cut_short`: some of its answers are missing. `skipped`: it doesn’t support the country or language.'),
  message: z.string().describe('What happened, in one sentence.'),
  failure: failure
    .nullable()
    .describe('Why, with the code, reason and params of an API error. Null in runs of earlier versions.'),
})

export const run = z.object({
  _id: itemId.describe('Id of the run.'),
  no: z.number().describe('Number of the run, from 1.'),
  at: timestamp.describe('When it ended.'),
  by_hand: z.boolean().describe('Whether someone started it.'),
  added: z.number().describe('Number of keywords that appeared, including returned ones.'),
  removed: z.number().describe('Number of keywords that are no longer suggested.'),
  heard: z.number().describe('Number of keywords that at least one source suggests after the run.'),
  spent_usd: z.number().meta({ description: 'Fees its sources charged, in US dollars.', examples: [0.042] }),
  source_errors: z.array(sourceError).describe('Sources without a full answer.'),
})
export type Run = z.output<typeof run>

/** One per phrase, whichever sources suggest it. */
export const item = z.object({
  text: z.string().meta({ description: 'The keyword.', examples: ['how to make cold brew coffee'] }),
  type: z.string().describe('Type of keyword.'),
  source: z.string().meta({ description: 'The first of `sources`.', examples: ['google_suggest'] }),
  sources: z.array(z.string()).meta({
    description: 'Sources that suggest it. For a lost keyword, all that ever did.',
    examples: [['google_suggest']],
  }),
  state: z
    .enum(['new', 'active', 'gone'])
    .describe('`new`: added by the latest run. `active`: suggested now. `gone`: no longer suggested.'),
  first_seen: timestamp.describe('When it was first suggested.'),
  last_seen: timestamp.describe('When it was last suggested.'),
})
export type Item = z.output<typeof item>

export const delivery = z.object({
  _id: itemId.describe('Id of the delivery.'),
  run_id: itemId.describe('Id of the run it reports.'),
  url: z.string().meta({ description: 'URL it’s sent to.', examples: ['https://example.com/hooks/earshot'] }),
  state: z
    .enum(['waiting', 'sending', 'delivered', 'failed', 'unclear'])
    .describe('`unclear`: the process died while sending, so it may have arrived.'),
  attempts: z.number().describe('Number of attempts so far.'),
  status: z
    .number()
    .nullable()
    .meta({ description: 'HTTP status of the latest response. Null if there was none.', examples: [200] }),
  ms: z
    .number()
    .nullable()
    .meta({ description: 'Duration of the latest attempt in milliseconds. Null if there was none.', examples: [340] }),
  error: z.string().nullable().describe('Why the latest attempt failed. Otherwise null.'),
  failure: failure
    .nullable()
    .describe(
      'Why it failed, with the code, reason and params of an API error. Null if it didn’t fail or no reason is known.',
    ),
  next_at: timestamp.nullable().describe('When it’s tried again. Null if it isn’t.'),
  tried_at: timestamp.nullable().describe('When it was last tried. Null if never.'),
  created_at: timestamp.describe('When the delivery was created.'),
})
export type Delivery = z.output<typeof delivery>

const topic = text('keyword', 200).transform((value) => value.replace(/\s+/g, ' '))

const read = (by: 'workspace' | 'resource') => access[by]('viewer', 'listeners:read')
const write = (by: 'workspace' | 'resource') => access[by]('editor', 'listeners:write')

export const listenersContract = group(
  { name: 'Search listeners', area: 'Research', about: 'Track a topic on a schedule and get new and lost keywords.' },
  {
    add: endpoint({
      path: '/search_listener/add',
      access: write('workspace'),
      spends: true,
      summary: 'Create a listener that tracks a keyword on a schedule. Uses one credit while active.',
      idempotent: true,
      example: {
        workspace_id: exampleId,
        keyword: 'cold brew coffee',
        country: 'US',
        language: 'en',
        frequency: 'daily',
        filters: { include: [], exclude: ['starbucks'] },
        notify: { email: ['ada@example.com'], webhook: 'https://example.com/hooks/earshot', rss: true },
      },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        keyword: topic.meta({ description: 'The topic to track.', examples: ['cold brew coffee'] }),
        country,
        language,
        sources: sources.optional().meta({
          description: 'Sources to use. Default: all available sources.',
          examples: [['google_suggest', 'wikipedia']],
        }),
        frequency,
        filters: filters.optional().describe('Which keywords to report.'),
        notify: notify.optional().describe('Where to send alerts.'),
      }),
      output: z.object({ listener: listener.describe('The listener.') }),
    }),
    list: endpoint({
      path: '/search_listener/list',
      access: read('workspace'),
      summary: 'List the listeners of a workspace, newest first.',
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        keyword: topic.optional().meta({
          description: 'Only listeners of this topic, whatever its capitals and forms of letters.',
          examples: ['cold brew coffee'],
        }),
        country: country.optional().describe('Only listeners of this country.'),
        language: language.optional().describe('Only listeners of this language.'),
        ...paging,
      }),
      output: getPage(listenerHead),
    }),
    single: endpoint({
      path: '/search_listener/single',
      access: read('resource'),
      summary: 'Get a listener with its runs and keywords, current or as of a run.',
      input: z.strictObject({
        _id: id().describe('Id of the listener.'),
        run_id: id('run_id').optional().describe('Returns the keywords as of this run. Default: now.'),
      }),
      output: z.object({
        listener: listener.describe('The listener.'),
        runs: z.array(run).describe('The latest runs, newest first.'),
        items: z.array(item).describe('Keywords, now or as of the run.'),
      }),
    }),
    changes: endpoint({
      path: '/search_listener/changes',
      access: read('resource'),
      summary: 'List new and lost keywords, newest first.',
      input: z.strictObject({
        _id: id().describe('Id of the listener.'),
        run_id: id('run_id').optional().describe('Only changes of this run.'),
        ...paging,
      }),
      output: getPage(change),
    }),
    volumes: endpoint({
      path: '/search_listener/volumes',
      access: read('resource'),
      summary:
        'Get the search volumes that the workspace already has for keywords of a listener, in its country and language. Uses no credits.',
      example: { _id: exampleId, texts: ['how to make cold brew coffee'] },
      input: z.strictObject({
        _id: id().describe('Id of the listener.'),
        texts: z
          .array(text('texts', 200))
          .min(1, 'texts is empty.')
          .max(maxTextsOfVolumes, `texts can have up to ${maxTextsOfVolumes} keywords.`)
          .meta({ description: 'Keywords, such as those of `items`.', examples: [['how to make cold brew coffee']] }),
      }),
      output: z.object({ items: z.array(itemNumbers).describe('The keywords in the same order, with their numbers.') }),
    }),
    update: endpoint({
      path: '/search_listener/update',
      access: write('resource'),
      summary:
        'Update a listener’s frequency, sources, filters and alerts. `filters` and `notify` replace the existing values.',
      example: { _id: exampleId, frequency: 'weekly', filters: { include: ['how', 'why'], exclude: [] } },
      input: z.strictObject({
        _id: id().describe('Id of the listener.'),
        frequency: frequency.optional(),
        sources: sources
          .nullable()
          .optional()
          .meta({
            description: 'Sources to use. Null: all available sources.',
            examples: [['google_suggest', 'wikipedia']],
          }),
        filters: filters.optional().describe('Which keywords to report.'),
        notify: notify.optional().describe('Where to send alerts.'),
        new_secret: z
          .literal(true, 'new_secret must be true.')
          .optional()
          .describe('True creates a new webhook secret.'),
        new_feed: z
          .literal(true, 'new_feed must be true.')
          .optional()
          .describe('True creates new feed URLs. The old ones stop working.'),
      }),
      output: z.object({ listener: listener.describe('The listener.') }),
    }),
    status: endpoint({
      path: '/search_listener/status',
      access: write('resource'),
      spends: true,
      summary: 'Pause a listener and free its credit, or resume it.',
      example: { _id: exampleId, status: 'paused' },
      input: z.strictObject({
        _id: id().describe('Id of the listener.'),
        status: z
          .enum(listenerStatuses, `status must be one of: ${listenerStatuses.join(', ')}.`)
          .describe('Whether it should be active or paused.'),
      }),
      output: z.object({ listener: listener.describe('The listener.') }),
    }),
    run: endpoint({
      path: '/search_listener/run',
      access: write('resource'),
      spends: true,
      summary: 'Run a listener now. If a run is in progress, no second one starts.',
      rate: '60 per hour per listener.',
      input: z.strictObject({ _id: id().describe('Id of the listener.') }),
      output: z.object({ listener: listener.describe('The listener.') }),
    }),
    delete: endpoint({
      path: '/search_listener/delete',
      access: write('resource'),
      summary: 'Delete a listener with its keywords and runs, and free its credit.',
      input: z.strictObject({ _id: id().describe('Id of the listener.') }),
      output: z.object({}),
    }),
    deliveries: endpoint({
      path: '/search_listener/deliveries',
      access: read('resource'),
      summary: 'List webhook deliveries and their responses, newest first.',
      input: z.strictObject({ _id: id().describe('Id of the listener.'), ...paging }),
      output: getPage(delivery),
    }),
    resend: endpoint({
      path: '/search_listener/resend',
      access: write('resource'),
      summary: 'Resend a run to the webhook.',
      input: z.strictObject({
        _id: id().describe('Id of the listener.'),
        delivery_id: id('delivery_id').describe('Id of the delivery.'),
      }),
      output: z.object({ delivery: delivery.describe('The new delivery.') }),
    }),
    rss: fileDownload({
      method: 'GET',
      path: '/feeds/:token/rss',
      access: access.public,
      summary: 'Get a listener’s changes as RSS 2.0, at a secret URL.',
      files: ['application/rss+xml'],
      input: z.strictObject({ token: text('token', 100).describe('Token of the feed.') }),
      output: z.any(),
    }),
    jsonFeed: fileDownload({
      method: 'GET',
      path: '/feeds/:token/json',
      access: access.public,
      summary: 'Get a listener’s changes as JSON Feed 1.1, at a secret URL.',
      files: ['application/feed+json'],
      input: z.strictObject({ token: text('token', 100).describe('Token of the feed.') }),
      output: z.any(),
    }),
  },
)
