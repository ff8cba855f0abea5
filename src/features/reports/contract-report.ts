import { z } from 'zod'
import { country, failure, id, itemId, language, line, text, timestamp } from '#kit/fields.ts'
import { type SourceId, sourceIds } from '#providers/search-data/port.ts'
import { sections, sourceState } from './contract-sections.ts'
import { byMeaning, maxCostUsd, strictness, topicMeaning } from './contract-topics.ts'

export const reportTypes = ['topic', 'questions', 'outline', 'clusters'] as const
export type ReportType = (typeof reportTypes)[number]

export const reportStatuses = ['queued', 'running', 'partial', 'done', 'failed', 'cancelled'] as const
export type ReportStatus = (typeof reportStatuses)[number]

export const reportSorts = ['-created_at', 'created_at', 'query', '-query', '-rows', 'rows'] as const
export type ReportSort = (typeof reportSorts)[number]

export const reportDetails = z.object({
  title: line('title', 200)
    .nullable()
    .optional()
    .meta({
      description: 'Name of the report. Null or empty: it’s called by its query.',
      examples: ['Autumn campaign'],
    }),
  tags: z
    .array(
      line('tags', 40).refine((tag) => tag !== '', {
        error: 'tags can’t have empty tags.',
        params: { reason: 'missing' },
      }),
    )
    .max(20, 'tags can have up to 20 tags.')
    .transform((tags) => [...new Set(tags)])
    .optional()
    .meta({ description: 'Tags. They replace the existing ones.', examples: [['client A']] }),
  note: z
    .string('note must be text.')
    .trim()
    .max(2000, 'note can have up to 2,000 characters.')
    .optional()
    .meta({ description: 'Note about the report.', examples: ['Ask Dana about the pH study.'] }),
  favorite: z.boolean('favorite must be true or false.').optional().describe('Whether it’s a favorite.'),
})

/** Stages of the pipeline, in order. */
export const stages = ['collect', 'pages', 'analyse', 'enrich', 'done'] as const
export type Stage = (typeof stages)[number]

export { type SourceId, sourceIds }

const sourceId = z.enum(sourceIds, `sources may hold: ${sourceIds.join(', ')}.`)

/** Word lists that may be missing for a report's language. */
export const languageGaps = ['question_words', 'intent_words', 'template_phrases'] as const
export type LanguageGap = (typeof languageGaps)[number]

export const reportHead = z
  .object({
    _id: itemId.describe('Id of the report.'),
    workspace_id: itemId.describe('Id of the workspace.'),
    type: z.enum(reportTypes).describe('Type of report.'),
    query: z.string().meta({ description: 'The topic.', examples: ['cold brew coffee'] }),
    country: z.string().meta({ description: 'ISO 3166-1 alpha-2 country code.', examples: ['US'] }),
    language: z.string().meta({ description: 'BCP 47 language tag.', examples: ['en'] }),
    language_gaps: z
      .array(z.enum(languageGaps))
      .optional()
      .meta({
        description:
          'Word lists missing for the language. Without question_words, questions, comparisons and prepositions aren’t recognized; without intent_words, intent is based on site names, URLs and results only.',
        examples: [[]],
      }),
    depth: z.number().meta({ description: 'Depth of expansion, from 1.', examples: [1] }),
    status: z.enum(reportStatuses).describe('Status of the report.'),
    progress: z.number().meta({ description: 'From 0 to 1. Never decreases.', examples: [0.4] }),
    stage: z.string().meta({ description: 'Current stage.', examples: ['collect'] }),
    hidden: z.boolean().meta({ description: 'Whether the report is hidden from the list.', examples: [false] }),
    rows: z.number().describe('Number of rows found, with template phrases.'),
    found: z
      .number()
      .optional()
      .describe(
        'Number of keywords that sources found: rows without template phrases. Counted when the report is done.',
      ),
    error: z.string().nullable().describe('Why the report failed. Otherwise null.'),
    failure: failure
      .nullable()
      .describe(
        'Why it failed, with the code, reason and params of an API error. Null if it didn’t fail or no reason is known.',
      ),
    sources: z.array(sourceState).describe('The sources and their state.'),
    created_at: timestamp.describe('When the report was created.'),
    finished_at: timestamp.nullable().describe('When it ended. Null while it runs.'),
    units: z.number().meta({ description: 'Credits used.', examples: [1] }),
    cost_usd: z.number().meta({ description: 'Fees of paid sources so far, in US dollars.', examples: [0] }),
    spent_usd: z.number().meta({ description: 'Same as `cost_usd`.', examples: [0.042] }),
    max_cost_usd: z
      .number()
      .nullable()
      .optional()
      .meta({
        description: 'Limit on the fees of paid sources, in US dollars. Null: the estimate is the limit.',
        examples: [1],
      }),
    empty: z.boolean().describe('Whether all live sources found nothing. The credits were refunded.'),
    shared: z.boolean().describe('Whether the report is shared by link.'),
    /** How much keywords must have in common to be one topic. */
    strictness,
    meaning: topicMeaning
      .nullable()
      .optional()
      .describe('How its keywords were or are to be grouped by meaning. Null if they’re grouped by words alone.'),
    topics_version: z.number().describe('Increases with every change of the report’s topics.'),
    title: z
      .string()
      .nullable()
      .optional()
      .meta({
        description: 'Name someone gave it. Null: it’s called by its query. In shared reports: the title for readers.',
        examples: [null],
      }),
    tags: z
      .array(z.string())
      .optional()
      .meta({ description: 'Tags. Not in shared and demo reports, like the note.', examples: [['client A']] }),
    note: z
      .string()
      .optional()
      .meta({ description: 'Note about the report.', examples: [''] }),
    favorite: z
      .boolean()
      .optional()
      .meta({ description: 'Whether it’s a favorite.', examples: [false] }),
    deleted_at: timestamp
      .nullable()
      .optional()
      .describe('When it was deleted. It can be restored for 7 days. Null if it isn’t deleted.'),
    runs: z.number().optional().describe('With `group`: number of reports of the same query in the list.'),
  })
  .meta({ id: 'ReportHead' })
