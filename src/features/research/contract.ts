import { z } from 'zod'
import { keywordText } from '#features/keywords/contract.ts'
import { row } from '#features/reports/contract.ts'
import { access, endpoint, fileDownload, group, tableFiles } from '#kit/endpoint.ts'
import { country, exampleId, failure, getPage, id, itemId, language, paging, timestamp } from '#kit/fields.ts'

export const trendRanges = ['3m', '12m', '5y'] as const
export type TrendRange = (typeof trendRanges)[number]

/** Trend sources in order of preference. */
export const trendSources = ['dataforseo', 'serpapi', 'wikipedia', 'imported'] as const
export type TrendSource = (typeof trendSources)[number]

/** What was counted: impressions of Search Console are never searches. */
export const trendMeasures = ['interest', 'page_views', 'searches', 'impressions'] as const
export type TrendMeasure = (typeof trendMeasures)[number]

export const maxTrendKeywords = 5
export const maxVolumeKeywords = 1000

const keywords = (max: number) =>
  z
    .array(keywordText('keywords'), 'keywords must be a list of keywords.')
    .min(1, 'keywords is empty.')
    .max(max, `keywords can have up to ${max.toLocaleString('en')} keywords.`)

const dryRun = z
  .boolean('dry_run must be true or false.')
  .default(false)
  .describe('Returns only the cost estimate. Nothing is created or spent.')

/** A lookup's cost, for dry_run. */
export const lookupEstimate = z.object({
  units: z.number().meta({ description: 'Credits the lookup would use.', examples: [1] }),
  cost_usd: z.number().meta({ description: 'Fees of paid sources, in US dollars.', examples: [0] }),
  provider: z.string().meta({ description: 'The source that would be used first.', examples: ['dataforseo'] }),
  known_id: itemId
    .nullable()
    .describe('Id of an identical lookup from the last 24 hours, which is free to open. Null if there is none.'),
})

const trendSeries = z.object({
  keyword: z.string().meta({ description: 'The keyword.', examples: ['cold brew coffee'] }),
  about: z
    .string()
    .nullable()
    .describe('What was counted if not the keyword itself, such as the title of an article. Otherwise null.'),
  points: z
    .array(
      z.object({
        t: timestamp.describe('Start of the interval.'),
        v: z.number().describe('The value: searches, views, or an index from 0 to 100, by `measure`.'),
        partial: z.boolean().describe('Whether the interval isn’t over.'),
      }),
    )
    .describe('The series, oldest first.'),
})
export type TrendLine = z.output<typeof trendSeries>

export const trendAnswer = z.object({
  lookup_id: itemId.nullable().describe('Id of the lookup. Null if it was only estimated.'),
  provider: z.string().meta({ description: 'The source that answered.', examples: ['dataforseo'] }),
  scale: z.enum(['relative', 'absolute']).describe('`relative`: an index from 0 to 100. `absolute`: counts.'),
  measure: z.enum(trendMeasures).describe('What the values count.'),
  series: z.array(trendSeries).describe('One series per keyword.'),
  related: z
    .object({
      top: z.array(z.string()).describe('The most frequent related searches.'),
      rising: z.array(z.string()).describe('Related searches that grow fastest.'),
      by_keyword: z
        .array(
          z.object({
            keyword: z.string().meta({ description: 'The keyword.', examples: ['cold brew coffee'] }),
            top: z.array(z.string()).describe('Its most frequent related searches.'),
            rising: z.array(z.string()).describe('Its related searches that grow fastest.'),
          }),
        )
        .describe('Related searches of each keyword.'),
    })
    .describe('Related searches.'),
  notes: z.array(z.string()).describe('What is missing and why, one sentence each.'),
  note_reasons: z
    .array(failure)
    .optional()
    .describe('The same notes, with the code, reason and params of an API error.'),
  cost_usd: z.number().meta({ description: 'Fees of paid sources, in US dollars.', examples: [0] }),
})
export type TrendAnswer = z.output<typeof trendAnswer>

export const volumeAnswer = z.object({
  lookup_id: itemId.nullable().describe('Id of the lookup. Null if it was only estimated.'),
  provider: z.string().meta({
    description: 'The source that was queried, or `imported`. Each volume names its own.',
    examples: ['dataforseo'],
  }),
  items: z.array(row).describe('Keywords with data. Each volume has its provider and date.'),
  missing: z.array(z.string()).describe('Keywords without data. Their credits were refunded.'),
  cost_usd: z.number().meta({ description: 'Fees of paid sources, in US dollars.', examples: [0] }),
  notes: z.array(z.string()).describe('What is missing and why, one sentence each.'),
  note_reasons: z
    .array(failure)
    .optional()
    .describe('The same notes, with the code, reason and params of an API error.'),
})
export type VolumeAnswer = z.output<typeof volumeAnswer>

export const lookupKinds = ['trends', 'sv'] as const
export type LookupKind = (typeof lookupKinds)[number]

/** A lookup's parameters and outcome. */
export const lookup = z.object({
  _id: itemId.describe('Id of the lookup.'),
  workspace_id: itemId.describe('Id of the workspace.'),
  kind: z.enum(lookupKinds).describe('Trends or volumes.'),
  keywords: z.array(z.string()).meta({ description: 'The first five keywords.', examples: [['cold brew coffee']] }),
  keyword_count: z.number().describe('Number of keywords.'),
  country: z
    .string()
    .nullable()
    .meta({ description: 'ISO 3166-1 alpha-2 country code. Null: worldwide.', examples: ['US'] }),
  language: z
    .string()
    .nullable()
    .meta({ description: 'BCP 47 language tag. Null: any.', examples: ['en'] }),
  range: z.enum(trendRanges).nullable().describe('Time range of trends. Null for volumes.'),
  provider: z.string().meta({ description: 'The source that answered.', examples: ['dataforseo'] }),
  known: z.number().describe('Number of keywords with data.'),
  missing: z.number().describe('Number of keywords without data.'),
  units: z.number().meta({ description: 'Credits used.', examples: [1] }),
  cost_usd: z.number().meta({ description: 'Fees of paid sources, in US dollars.', examples: [0] }),
  at: timestamp.describe('When it was looked up.'),
})
export type Lookup = z.output<typeof lookup>

