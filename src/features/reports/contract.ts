import { z } from 'zod'
import { access, endpoint, eventStream, fileDownload } from '#kit/endpoint.ts'
import { country, getPage, id, language, paging, text, timestamp } from '#kit/fields.ts'
import { type SourceId, sourceIds } from '#providers/search-data/port.ts'

export const reportTypes = ['topic', 'questions', 'outline', 'clusters'] as const
export type ReportType = (typeof reportTypes)[number]

export const reportStatuses = ['queued', 'running', 'partial', 'done', 'failed', 'cancelled'] as const
export type ReportStatus = (typeof reportStatuses)[number]

/** Stages of the pipeline, in order. */
export const stages = ['collect', 'pages', 'analyse', 'enrich', 'done'] as const
export type Stage = (typeof stages)[number]

export { type SourceId, sourceIds }

const sourceId = z.enum(sourceIds, `sources may hold: ${sourceIds.join(', ')}.`)

export const sourceState = z.object({
  id: z.string(),
  label: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'skipped', 'failed']),
  /** Rows it found. */
  count: z.number(),
  ms: z.number(),
  /** Queries sent so far, and planned. */
  asked: z.number(),
  planned: z.number(),
  /** The error, in words for customers. */
  error: z.string().nullable(),
  /** The error with settings and hosts; for staff only. */
  error_details: z.string().optional(),
  /** Cost of its calls so far, in US dollars. */
  spent_usd: z.number().optional(),
  /** Why it stopped early: the report's cost limit was reached. */
  reason: z.enum(['budget']).optional(),
  /** Rows found in each of up to 60 equal time slices of the run, for the sparkline. */
  arrivals: z.array(z.number()),
})
export type SourceState = z.output<typeof sourceState>

export const volume = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
  provider: z.string(),
  as_of: timestamp.nullable(),
})

/** `idea`: a template phrase that no source suggested; appears only in `keywords` and isn't counted. */
export const rowTypes = ['seed', 'question', 'comparison', 'preposition', 'alphabetical', 'related', 'idea'] as const
export const intents = ['informational', 'commercial', 'transactional', 'navigational', 'local'] as const

export const row = z.object({
  _id: z.string(),
  text: z.string(),
  type: z.enum(rowTypes),
  modifier: z.string().nullable(),
  sources: z.array(z.string()),
  parent_id: z.string().nullable(),
  depth: z.number(),
  /** 0..100 from suggestion rank and the number of sources and queries that returned it. Not a search volume. */
  popularity: z.number().nullable(),
  volume: volume.nullable(),
  /** Impressions from an imported Search Console file, not a search volume. */
  impressions: z.number().nullable(),
  /** Clicks to the site from an imported Search Console file. */
  clicks: z.number().nullable().default(null),
  /** Clicks per impression, as a fraction. */
  ctr: z.number().nullable().default(null),
  /** Average position of that site in the results, from 1. */
  position: z.number().nullable().default(null),
  /** Provider and date of impressions, clicks, CTR and position; null without them. */
  performance: z.object({ provider: z.string(), as_of: timestamp.nullable() }).nullable().default(null),
  monthly: z.array(z.object({ t: timestamp, v: z.number() })),
  cpc: z.object({ value: z.number(), currency: z.string() }).nullable(),
  competition: z.number().nullable(),
  difficulty: z.number().nullable(),
  intent: z.object({ main: z.enum(intents), confidence: z.number() }).nullable(),
  cluster_id: z.string().nullable(),
  first_seen: timestamp,
})
export type Row = z.output<typeof row>

export const discussion = z.object({
  source: z.string(),
  title: z.string(),
  url: z.string(),
  score: z.number().nullable(),
  answers: z.number().nullable(),
  at: timestamp.nullable(),
})
export type Discussion = z.output<typeof discussion>

export const headingTypes = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const
export const heading = z.object({ type: z.enum(headingTypes), text: z.string() })
export type Heading = z.output<typeof heading>

export const serpPage = z.object({
  rank: z.number(),
  url: z.string(),
  domain: z.string(),
  title: z.string(),
  snippet: z.string(),
  words: z.number().nullable(),
  headings: z.array(heading),
  terms: z.array(z.string()),
  /** "ok", or why the page wasn't read. */
  fetched: z.string(),
})
export type SerpPage = z.output<typeof serpPage>