export type ReportHead = z.output<typeof reportHead>

export const report = reportHead
  .extend({
    demo: z.boolean().optional().describe('True for a demo report.'),
    locked_sections: z
      .array(z.string())
      .optional()
      .meta({ description: 'Sections that are locked in a demo.', examples: [[]] }),
    sections: sections.partial().describe('The requested sections.'),
  })
  .meta({ id: 'Report' })
export type Report = z.output<typeof report>

export const estimate = z.object({
  units: z.number().meta({ description: 'Credits the report would use.', examples: [1] }),
  cost_usd: z.number().meta({ description: 'Fees of paid sources, in US dollars.', examples: [0] }),
  seconds: z.number().meta({ description: 'Estimated duration in seconds.', examples: [12] }),
  meaning: topicMeaning
    .optional()
    .describe(
      'With type `clusters`: whether its keywords can be grouped by meaning, and what that costs. `cost_usd` includes it with `by_meaning`.',
    ),
})

export const query = text('query', 200)
  .transform((value) => value.replace(/\s+/g, ' '))
  .meta({ description: 'The topic to research.', examples: ['cold brew coffee'] })
/** More than this many queries can't start reports in one call. */
export const maxReportsPerCall = 1000
const queries = z.array(query).min(1, 'queries is empty.').max(100_000, 'queries can have up to 100,000 keywords.')

export const newReport = z.strictObject({
  workspace_id: id('workspace_id'),
  type: z.enum(reportTypes, `type must be one of: ${reportTypes.join(', ')}.`).describe('Type of report.'),
  query: query.optional(),
  queries: queries.optional().meta({
    description: 'Several topics, one report each. With type `clusters`: the keywords to group in one report.',
    examples: [['cold brew', 'iced coffee']],
  }),
  import_id: id('import_id').optional().describe('Id of a keyword import, instead of `queries`.'),
  serp_import_id: id('serp_import_id')
    .optional()
    .describe(
      'With type `clusters`: id of an imported SERP file (keyword, rank, URL). Its results are used to group the keywords, and paid sources are only called for keywords it lacks. Not needed if `import_id` is the SERP file.',
    ),
  country,
  language,
  sources: z
    .array(sourceId)
    .min(1, 'sources is empty. Leave it out to use all available sources.')
    .max(sourceIds.length)
    .optional()
    .meta({
      description: 'Sources to use. Default: all available sources.',
      examples: [['google_suggest', 'wikipedia']],
    }),
  depth: z
    .number('depth must be a number.')
    .int('depth must be 1, 2, 3 or 4.')
    .min(1, 'depth must be 1, 2, 3 or 4.')
    .max(4, 'depth must be 1, 2, 3 or 4.')
    .default(1)
    .meta({
      description: 'With 2 or more, each question found is expanded and the results are nested under it.',
      examples: [1],
    }),
  fresh: z.boolean('fresh must be true or false.').default(false).describe('True skips cached results.'),
  strictness: strictness.default('balanced'),
  by_meaning: byMeaning,
  max_cost_usd: maxCostUsd.meta({
    description:
      'Limit on the fees of paid sources, in US dollars. At the limit (0 included) paid sources stop and the others continue. Several reports in one call share it. With type `clusters`, it’s spent on the SERPs of the keywords that decide most, and the rest are grouped by their words.',
    examples: [1],
  }),
  dry_run: z
    .boolean('dry_run must be true or false.')
    .default(false)
    .describe('Returns only the cost estimate. Nothing is created or spent.'),
})

export const progress = z
  .object({
    _id: itemId.describe('Id of the report.'),
    status: z.enum(reportStatuses).describe('Status of the report.'),
    progress: z.number().meta({ description: 'From 0 to 1. Never decreases.', examples: [0.4] }),
    stage: z.string().meta({ description: 'Current stage.', examples: ['collect'] }),
    rows: z.number().describe('Number of rows found, with template phrases.'),
    found: z
      .number()
      .optional()
      .describe(
        'Number of keywords that sources found: rows without template phrases. Counted when the report is done.',
      ),
    error: z.string().nullable().describe('Why the report failed. Otherwise null.'),
    failure: failure
      .nullable()
      .describe(
        'Why it failed, with the code, reason and params of an API error. Null if it didn’t fail or no reason is known.',
      ),
    spent_usd: z.number().meta({ description: 'Fees of paid sources so far, in US dollars.', examples: [0.042] }),
    empty: z.boolean().describe('Whether all live sources found nothing. The credits were refunded.'),
    sources: z.array(sourceState).describe('The sources and their state.'),
  })
  .meta({ id: 'Progress' })
export type Progress = z.output<typeof progress>