/** A trend or volume source. */
const researchSource = z.object({
  id: itemId.describe('Id of the source.'),
  label: z.string().describe('Name of the source.'),
  unavailable: z.string().nullable().describe('Why the source isn’t available. Null if it is.'),
  unavailable_details: z.string().optional().describe('Which settings are missing. For staff only.'),
  trends: z.boolean().describe('Whether it has trends.'),
  volumes: z.boolean().describe('Whether it has search volumes.'),
})
export type ResearchSource = z.output<typeof researchSource>

const reading = (by: 'workspace' | 'resource') => access[by]('viewer', 'research')
const asking = access.workspace('editor', 'research')

export const researchContract = group(
  { name: 'Trends and volumes', area: 'Research', about: 'Search trends, and search volume with CPC.' },
  {
    trends: endpoint({
      path: '/extra/trends',
      access: asking,
      summary: 'Compare interest over time for up to 5 keywords. With dry_run, only returns the cost.',
      idempotent: true,
      example: { workspace_id: exampleId, keywords: ['cold brew', 'iced coffee'], country: 'US', range: '12m' },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        keywords: keywords(maxTrendKeywords).meta({ description: 'The keywords.', examples: [['cold brew coffee']] }),
        country: country
          .optional()
          .meta({ description: 'ISO 3166-1 alpha-2 country code. Default: worldwide.', examples: ['US'] }),
        language: language.optional().meta({ description: 'BCP 47 language tag. Default: any.', examples: ['en'] }),
        range: z
          .enum(trendRanges, `range must be one of: ${trendRanges.join(', ')}.`)
          .default('12m')
          .meta({ description: 'Time range: 3 months, 12 months or 5 years.', examples: ['12m'] }),
        source: z
          .enum(trendSources, `source must be one of: ${trendSources.join(', ')}.`)
          .optional()
          .describe('Source to use. Default: the best available.'),
        dry_run: dryRun,
      }),
      output: z.object({ ...trendAnswer.shape, estimate: lookupEstimate.describe('What the lookup costs.') }),
    }),
    volumes: endpoint({
      path: '/extra/sv',
      access: asking,
      summary: 'Get search volumes for up to 1,000 keywords. With dry_run, only returns the cost.',
      idempotent: true,
      example: {
        workspace_id: exampleId,
        keywords: ['cold brew ratio', 'cold brew coffee'],
        country: 'US',
        language: 'en',
      },
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        keywords: keywords(maxVolumeKeywords).meta({ description: 'The keywords.', examples: [['cold brew coffee']] }),
        country,
        language,
        dry_run: dryRun,
      }),
      output: z.object({ ...volumeAnswer.shape, estimate: lookupEstimate.describe('What the lookup costs.') }),
    }),
    history: endpoint({
      path: '/extra/history',
      access: reading('workspace'),
      summary: 'List a workspace’s lookups, newest first. Lookups are kept for 13 months.',
      input: z.strictObject({
        workspace_id: id('workspace_id'),
        kind: z.enum(lookupKinds, `kind must be one of: ${lookupKinds.join(', ')}.`).describe('Trends or volumes.'),
        ...paging,
      }),
      output: getPage(lookup),
    }),
    get: endpoint({
      path: '/extra/get',
      access: reading('resource'),
      summary: 'Get a lookup and its result. Free.',
      input: z.strictObject({ _id: id().describe('Id of the lookup.') }),
      output: z.object({
        lookup: lookup.describe('The lookup.'),
        keywords: z
          .array(z.string())
          .meta({ description: 'All requested keywords.', examples: [['cold brew coffee']] }),
        trends: trendAnswer.nullable().describe('The trends. Null for volumes.'),
        volumes: volumeAnswer.nullable().describe('The volumes. Null for trends.'),
      }),
    }),
    remove: endpoint({
      path: '/extra/remove',
      access: access.resource('editor', 'research'),
      summary: 'Delete a lookup and its result. Its credits aren’t refunded.',
      input: z.strictObject({ _id: id().describe('Id of the lookup.') }),
      output: z.object({}),
    }),
    sources: endpoint({
      path: '/extra/sources',
      access: reading('workspace'),
      summary: 'List the sources for trends and volumes.',
      input: z.strictObject({ workspace_id: id('workspace_id') }),
      output: z.object({
        items: z.array(researchSource).describe('All sources.'),
        has_imports: z.boolean().describe('Whether the workspace has imported files, which can have volumes.'),
      }),
    }),
    export: fileDownload({
      method: 'GET',
      path: '/extra/export/:id',
      access: reading('resource'),
      summary: 'Export a lookup’s result as a file.',
      files: tableFiles,
      input: z.strictObject({
        id: id('id').describe('Id of the lookup.'),
        format: z
          .enum(['csv', 'xlsx', 'json', 'md'], 'format must be csv, xlsx, json or md.')
          .default('csv')
          .describe('File format.'),
      }),
      output: z.object({}),
    }),
  },
)