export const serpFeature = z.object({
  type: z.string(),
  rank: z.number().nullable(),
  title: z.string().nullable(),
  source: z.string(),
})

export const cluster = z.object({
  _id: z.string(),
  name: z.string(),
  pillar: z.string(),
  intent: z.string().nullable(),
  keywords: z.number(),
  /** Sum of the known volumes; null when all are unknown. */
  volume: z.number().nullable(),
  parent_id: z.string().nullable().optional(),
})
export type Cluster = z.output<typeof cluster>

export const term = z.object({
  term: z.string(),
  kind: z.enum(['word', 'phrase', 'entity']),
  weight: z.number(),
  pages: z.number(),
})
export type Term = z.output<typeof term>

export const trend = z.object({
  provider: z.string(),
  scale: z.enum(['relative', 'absolute']),
  points: z.array(z.object({ t: timestamp, v: z.number(), partial: z.boolean() })),
})
export type TrendSeries = z.output<typeof trend>

export const rowSections = ['keywords', 'questions', 'comparisons', 'prepositions', 'alphabeticals', 'related'] as const
export type RowSection = (typeof rowSections)[number]
export const sectionNames = ['overview', ...rowSections, 'discussions', 'serp', 'clusters', 'terms', 'trend'] as const
export type SectionName = (typeof sectionNames)[number]

export const overview = z.object({
  /** Number of rows per section. */
  counts: z.record(z.string(), z.number()),
  /** Number of rows per main intent. */
  intents: z.record(z.string(), z.number()),
  /** Every modifier with its number of rows, largest first. */
  modifiers: z.array(z.object({ type: z.string(), modifier: z.string(), count: z.number() })),
  top_keywords: z.array(row),
  top_questions: z.array(row),
  difficulty: z.object({ value: z.number(), basis: z.string() }).nullable(),
  /** Why columns are empty, as sentences: `volume` → "No source with search volumes is set up." */
  missing: z.record(z.string(), z.string()),
  words: z.object({ median: z.number(), low: z.number(), high: z.number() }).nullable(),
})
export type Overview = z.output<typeof overview>

export const sections = z.object({
  overview,
  keywords: z.array(row),
  questions: z.array(row),
  comparisons: z.array(row),
  prepositions: z.array(row),
  alphabeticals: z.array(row),
  related: z.array(row),
  discussions: z.array(discussion),
  serp: z.array(serpPage),
  serp_features: z.array(serpFeature),
  clusters: z.array(cluster),
  terms: z.array(term),
  trend: trend.nullable(),
  provenance: z.array(z.object({ source: z.string(), fetched_at: timestamp, cached: z.boolean() })),
})
export type Sections = z.output<typeof sections>

export const reportHead = z.object({
  _id: z.string(),
  workspace_id: z.string(),
  type: z.enum(reportTypes),
  query: z.string(),
  country: z.string(),
  language: z.string(),
  depth: z.number(),
  status: z.enum(reportStatuses),
  progress: z.number(),
  stage: z.string(),
  hidden: z.boolean(),
  rows: z.number(),
  /** Why the report failed. */
  error: z.string().nullable(),
  sources: z.array(sourceState),
  created_at: timestamp,
  finished_at: timestamp.nullable(),
  units: z.number(),
  cost_usd: z.number(),
  /** Same as `cost_usd`: the cost so far, in US dollars. */
  spent_usd: z.number(),
  /** Cost limit in US dollars; null when the estimate is the limit. */
  max_cost_usd: z.number().nullable().optional(),
  /** All live sources answered without results, and the credit was refunded. */
  empty: z.boolean(),
  shared: z.boolean(),
})
export type ReportHead = z.output<typeof reportHead>

export const report = reportHead.extend({
  demo: z.boolean().optional(),
  locked_sections: z.array(z.string()).optional(),
  sections: sections.partial(),
})
export type Report = z.output<typeof report>

export const estimate = z.object({ units: z.number(), cost_usd: z.number(), seconds: z.number() })

const query = text('query', 200).transform((value) => value.replace(/\s+/g, ' '))
const queries = z.array(query).min(1, 'queries is empty.').max(100_000, 'queries can have up to 100,000 keywords.')

export const newReport = z.strictObject({
  workspace_id: id('workspace_id'),
  type: z.enum(reportTypes, `type must be one of: ${reportTypes.join(', ')}.`),
  query: query.optional(),
  queries: queries.optional(),
  import_id: id('import_id').optional(),
  country,
  language,
  sources: z
    .array(sourceId)
    .min(1, 'sources is empty. Leave it out to use all available sources.')
    .max(sourceIds.length)
    .optional(),
  depth: z
    .number('depth must be a number.')
    .int('depth must be 1, 2, 3 or 4.')
    .min(1, 'depth must be 1, 2, 3 or 4.')
    .max(4, 'depth must be 1, 2, 3 or 4.')
    .default(1),
  fresh: z.boolean('fresh must be true or false.').default(false),
  max_cost_usd: z
    .number('max_cost_usd must be a number.')
    .min(0, 'max_cost_usd must be 0 or more.')
    .max(100_000, 'max_cost_usd can be up to 100000.')
    .optional(),
  dry_run: z.boolean('dry_run must be true or false.').default(false),
})

const filterValue = z.union([z.string().max(200), z.number(), z.boolean(), z.null()])
const filters = z.record(z.string().max(40), z.union([filterValue, z.array(filterValue).max(100)])).optional()

export const progress = z.object({
  _id: z.string(),
  status: z.enum(reportStatuses),
  progress: z.number(),
  stage: z.string(),
  rows: z.number(),
  error: z.string().nullable(),
  spent_usd: z.number(),
  empty: z.boolean(),
  sources: z.array(sourceState),
})
export type Progress = z.output<typeof progress>

const read = (by: 'workspace' | 'resource') => access[by]('viewer', 'reports:read')
const write = (by: 'workspace' | 'resource') => access[by]('editor', 'reports:write')

export const reportsContract = {
  new: endpoint({
    path: '/reports/new',
    access: write('workspace'),
    summary: 'Run a report. With dry_run, only returns the cost.',
    idempotent: true,
    maxBytes: 25_000_000,
    input: newReport,
    output: z.object({ report: reportHead.optional(), reports: z.array(reportHead).optional(), estimate }),
  }),
  checkstatus: endpoint({
    path: '/reports/checkstatus',
    access: read('resource'),
    summary: 'Get the progress of a report, or of up to 100 reports.',
    input: z.strictObject({
      _id: id().optional(),
      ids: z.array(id('ids')).min(1, 'ids is empty.').max(100, 'ids can have up to 100 ids.').optional(),
    }),
    output: z.object({ ...progress.partial().shape, items: z.array(progress).optional() }),
  }),
  events: eventStream({
    method: 'GET',
    path: '/reports/events/:id',
    access: read('resource'),
    summary: 'Stream progress as Server-Sent Events: source, rows, stage, done, failed.',
    input: z.strictObject({ id: id('id') }),
    output: z.object({
      source: sourceState,
      rows: z.object({ total: z.number(), latest: z.array(row), progress: z.number() }),
      stage: z.object({ stage: z.string(), progress: z.number(), status: z.enum(reportStatuses) }),
      done: progress,
      failed: progress,
    }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/reports/get/:id',
    access: read('resource'),
    summary: 'Get a report with all its sections, or only those named (comma-separated).',
    input: z.strictObject({ id: id('id'), sections: z.string().max(300).optional() }),
    output: z.object({ report }),
  }),
  rows: endpoint({
    path: '/reports/rows',
    access: read('resource'),
    summary: 'Get one section of a report, filtered, sorted and paginated on the server.',
    input: z.strictObject({
      _id: id(),
      section: z.enum(sectionNames, `section must be one of: ${sectionNames.join(', ')}.`).default('keywords'),
      q: z.string('q must be text.').max(200, 'q can have up to 200 characters.').optional(),
      filters,
      sort: z
        .string('sort must be text.')
        .max(40, 'sort must be a column, with "-" before it for descending.')
        .optional(),
      ...paging,
    }),
    output: getPage(z.record(z.string(), z.unknown())),
  }),
  find: endpoint({
    path: '/reports/find',
    access: read('workspace'),
    summary: 'List a workspace’s reports, newest first.',
    input: z.strictObject({
      workspace_id: id('workspace_id'),
      type: z.enum(reportTypes, `type must be one of: ${reportTypes.join(', ')}.`).optional(),
      q: z.string('q must be text.').max(200, 'q can have up to 200 characters.').optional(),
      status: z.enum(reportStatuses, `status must be one of: ${reportStatuses.join(', ')}.`).optional(),
      hidden: z.boolean('hidden must be true or false.').optional(),
      ...paging,
    }),
    output: getPage(reportHead),
  }),
  hide: endpoint({
    path: '/reports/hide',
    access: write('resource'),
    summary: 'Hide a report from the list, or show it again.',
    input: z.strictObject({ _id: id(), hidden: z.boolean('hidden must be true or false.').default(true) }),
    output: z.object({ report: reportHead }),
  }),
  overview: endpoint({
    path: '/reports/overview',
    access: read('workspace'),
    summary: 'Get a workspace’s recent reports, totals and usage.',
    input: z.strictObject({ workspace_id: id('workspace_id') }),
    output: z.object({
      totals_by_type: z.record(z.string(), z.number()),
      usage: z.record(z.string(), z.unknown()),
      recent: z.array(reportHead),
      listeners_new: z.number(),
    }),
  }),
  cancel: endpoint({
    path: '/reports/cancel',
    access: write('resource'),
    summary: 'Stop a report. Results found so far are saved.',
    input: z.strictObject({ _id: id() }),
    output: z.object({ report: reportHead }),
  }),
  retry: endpoint({
    path: '/reports/retry',
    access: write('resource'),
    summary: 'Retry only the failed sources.',
    idempotent: true,
    input: z.strictObject({ _id: id() }),
    output: z.object({ report: reportHead }),
  }),
  export: fileDownload({
    method: 'GET',
    path: '/reports/export/:id',
    access: read('resource'),
    summary: 'Export a report, or one of its sections, as a file.',
    input: z.strictObject({
      id: id('id'),
      format: z.enum(['csv', 'xlsx', 'json', 'md'], 'format must be one of: csv, xlsx, json, md.').default('csv'),
      section: z.enum(sectionNames, `section must be one of: ${sectionNames.join(', ')}.`).optional(),
    }),
    output: z.any(),
  }),
  compare: endpoint({
    path: '/reports/compare',
    access: read('resource'),
    summary:
      'Compare two reports of the same query: new, lost and changed keywords, limited to sources that responded in both.',
    input: z.strictObject({ a: id('a'), b: id('b') }),
    output: z.object({
      a: reportHead,
      b: reportHead,
      added: z.array(row),
      removed: z.array(row),
      changed: z.array(z.object({ text: z.string(), field: z.string(), before: z.unknown(), after: z.unknown() })),
      /** Sources without a full answer in one of the reports: items only they found count as neither added nor removed. */
      not_compared: z.array(
        z.object({
          source: z.string(),
          failed_in: z.enum(['a', 'b']),
          /** `partial`: some answers are missing. `unfinished`: the report ended first. */
          reason: z.enum(['failed', 'partial', 'skipped', 'budget', 'unfinished', 'not_asked']),
        }),
      ),
    }),
  }),
  sources: endpoint({
    path: '/reports/sources',
    access: access.user,
    summary: 'List all sources, and why a source isn’t available.',
    input: z.strictObject({}),
    output: z.object({
      items: z.array(
        z.object({
          id: z.string(),
          label: z.string(),
          unavailable: z.string().nullable(),
          /** Missing settings; for staff only. */
          unavailable_details: z.string().optional(),
          /** Queried when `sources` is missing. */
          by_default: z.boolean(),
          cost_per_ask_usd: z.number(),
          /** Cost per query through a queue, which is cheaper and takes minutes longer; used for long lists. */
          cost_per_queued_ask_usd: z.number().optional(),
          queued_from: z.number().optional(),
          /** Adds metrics to keywords of other sources and finds none itself. */
          adds: z.enum(['volumes', 'trends']).optional(),
          fan_out: z.enum(['expansions', 'seed']),
        }),
      ),
    }),
  }),
  demo: endpoint({
    path: '/demoreports/basic',
    access: access.public,
    summary: 'Run a small report without an account.',
    input: z.strictObject({ query, country, language }),
    output: z.object({ report }),
  }),
}
